/** Characters that nobody sees and a model reads: controls, directions of writing, zero-width ones, tags. */
const RANGES = [
  '\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f',
  '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb',
  '\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f',
  '\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}',
].join('')
const INVISIBLE = new RegExp(`[${RANGES}]`, 'gu')
/** In JSON controls are escaped. */
const IN_JSON = new RegExp(`[${RANGES}]|\\\\[ubf]`, 'u')

/** ASCII has as many bytes as characters, and its only controls in JSON are those that are escaped, and one that is not. */
const isAllSeen = (json: string) =>
  Buffer.byteLength(json) === json.length && !json.includes('\\') && !json.includes('\x7f')

/** False for the JSON of a value in which everything can be seen. Most is found to be so by searches that cost next to nothing. */
export const mayHide = (json: string) => !isAllSeen(json) && IN_JSON.test(json)

/** A text without what cannot be seen; joiners of emoji and of scripts that need them stay. */
export const visibleText = (text: string) => text.replaceAll(INVISIBLE, '')

/** A value with every text of it, and every name, made visible. */
export function visible(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(visible)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [visibleText(name), visible(inner)]))
}
