import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'whatwg-mimetype'
import { AppError } from '../errors.ts'
import { createCoercion } from '../operations/coerce.ts'
import type { Operation } from '../operations/operation.ts'
import { hasBody, readBody } from './read-body.ts'
import { readUpload } from './read-upload.ts'

/** Largest JSON body: a 16 MB page as text, with its escapes. */
const MAX_JSON_BYTES = 33_554_432

/** What the address of a request holds beside its path. */
export interface Address {
  params: Record<string, string>
  /** Fields of the query, without `api_key` and `debug`. */
  query: Record<string, unknown>
}

const typeOf = (req: IncomingMessage) => MIMEType.parse(req.headers['content-type'] ?? '')?.essence

function refuseQuery(query: Record<string, unknown>) {
  const [field] = Object.keys(query)
  if (field === undefined) return
  throw new AppError('invalid_input', `There is no field \`${field}\` in the query of this call.`, {
    field,
    hint: 'This verb takes its fields from the body.',
  })
}

function refusePathFields(fields: Record<string, unknown>, params: Record<string, string>) {
  const field = Object.keys(params).find(name => name in fields)
  if (field === undefined) return
  throw new AppError('invalid_input', `\`${field}\` belongs in the path alone.`, {
    field,
    hint: 'Remove it from the body.',
  })
}

async function jsonFields(req: IncomingMessage): Promise<Record<string, unknown>> {
  if (!hasBody(req)) return {}
  const type = typeOf(req)
  if (type !== 'application/json' || (req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupported_media', 'This call takes a JSON body.', {
      hint: 'Send `Content-Type: application/json`, uncompressed.',
    })
  const value = parseJson(await readBody(req, MAX_JSON_BYTES))
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new AppError('invalid_input', 'The body must be a JSON object.', {
    hint: 'For example {"name": "value"}.',
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new AppError('invalid_input', 'The body is not valid JSON.', {
      hint: (cause as Error).message,
      cause,
    })
  }
}

/** Where an operation filters by names that no list holds, whatever else stands in the query is a condition: `price[gte]=10`. */
function withFilter(query: Record<string, unknown>, known: ReadonlySet<string>): Record<string, unknown> {
  const fields = Object.entries(query)
  const filter = fields.filter(([name]) => !known.has(name))
  if (!filter.length) return query
  return Object.fromEntries([
    ...fields.filter(([name]) => known.has(name)),
    ['filter', Object.fromEntries(filter)],
  ])
}

/** Gives the function that reads the raw input of an operation's requests: path, then query or body. Throws 400, 413, 415. */
export function createInputReader({ input, files }: Operation) {
  const coerce = createCoercion(input)
  const known = new Set(Object.keys(input.shape))

  const fromBody = async (
    req: IncomingMessage,
    { params, query }: Address,
  ): Promise<Record<string, unknown>> => {
    refuseQuery(query)
    const fields = files ? coerce(await readUpload(req, files, known)) : await jsonFields(req)
    refusePathFields(fields, params)
    return { ...fields, ...coerce({ ...params }) }
  }

  return (
    req: IncomingMessage,
    address: Address,
  ): Record<string, unknown> | Promise<Record<string, unknown>> => {
    if (req.method === 'POST' || req.method === 'PUT') return fromBody(req, address)
    refusePathFields(address.query, address.params)
    const query = known.has('filter') ? withFilter(address.query, known) : address.query
    return coerce(Object.assign(query, address.params))
  }
}
