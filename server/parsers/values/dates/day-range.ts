/** The text between the first day and the last or the next one. */
const TO =
  "(?:\\s?[-\\u2013\\u2014~\\u301c&+/]\\s?|\\s(?:to|till|until|and|or|bis|und|oder|au|al|a|et|ou|y|o|e|tot|en|til|og|eller|och|do|i|lub|nebo|до|по|и|или|або)\\s|\\sall')$"
const DAY = new RegExp(`(?<![\\d.,/@-])(\\d{1,2})\\.?${TO}`, 'u')
/** `5.5.`, `30 @4@`, `@4@ 30`, `4月30日`. */
const DAY_AND_MONTH = new RegExp(
  `(?:(?<![\\d.,/@-])\\d{1,2}(?:[./]\\d{1,2}[./]?|\\.?\\s?@\\d+@|\\s?[月월]\\s?\\d{1,2}\\s?[日일号號])|@\\d+@\\s?\\d{1,2})${TO}`,
  'u',
)

const MONTH_AND_YEAR = new RegExp(`@\\d+@[\\s,]{0,2}\\d{4}${TO}`, 'u')

/**
 * Returns why a day is only the last of several, as in `5–7 May 2024`; null if it is a single day. `before` is the text
 * before it, in which months may be written as `@5@`.
 */
export function rangeBefore(before: string, day: string): string | null {
  if (MONTH_AND_YEAR.test(before)) return 'it holds two dates, of which the first has no day'
  const [, first] = DAY.exec(before) ?? []
  const isRange = DAY_AND_MONTH.test(before) || (first !== undefined && Number(first) < Number(day))
  return isRange ? 'it holds several days, of which the first has no year' : null
}
