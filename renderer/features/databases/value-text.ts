/** A value of a row in one line; a dash for an absent one. */
export const valueText = (value: unknown) =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
