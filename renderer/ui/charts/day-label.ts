import { LOCALE } from '../locale.ts'

/** Formats a day for charts: `Nov 23`. Days are UTC days, so the label is in UTC too. */
export const dayLabel = (day: number | string): string =>
  new Date(day).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })
