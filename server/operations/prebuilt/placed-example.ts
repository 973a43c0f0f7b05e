/**
 * An example as it reads where the platform's requests go to `base`: every address of the platform, which examples
 * write as `https://www.<platform>.example/…`, keeps its path and takes that scheme and host. null: as it is written.
 */
export function placedExample<T>(example: T, platform: string, base: string | null): T {
  const own = new RegExp(`^https://(?:[\\w-]+\\.)*${platform}\\.example(?=[/?#]|$)`)
  const place = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(own, base!)
    if (Array.isArray(value)) return value.map(place)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, place(inner)]))
  }
  return base ? (place(example) as T) : example
}
