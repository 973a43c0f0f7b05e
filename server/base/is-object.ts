/** True for a JSON object: neither null nor a list. */
export const isObject = <T extends object = Record<string, unknown>>(value: unknown): value is T =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
