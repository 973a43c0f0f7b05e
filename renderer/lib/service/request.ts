import { fieldText } from '../../../server/base/fields/field-text.ts'
import { queryText } from '../../../server/base/fields/query-text.ts'

/** The route of an operation, as `/admin/sign-in` lists it. */
export interface CallRoute {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: string
  files: string[]
}

interface PreparedRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | FormData
}

const isDefined = ([, value]: [string, unknown]) => value !== undefined

function formOf(fields: [string, unknown][], files: string[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields)
    for (const item of [value].flat())
      if (files.includes(name)) form.append(name, item as Blob)
      else form.append(name, fieldText(item))
  return form
}

/**
 * Builds the request of a call: path parameters, then a query string for GET and DELETE, a multipart body for files, JSON
 * otherwise.
 */
export function requestOf(
  { method, path, files }: CallRoute,
  input: Record<string, unknown>,
): PreparedRequest {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? '')))
  const fields = Object.entries(input)
    .filter(isDefined)
    .filter(([name]) => !inPath.includes(name))
  if (method === 'GET' || method === 'DELETE')
    return { url: url + queryText(Object.fromEntries(fields)), method, headers: {} }
  if (files.length) return { url, method, headers: {}, body: formOf(fields, files) }
  const headers = { 'content-type': 'application/json' }
  return { url, method, headers, body: JSON.stringify(Object.fromEntries(fields)) }
}
