import { parseCount } from '../../base/counts.ts'

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
