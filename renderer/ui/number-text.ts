import { LOCALE } from './locale.ts'

const FORMAT = new Intl.NumberFormat(LOCALE, {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 6,
  roundingPriority: 'morePrecision',
})

/**
 * Formats a counted, measured or summed number with up to three decimals; a small number with up to six significant digits.
 */
export const numberText = (value: number): string => FORMAT.format(value)
