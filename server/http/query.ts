/** The query of a request, taken apart: what belongs to every call, and the fields of the operation. */
export interface Query {
  /** A key in the query, kept for compatibility. */
  apiKey: string | undefined
  /** `?debug=1` asks for a trace. */
  debug: boolean
  /** A field that comes twice is a list, which only a list field accepts. */
  fields: Record<string, unknown>
}

/** Reads a query text, without its question mark. */
export function parseQuery(text: string): Query {
  const query: Query = { apiKey: undefined, debug: false, fields: {} }
  const { fields } = query
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === 'api_key') query.apiKey = value
    else if (name === 'debug') query.debug = value !== '0' && value !== 'false'
    else if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true })
    else fields[name] = Object.hasOwn(fields, name) ? [fields[name], value].flat() : value
  }
  return query
}

/** A request's target as path and query. */
export function splitTarget(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
