/** Returns the address of an operation in the playground; `input` fills in its form. */
export const playgroundPath = (operation: string, input?: Record<string, unknown>) =>
  `/playground/${operation}${input ? `?${new URLSearchParams({ input: JSON.stringify(input) })}` : ''}`

/** Returns the input in an address; null if there is none or it is invalid. */
export function inputFromParams(params: URLSearchParams): Record<string, unknown> | null {
  try {
    const input: unknown = JSON.parse(params.get('input') ?? 'null')
    return typeof input === 'object' && !Array.isArray(input)
      ? (input as Record<string, unknown> | null)
      : null
  } catch {
    return null
  }
}
