/** A share as people read it; a dash where there is none. */
export const percent = (share: number | null) =>
  share === null ? '–' : share.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
