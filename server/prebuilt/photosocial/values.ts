import { parseCount } from '../../base/counts.ts'
import { integerAt, stringAt } from '../json-walk.ts'

/** The id at a dotted path. One that came as a number beyond what JSON keeps exactly is lost, and thus null. */
export function idAt(value: unknown, path: string): string | null {
  const text = stringAt(value, path) ?? String(integerAt(value, path))
  return /^[1-9]\d*$/.test(text) ? text : null
}

/** The integer at a dotted path, which may have come as text. */
export function wholeAt(value: unknown, path: string): number | null {
  const number = Number(idAt(value, path) ?? Number.NaN)
  return Number.isSafeInteger(number) ? number : null
}

/** The text at a dotted path, where "" says as little as null: addresses, mail, phone, category. */
export const filledAt = (value: unknown, path: string): string | null => stringAt(value, path) || null

/** The address of the largest of some pictures or films, which come in any order. Of equal ones the first. */
export function largest(versions: unknown[]): string | null {
  let best: { url: string; area: number } | null = null
  for (const version of versions) {
    const url = stringAt(version, 'url')
    const area = (integerAt(version, 'width') ?? 0) * (integerAt(version, 'height') ?? 0)
    if (url && (!best || area > best.area)) best = { url, area }
  }
  return best?.url ?? null
}

/** The count among some (`152K likes, 784 comments`) whose word fits. */
export const countAmong = (counts: string, word: RegExp): number | null =>
  parseCount(counts.split(/,\s+|、|，/).find(part => word.test(part)))

/** What stands in quotes after a colon, to the last of them: `Name on …: "text"`. */
export function quoted(text: string | null): string | null {
  const start = /[:：]\s{0,4}["“«„「]\s?/.exec(text ?? '')
  const end = /["”»“」]\.?\s{0,9}$/.exec(text ?? '')
  if (!text || !start || !end || end.index < start.index + start[0].length) return null
  return text.slice(start.index + start[0].length, end.index).trim()
}
