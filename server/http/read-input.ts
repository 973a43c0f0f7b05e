import type { Request } from 'express'
import { AppError } from '../base/errors.ts'
import { createCoercion } from '../operations/coerce.ts'
import type { Operation } from '../operations/operation.ts'
import { readJsonFields } from './read-json.ts'
import { createUploadReader } from './read-upload.ts'

/** What the address of a request holds besides its path. */
interface AddressFields {
  params: Record<string, string>
  /** Fields of the query, without `api_key` and `debug`. */
  query: Record<string, unknown>
}

function refuseQuery(query: Record<string, unknown>) {
  const [field] = Object.keys(query)
  if (field === undefined) return
  throw new AppError('invalid_input', `There is no field \`${field}\` in the query of this call.`, {
    field,
    hint: 'This method takes its fields from the body.',
  })
}

function refusePathFields(
  fields: Record<string, unknown>,
  params: Record<string, string>,
  hint: (field: string) => string,
) {
  const field = Object.keys(params).find(name => Object.hasOwn(fields, name))
  if (field === undefined) return
  throw new AppError('invalid_input', `\`${field}\` belongs in the path alone.`, {
    field,
    hint: hint(field),
  })
}

/** Rejects unknown fields of a query, with the hint of an operation that knows what they may be. */
function refuseUnknown(query: Record<string, unknown>, known: ReadonlySet<string>, hint: string) {
  const field = Object.keys(query).find(name => !known.has(name))
  if (field === undefined) return
  throw new AppError('invalid_input', `There is no field \`${field}\`.`, { field, hint })
}

/** Only conditions on columns may be repeated: no field of a query takes a list. */
function refuseRepeated(query: Record<string, unknown>, known: ReadonlySet<string>) {
  const field = Object.keys(query).find(name => known.has(name) && Array.isArray(query[name]))
  if (field === undefined) return
  throw new AppError('invalid_input', `\`${field}\` occurs more than once in the query.`, {
    field,
    hint: 'Send it once.',
  })
}

/** If an operation filters by fields that are not known in advance, all other fields of the query are conditions: `price[gte]=10`. */
function withFilter(query: Record<string, unknown>, known: ReadonlySet<string>): Record<string, unknown> {
  const fields = Object.entries(query)
  const filter = fields.filter(([name]) => !known.has(name))
  if (!filter.length) return query
  return Object.fromEntries([
    ...fields.filter(([name]) => known.has(name)),
    ['filter', Object.fromEntries(filter)],
  ])
}

/** Creates the reader of an operation's raw input: path, then query or body. The reader throws 400, 413 and 415. */
export function createInputReader({ input, files, body, unknownQueryHint }: Operation) {
  const coerce = createCoercion(input)
  const known = new Set(Object.keys(input.shape))
  const inQuery = (field: string) =>
    known.has('filter')
      ? `Remove it from the query; as a condition on a column of that name, write \`${field}[eq]\`.`
      : 'Remove it from the query.'
  const readParts = files && createUploadReader(files, known)

  const fromBody = async (
    req: Request,
    { params, query }: AddressFields,
  ): Promise<Record<string, unknown>> => {
    refuseQuery(query)
    const isUpload = readParts && !(body && req.is('application/json'))
    const fields = isUpload ? coerce(await readParts(req)) : await readJsonFields(req, body)
    refusePathFields(fields, params, () => 'Remove it from the body.')
    return { ...fields, ...coerce({ ...params }) }
  }

  return (
    req: Request,
    address: AddressFields,
  ): Record<string, unknown> | Promise<Record<string, unknown>> => {
    if (req.method === 'POST' || req.method === 'PUT') return fromBody(req, address)
    refusePathFields(address.query, address.params, inQuery)
    if (unknownQueryHint !== undefined) refuseUnknown(address.query, known, unknownQueryHint)
    refuseRepeated(address.query, known)
    const query = known.has('filter') ? withFilter(address.query, known) : address.query
    return coerce(Object.assign(query, address.params))
  }
}
