import { CLOSE, DASH, endsName, isFolded } from './characters.ts'

const BANG = 33

/** The place behind a comment whose `<!--` is here. */
export function endOfComment(source: string, from: number): number {
  const start = from + 4
  if (source.charCodeAt(start) === CLOSE) return start + 1
  if (source.charCodeAt(start) === DASH && source.charCodeAt(start + 1) === CLOSE) return start + 2
  for (let at = source.indexOf('--', start); at >= 0; at = source.indexOf('--', at + 1)) {
    if (source.charCodeAt(at + 2) === CLOSE) return at + 3
    if (source.charCodeAt(at + 2) === BANG && source.charCodeAt(at + 3) === CLOSE) return at + 4
  }
  return source.length
}

/** The place behind what only looks like a comment or a tag: it ends with the next `>`. */
export function endOfBogus(source: string, from: number): number {
  const end = source.indexOf('>', from)
  return end < 0 ? source.length : end + 1
}

/** The place of the end tag of an element whose content is only text; the length of the source where there is none. */
export function endOfRawText(source: string, from: number, name: string): number {
  for (let at = source.indexOf('</', from); at >= 0; at = source.indexOf('</', at + 2)) {
    const to = at + 2 + name.length
    if (endsName(source.charCodeAt(to)) && to < source.length && isFolded(source, at + 2, name)) return at
  }
  return source.length
}
