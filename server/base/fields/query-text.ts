/** The fields of an input as the query of an address: `?a=1&price[gte]=10`, percent-encoded; '' where there are none. */
export function queryText(fields: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      isConditions(value) ? Object.entries(value).map(textOf) : [textOf([name, value])],
    ),
  ).toString()
  return query && `?${query}`
}

/** Conditions stand in a query by themselves: `price[gte]=10`. */
const isConditions = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]
