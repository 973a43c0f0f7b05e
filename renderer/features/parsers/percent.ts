import { LOCALE } from '../../ui/locale.ts'

/** Formats a share as a percentage; a dash if it is null. */
export const percent = (share: number | null) =>
  share === null ? '–' : share.toLocaleString(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
