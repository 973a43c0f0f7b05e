/** The delimiters of RFC 6265, section 5.1.1. */
const DELIMITERS = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/
const DAY_OF_MONTH = /^(\d{1,2})(?!\d)/
/** The RFC allows four digits. Some servers write the year 99999 for “never”. */
const YEAR = /^(\d{2,5})(?!\d)/

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = new RegExp(`^(${MONTHS.join('|')})`, 'i')
const FIRST_YEAR = 1601

/**
 * Parses the date of a cookie as browsers do, by RFC 6265, section 5.1.1: the parts may be in any order, and the time is always
 * UTC, whatever zone it names. Returns milliseconds since 1970, or NaN.
 */
export function parseCookieDate(text: string): number {
  const tokens = text.split(DELIMITERS)
  const [time, dayOfMonth, month, year] = findParts(tokens, [TIME, DAY_OF_MONTH, MONTH, YEAR])
  if (!time || !dayOfMonth || !month || !year) return Number.NaN
  const [hours, minutes, seconds] = time.slice(1).map(Number) as [number, number, number]
  const fullYear = fullYearOf(Number(year[1]))
  const monthIndex = MONTHS.indexOf(month[1]!.toLowerCase())
  if (fullYear < FIRST_YEAR || hours > 23 || minutes > 59 || seconds > 59) return Number.NaN
  const midnight = new Date(Date.UTC(fullYear, monthIndex, Number(dayOfMonth[1])))
  const isDay = midnight.getUTCMonth() === monthIndex && dayOfMonth[1] !== '0'
  return isDay ? midnight.setUTCHours(hours, minutes, seconds) : Number.NaN
}

/** Each token is the first part in this order that it can be and that is not found yet. */
function findParts(tokens: string[], patterns: RegExp[]) {
  const found = patterns.map((): RegExpExecArray | null => null)
  for (const token of tokens) {
    const index = patterns.findIndex((pattern, i) => !found[i] && pattern.test(token))
    if (index !== -1) found[index] = patterns[index]!.exec(token)
  }
  return found
}

/** Years of two digits are those from 1970 to 2069. */
function fullYearOf(year: number): number {
  if (year >= 100) return year
  return year + (year < 70 ? 2000 : 1900)
}

const NAMES_ZONE = /\d\s*(?:z|ut|utc|gmt|[ecmp][sd]t|[+-]\d{2}:?\d{2})\b/i

/**
 * Parses a date as `Date.parse` does, except that one without a time zone is UTC: `Date.parse` would read it in the zone of the
 * machine.
 */
export function parseUtcDate(text: string): number {
  if (NAMES_ZONE.test(text)) return Date.parse(text)
  const at = parseCookieDate(text)
  return Number.isNaN(at) ? Date.parse(`${text.replace(/(\d)T(\d)/, '$1 $2')} UTC`) : at
}
