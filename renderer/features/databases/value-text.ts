/** A value of a row in one line; an absent one is a dash. */
export const valueText = (value: unknown) =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
