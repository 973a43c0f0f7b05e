/** Where an operation is in the app; `input` fills its form in. */
export const placeOf = (operation: string, input?: Record<string, unknown>) =>
  `/playground/${operation}${input ? `?${new URLSearchParams({ input: JSON.stringify(input) })}` : ''}`

/** The input that an address holds; null where it holds none, or nothing that is one. */
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
