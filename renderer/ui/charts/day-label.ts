import { LOCALE } from '../locale.ts'

/** A day as charts name it: `Nov 23`. A day is one of UTC, so its name is too. */
export const dayLabel = (day: number | string): string =>
  new Date(day).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })
