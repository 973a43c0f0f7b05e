import { isOnce, MAKES_RECORD, type Operation, tellsCredits } from '../operations/operation.ts'
import { errorsOf } from './error-table.ts'

/** A header of an answer, as the docs list it. */
interface Header {
  name: string
  description: string
  type: 'string' | 'integer'
}

interface HeaderRow extends Header {
  when(operation: Operation, statuses: readonly number[]): boolean
}

/** Operations that provide a trace for `?debug=1`: those that read by rules, or query a platform. */
const leavesTrace = ({ id, cost }: Operation) => Boolean(cost) && !/^page-(?:read|links)$|^extract-/.test(id)

/** Operations that read pages, fetched or sent. */
const readsPages = ({ cost }: Operation, statuses: readonly number[]) =>
  Boolean(cost) || statuses.includes(502)

const ROWS: readonly HeaderRow[] = [
  { name: 'X-Request-Id', description: 'Id of this request.', type: 'string', when: () => true },
  { name: 'X-Credits-Used', description: 'Credits that this call cost.', type: 'integer', when: tellsCredits },
  { name: 'X-Credits-Remaining', description: 'Balance after it.', type: 'integer', when: tellsCredits },
  { name: 'X-Source', description: 'The sources that the data came from, in order.', type: 'string', when: readsPages },
  { name: 'X-Notice', description: 'One word that says what the data lacks, such as `comments_disabled` or `pages_missing`.', type: 'string', when: (operation, statuses) => readsPages(operation, statuses) || operation.id === 'job-result' },
  { name: 'Link', description: 'With `debug=1`, where the trace can be read for an hour: `</v1/traces/{id}>; rel="trace"`.', type: 'string', when: leavesTrace },
  { name: 'Location', description: 'Path of the new record.', type: 'string', when: ({ answer }) => MAKES_RECORD.has(answer) },
  { name: 'ETag', description: 'Version of the record, which `If-Match` takes.', type: 'string', when: ({ versioned }) => Boolean(versioned) },
  { name: 'Idempotency-Replayed', description: '`true` if the answer repeats that of an earlier call with the same `Idempotency-Key`.', type: 'string', when: isOnce },
] // biome-ignore format: a table

const statusesOf = (operation: Operation) => errorsOf(operation).map(({ status }) => status)

/** Returns the headers that a successful answer may have. */
export function answerHeaders(operation: Operation) {
  const statuses = statusesOf(operation)
  return declared(ROWS.filter(row => row.when(operation, statuses)))
}

const RETRY_AFTER: Header = { name: 'Retry-After', description: 'Seconds to wait.', type: 'integer' }

/** Errors that say how long to wait. */
const WAITS = new Set([409, 429, 502, 503])

/** Errors of calls that were refused before any work: they cost nothing, read nothing and are not repeated. */
const REFUSED = new Set([401, 403, 412, 413, 415])

/** Headers that errors never have: there is no record, and no data that could be partial. */
const OF_SUCCESS = new Set(['X-Notice', 'Location', 'ETag'])

/**
 * Returns the headers that an error with this status may have. All operations share the description of a status, so not
 * every operation has all of them.
 */
export const errorHeaders = (status: number) =>
  declared([
    ...ROWS.filter(({ name }) => (REFUSED.has(status) ? name === 'X-Request-Id' : !OF_SUCCESS.has(name))),
    ...(WAITS.has(status) ? [RETRY_AFTER] : []),
  ])

const declared = (headers: readonly Header[]) =>
  Object.fromEntries(headers.map(({ name, description, type }) => [name, { description, schema: { type } }]))

const parameter = (name: string, where: 'header' | 'query', description: string, schema: object) => ({
  name,
  in: where,
  required: false,
  description,
  schema,
})

const IDEMPOTENCY_KEY = parameter(
  'Idempotency-Key',
  'header',
  'A repeat with the same key and input gets the same answer for 24 hours, and is not charged.',
  { type: 'string' },
)
const IF_MATCH = parameter(
  'If-Match',
  'header',
  'Version that the record must have; 412 if it has changed since.',
  { type: 'string' },
)
const DEBUG = parameter('debug', 'query', '`1` keeps a trace for an hour; `Link` names it.', {
  type: 'string',
  enum: ['0', '1'],
})

/** Returns the parameters of a request besides the fields of the operation. */
export const requestParameters = (operation: Operation) => [
  ...(isOnce(operation) ? [IDEMPOTENCY_KEY] : []),
  ...(operation.checksVersion ? [IF_MATCH] : []),
  ...(leavesTrace(operation) ? [DEBUG] : []),
]
