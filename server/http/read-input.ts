import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'whatwg-mimetype'
import { AppError } from '../errors.ts'
import { type Operation, pathFields } from '../operations/operation.ts'
import { createCoercion } from './coerce.ts'
import { hasBody, readBody } from './read-body.ts'
import { readUpload } from './read-upload.ts'

/** Largest JSON body: a 16 MB page as text, with its escapes. */
const MAX_JSON_BYTES = 33_554_432

/** What the address of a request holds beside its path. */
export interface Address {
  params: Record<string, string>
  /** Without `api_key` and `debug`. */
  query: URLSearchParams
}

const typeOf = (req: IncomingMessage) => MIMEType.parse(req.headers['content-type'] ?? '')?.essence

/** Fields of a query as raw input; one that comes twice is a list, which only a list field accepts. */
function queryFields(query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of query) fields[name] = name in fields ? [fields[name], value].flat() : value
  return fields
}

function refuseQuery(query: URLSearchParams) {
  const field = query.keys().next().value
  if (field === undefined) return
  throw new AppError('invalid_input', `There is no field \`${field}\` in the query of this call.`, {
    field,
    hint: 'This verb takes its fields from the body.',
  })
}

function refusePathFields(fields: Record<string, unknown>, params: Record<string, string>) {
  const field = Object.keys(params).find(name => name in fields)
  if (field === undefined) return
  throw new AppError('invalid_input', `\`${field}\` belongs in the path alone.`, { field, hint: 'Remove it from the body.' })
}

async function jsonFields(req: IncomingMessage): Promise<Record<string, unknown>> {
  if (!hasBody(req)) return {}
  const type = typeOf(req)
  if (type !== 'application/json' || (req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupported_media', 'This call takes a JSON body.', {
      hint: 'Send `Content-Type: application/json`, uncompressed.',
    })
  const value = parseJson(await readBody(req, MAX_JSON_BYTES))
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw new AppError('invalid_input', 'The body must be a JSON object.', { hint: 'For example {"name": "value"}.' })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new AppError('invalid_input', 'The body is not valid JSON.', { hint: (cause as Error).message, cause })
  }
}

/** Gives the function that reads the raw input of an operation's requests: path, then query or body. Throws 400, 413, 415. */
export function createInputReader({ input, files, path }: Operation) {
  const coerce = createCoercion(input)
  const inPath = new Set(pathFields(path))

  return async (req: IncomingMessage, { params, query }: Address): Promise<Record<string, unknown>> => {
    if (req.method === 'GET' || req.method === 'DELETE') {
      const fields = queryFields(query)
      refusePathFields(fields, params)
      return coerce({ ...fields, ...params })
    }
    refuseQuery(query)
    const fields = files ? coerce(await readUpload(req, files)) : await jsonFields(req)
    refusePathFields(fields, params)
    return { ...fields, ...(inPath.size ? coerce({ ...params }) : {}) }
  }
}
