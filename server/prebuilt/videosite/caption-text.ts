import type { Segment } from './transcript-output.ts'

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const FORMATTING = /<\/?(?:b|i|u|s|em|strong|font|span|small|big|c|v|lang|ruby|rt|rp)(?:[\s.][^<>]*)?>/gi

/** A text without the entities of XML. Each call undoes one layer: some captions are escaped twice. */
export const unescaped = (text: string): string =>
  text.replace(ENTITY, (entity, decimal, hexadecimal, name) => {
    if (name) return NAMED[name.toLowerCase()]!
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })

/** A caption; none where nothing is left of its text without formatting and surrounding blanks. */
export function segment(text: string, start: number | null, duration: number | null): Segment[] {
  const plain = text.replace(FORMATTING, '').trim()
  return plain === '' ? [] : [{ text: plain, start, duration }]
}

/** A time in thousandths of a second, given as a number or as digits. */
export function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'string') return /^\d{1,12}$/.test(value) ? Number(value) : null
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
}

/** The same in seconds. */
export function secondsOf(milliseconds: unknown): number | null {
  const value = millisecondsOf(milliseconds)
  return value === null ? null : value / 1000
}

/** All captions as one text: a blank between them, and for each line break. */
export const fullText = (segments: Segment[]): string =>
  segments.map(({ text }) => text.replace(/\s*\n\s*/g, ' ')).join(' ')
