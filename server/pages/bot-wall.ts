import { bufferOf } from '../base/own-buffer.ts'
import type { FetchedPage } from './fetched-page.ts'

/** Marks of well-known bot walls that stand in a header. */
const WALL_HEADERS = [['cf-mitigated', 'challenge'], ['x-datadome', 'protected'], ['x-amzn-waf-action', 'captcha']] as const // biome-ignore format: a table

/** Titles of bot walls, which explain themselves in a few sentences. */
const WALL_TITLES =
  /<title>\s{0,20}(?:just a moment|attention required! \| cloudflare|access to this page has been denied|pardon our interruption)[\s.\x80-\xff]{0,20}<\/title>/i
const MOST_EXPLANATION = 2_000

/** What bot walls load; forms and whole sites that they protect load it as well, beside what they show. */
const WALL_PARTS = /_incapsula_resource|captcha-delivery\.com|challenges\.cloudflare\.com\/turnstile/i
const MOST_BESIDE_PARTS = 300

const SMALL_PAGE = 200_000

/** Whether a page is a bot wall, which may say 200. Its marks alone do not make one of a page that has text of its own. */
export function isBotWall(page: FetchedPage): boolean {
  const { headers, status } = page
  if (headers['cf-mitigated'] === 'challenge') return true
  if (status !== 200 && WALL_HEADERS.some(([name, value]) => headers[name]?.includes(value))) return true
  if (page.bytes.byteLength >= SMALL_PAGE || !isHtml(page)) return false
  // The marks are ASCII, which every charset of a bot wall writes alike: that spares decoding the page.
  const html = bufferOf(page.bytes).toString('latin1')
  if (WALL_TITLES.test(html)) return hasAtMost(html, MOST_EXPLANATION)
  return WALL_PARTS.test(html) && hasAtMost(html, MOST_BESIDE_PARTS)
}

const isHtml = ({ contentType }: FetchedPage) => contentType === null || /html/i.test(contentType)

/** Elements whose text no page shows. */
const UNSEEN = /^(script|style|template|svg)[\s/>]/
const LONGEST_NAME = 10

/** Whether so many characters of a page are shown at most, white space left out. Looks at each once. */
function hasAtMost(page: string, most: number): boolean {
  const html = page.toLowerCase()
  let length = 0
  for (let at = 0; at < html.length && length <= most; ) {
    const tag = html.indexOf('<', at)
    const end = tag < 0 ? html.length : tag
    length += html.slice(at, end).replace(/\s/g, '').length
    at = tag < 0 ? end : endOfMarkup(html, tag)
  }
  return length <= most
}

/** Where a tag, a comment, or an element that shows no text ends; the end of the page where it does not. */
function endOfMarkup(html: string, tag: number): number {
  const name = UNSEEN.exec(html.slice(tag + 1, tag + 1 + LONGEST_NAME))?.[1]
  const isComment = html.startsWith('<!--', tag)
  const closing = isComment ? '-->' : name ? `</${name}` : '>'
  const found = html.indexOf(closing, tag)
  return found < 0 ? html.length : found + closing.length
}
