/** The address of an operation in the playground; `input` fills in its form. */
export const placeOf = (operation: string, input?: Record<string, unknown>) =>
  `/playground/${operation}${input ? `?${new URLSearchParams({ input: JSON.stringify(input) })}` : ''}`

/** The input in an address, or null if there is no valid one. */
export function inputIn(params: URLSearchParams): Record<string, unknown> | null {
  try {
    const input: unknown = JSON.parse(params.get('input') ?? 'null')
    return typeof input === 'object' && !Array.isArray(input)
      ? (input as Record<string, unknown> | null)
      : null
  } catch {
    return null
  }
}
