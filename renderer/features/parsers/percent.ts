import { LOCALE } from '../../ui/locale.ts'

/** A share in percent; a dash for none. */
export const percent = (share: number | null) =>
  share === null ? '–' : share.toLocaleString(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
