import { LOCALE } from './locale.ts'

const FORMAT = new Intl.NumberFormat(LOCALE, {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 6,
  roundingPriority: 'morePrecision',
})

/** A counted, measured or summed number: with three decimals, or as many as show six digits of a small one. */
export const numberText = (value: number): string => FORMAT.format(value)
