/** Formats a value of a row on a single line; a dash if it is absent. */
export const valueText = (value: unknown) =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
