/** Characters that people do not see but a model reads: controls, direction marks, zero-width characters, tags. */
const INVISIBLE_RANGES = [
  '\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f',
  '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb',
  '\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f',
  '\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}',
].join('')
const INVISIBLE = new RegExp(`[${INVISIBLE_RANGES}]`, 'gu')
/** In JSON, controls are escaped. */
const INVISIBLE_IN_JSON = new RegExp(`[${INVISIBLE_RANGES}]|\\\\[ubf]`, 'u')

/** In ASCII, the byte length equals the length. Its only control characters in JSON are escaped, except for U+007F. */
const isPlainAscii = (json: string) =>
  Buffer.byteLength(json) === json.length && !json.includes('\\') && !json.includes('\x7f')

/** False if the JSON of a value holds no invisible character. A few cheap searches rule out most values. */
export const mayHide = (json: string) => !isPlainAscii(json) && INVISIBLE_IN_JSON.test(json)

/** Removes invisible characters; joiners of emoji, and of scripts that need them, are kept. */
export const visibleText = (text: string) => text.replaceAll(INVISIBLE, '')

/** Removes invisible characters from all texts and names of a value. */
export function visible(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(visible)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [visibleText(name), visible(inner)]))
}
