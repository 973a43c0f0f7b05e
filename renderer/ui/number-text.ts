const FORMAT = new Intl.NumberFormat(undefined, {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 6,
  roundingPriority: 'morePrecision',
})

/** A measured or summed number: with three decimals, or as many as show six digits of a small one. */
export const numberText = (value: number): string => FORMAT.format(value)
