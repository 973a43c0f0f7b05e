/** The text between the first day and the last or the next one. */
const TO =
  "(?:\\s?[-\\u2013\\u2014~&+/]\\s?|\\s(?:to|till|until|and|or|bis|und|oder|au|al|a|et|ou|y|o|e|tot|en|til|og|eller|och|do|i|lub|nebo|до|по|и|или|або)\\s|\\sall')$"
const DAY = new RegExp(`(?<![\\d.,/@-])(\\d{1,2})\\.?${TO}`, 'u')
/** `5.5.`, `30 @4@`, `@4@ 30`. */
const DAY_AND_MONTH = new RegExp(
  `(?:(?<![\\d.,/@-])\\d{1,2}(?:[./]\\d{1,2}[./]?|\\.?\\s?@\\d+@)|@\\d+@\\s?\\d{1,2})${TO}`,
  'u',
)

/**
 * Returns why a day is only the last of several, as in `5–7 May 2024`; null if it is a single day. `before` is the text
 * before it, in which months may be written as `@5@`.
 */
export function rangeBefore(before: string, day: string): string | null {
  const [, first] = DAY.exec(before) ?? []
  const isRange = DAY_AND_MONTH.test(before) || (first !== undefined && Number(first) < Number(day))
  return isRange ? 'it holds several days, of which the first has no year' : null
}
