import { bufferOf } from '../base/own-buffer.ts'
import type { FetchedPage } from './fetch/fetched-page.ts'

/** Response headers that well-known bot walls set. */
const WALL_HEADERS = [['cf-mitigated', 'challenge'], ['x-datadome', 'protected'], ['x-amzn-waf-action', 'captcha'], ['x-amzn-waf-action', 'challenge'], ['sg-captcha', 'challenge']] as const // biome-ignore format: a table

/** Titles of bot wall pages. Such a page has only a few sentences of text. */
const WALL_TITLES =
  /<title>\s{0,20}(?:just a moment|one moment, please|attention required! \| cloudflare|access to this page has been denied|pardon our interruption|making sure you(?:'|&#39;|&#x27;|\xe2\x80\x99)re not a bot|robot challenge screen|robot or human|client challenge|challenge validation|bot verification|request rejected|radware (?:bot manager )?(?:captcha |block )?(?:page|captcha|block))[\s.!?\x80-\xff]{0,20}<\/title>/i
const MAX_EXPLANATION_LENGTH = 2_000

/** Resources that bot walls load. Ordinary forms and whole protected sites load them too, next to content of their own. */
const WALL_PARTS = /_incapsula_resource|captcha-delivery\.com|challenges\.cloudflare\.com\/turnstile/i
const MAX_TEXT_BESIDE_PARTS = 300

const MAX_WALL_BYTES = 200_000

/**
 * Whether a page is a bot wall, whatever its status (some answer 200). A page with enough visible text of its own is not a
 * bot wall, even if it contains the marks of one.
 */
export function isBotWall(page: FetchedPage): boolean {
  const { headers, status } = page
  if (headers['cf-mitigated'] === 'challenge') return true
  if (status !== 200 && WALL_HEADERS.some(([name, value]) => headers[name]?.includes(value))) return true
  if (page.bytes.byteLength >= MAX_WALL_BYTES || !isHtml(page)) return false
  // The marks are ASCII, which every charset that bot walls use encodes identically, so the page need not be decoded.
  const html = bufferOf(page.bytes).toString('latin1')
  if (WALL_TITLES.test(html)) return hasLittleText(html, MAX_EXPLANATION_LENGTH)
  return WALL_PARTS.test(html) && hasLittleText(html, MAX_TEXT_BESIDE_PARTS)
}

const isHtml = ({ contentType }: FetchedPage) => contentType === null || /html/i.test(contentType)

/** Elements whose text is never displayed. */
const HIDDEN_ELEMENTS = /^(script|style|template|svg)[\s/>]/
const MAX_NAME_LENGTH = 10

/** Whether a page displays at most `maxLength` characters, not counting white space. Reads each character once. */
function hasLittleText(page: string, maxLength: number): boolean {
  const html = page.toLowerCase()
  let length = 0
  for (let at = 0; at < html.length && length <= maxLength; ) {
    const tag = html.indexOf('<', at)
    const end = tag < 0 ? html.length : tag
    length += html.slice(at, end).replace(/\s/g, '').length
    at = tag < 0 ? end : endOfMarkup(html, tag)
  }
  return length <= maxLength
}

/** Returns where a tag, a comment or an element without displayed text ends; the end of the page if it is not closed. */
function endOfMarkup(html: string, tag: number): number {
  const name = HIDDEN_ELEMENTS.exec(html.slice(tag + 1, tag + 1 + MAX_NAME_LENGTH))?.[1]
  const isComment = html.startsWith('<!--', tag)
  const closing = isComment ? '-->' : name ? `</${name}` : '>'
  const found = html.indexOf(closing, tag)
  return found < 0 ? html.length : found + closing.length
}
