/** A share in percent; a dash for none. */
export const percent = (share: number | null) =>
  share === null ? '–' : share.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
