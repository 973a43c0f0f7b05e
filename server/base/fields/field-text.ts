/** A value as a part of a form: objects as JSON. */
export const fieldText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
