/** A value as text for a form field: objects as JSON. */
export const fieldText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
