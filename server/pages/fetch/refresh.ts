import { decodeHTML } from 'entities/decode'
import { bufferOf } from '../../base/own-buffer.ts'
import type { Answer } from './exchange.ts'
import { readLocation } from './redirect.ts'

/** A page that leads elsewhere says so near its start. */
const SEARCHED_BYTES = 4_096

/** Found in microseconds, unlike the whole element. */
const MARK = /http-equiv\s*=\s*["']?refresh/i
const REFRESH = /<meta\b[^<>]{0,500}\bhttp-equiv\s*=\s*["']?refresh\b[^<>]{0,2000}/i
const CONTENT = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
/** What a browser that runs scripts does not read as elements. */
const NOT_ELEMENTS = /<!--[\s\S]*?(?:-->|$)|<(noscript|script|style|template)\b[\s\S]*?(?:<\/\1\b|$)/gi

/** A delay of less than a second, and an address: `0; url=/next`. */
const AT_ONCE = /^\s*(?:0+(?:\.\d*)?|\.\d+)(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is

/**
 * Returns the address to which an HTML page leads its visitors at once, by `Refresh` in its header or in a `meta` element;
 * null if it leads nowhere, or only to itself.
 */
export function refreshTarget({ status, headers, bytes }: Answer, from: URL): URL | null {
  if (status !== 200 || !/html/i.test(String(headers['content-type'] ?? 'html'))) return null
  const [, quoted, singleQuoted, bare] =
    AT_ONCE.exec(
      [headers.refresh].flat()[0] ?? inMeta(bufferOf(bytes).toString('latin1', 0, SEARCHED_BYTES)),
    ) ?? []
  const address = (quoted ?? singleQuoted ?? bare)?.trim()
  const target = address ? URL.parse(address, from.href) : null
  if (!target || !/^https?:$/.test(target.protocol)) return null
  return withoutHash(target) === withoutHash(from) ? null : target
}

function inMeta(start: string): string {
  if (!MARK.test(start)) return ''
  const [tag = ''] = REFRESH.exec(start.replace(NOT_ELEMENTS, '')) ?? []
  const [, ...values] = CONTENT.exec(tag) ?? []
  return decodeHTML(readLocation(values.find(value => value !== undefined) ?? ''))
}

const withoutHash = ({ href }: URL) => href.split('#')[0]
