import { parseCount } from '../../base/text/counts.ts'
import { idAt, integerAt, stringAt } from '../json-walk.ts'

/** Returns the integer at a dotted path, whether it is a number or a text. */
export function looseIntegerAt(value: unknown, path: string): number | null {
  const number = Number(idAt(value, path) ?? Number.NaN)
  return Number.isSafeInteger(number) ? number : null
}

/** Returns the text at a dotted path, with "" as null: for addresses, mail, phone and category. */
export const nonEmptyAt = (value: unknown, path: string): string | null => stringAt(value, path) || null

/** Returns the address of the largest picture or video, or of the first of equal ones; they come in any order. */
export function largest(versions: unknown[]): string | null {
  let best: { url: string; area: number } | null = null
  for (const version of versions) {
    const url = stringAt(version, 'url')
    const area = (integerAt(version, 'width') ?? 0) * (integerAt(version, 'height') ?? 0)
    if (url && (!best || area > best.area)) best = { url, area }
  }
  return best?.url ?? null
}

/** Returns the count whose word matches, from a text such as `152K likes, 784 comments`. */
export const countMatching = (counts: string, word: RegExp): number | null =>
  parseCount(counts.split(/,\s+|、|，/).find(part => word.test(part)))

/** Returns the quoted text after a colon, up to the last quote: `Name on …: "text"`. */
export function quotedText(text: string | null): string | null {
  const start = /[:：]\s{0,4}["“«„「]\s?/.exec(text ?? '')
  const end = /["”»“」]\.?\s{0,9}$/.exec(text ?? '')
  if (!text || !start || !end || end.index < start.index + start[0].length) return null
  return text.slice(start.index + start[0].length, end.index).trim()
}
