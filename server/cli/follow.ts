import type { OperationRow } from './client.ts'

type Fields = Record<string, unknown>

/** A call with its fields. */
export interface Call {
  operation: OperationRow
  fields: Fields
}

const followers = (operations: OperationRow[]) => operations.filter(({ answer }) => answer === 'events')

/** The events of the record that a call reads: `job-events` for `job-get`; undefined where it has none. */
export function eventsOf(operations: OperationRow[], { operation: read, fields }: Call): Call | undefined {
  const operation = followers(operations).find(({ path }) => path === `${read.path}/events`)
  if (!operation) return undefined
  const known = Object.entries(fields).filter(([name]) => operation.path_fields.includes(name))
  return { operation, fields: Object.fromEntries(known) }
}

/** The events of a record that a call has made, by its address in `Location`. */
export function eventsAt(operations: OperationRow[], location: string): Call | undefined {
  for (const operation of followers(operations)) {
    const pattern = operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const groups = new RegExp(`^${pattern}$`).exec(`${location}/events`)?.groups
    if (groups) return { operation, fields: { ...groups } }
  }
  return undefined
}
