import { isObject } from '../is-object.ts'

/** Formats the fields of an input as a percent-encoded query: `?a=1&price[gte]=10`. Returns '' if there are no fields. */
export function queryText(fields: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      // Conditions are parameters of their own: `price[gte]=10`.
      isObject(value) ? Object.entries(value).map(textOf) : [textOf([name, value])],
    ),
  ).toString()
  return query && `?${query}`
}

const textOf = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]
