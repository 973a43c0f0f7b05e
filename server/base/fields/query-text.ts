/** Formats the fields of an input as a percent-encoded query: `?a=1&price[gte]=10`. Returns '' if there are no fields. */
export function queryText(fields: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      isConditions(value) ? Object.entries(value).map(textOf) : [textOf([name, value])],
    ),
  ).toString()
  return query && `?${query}`
}

/** Conditions appear in a query as parameters of their own: `price[gte]=10`. */
const isConditions = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]
