import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { command } from '../base/command.ts'
import { fieldText } from '../base/fields/field-text.ts'
import { queryText } from '../base/fields/query-text.ts'
import type { AnswerKind } from '../operations/operation.ts'
import { DISK_EXIT_CODE, isDiskAnswer } from '../store/file/disk-errors.ts'

/** An operation as `/admin/operations` lists it. */
export interface OperationRow {
  id: string
  group: string
  summary: string
  method: string
  path: string
  path_fields: string[]
  files: string[]
  answer: AnswerKind
  input: { properties?: Record<string, { type?: string; description?: string }>; required?: string[] }
}

/** A call with its fields. */
export interface Call {
  operation: OperationRow
  fields: Record<string, unknown>
}

/** The answer to a call. */
export interface ClientAnswer {
  status: number
  headers: Headers
  /** Parsed JSON, or text if the answer is not JSON. A Readable for rows, and for events, one per line. */
  body: unknown
}

/** A refused call, with the body of its error. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly body: Record<string, unknown>

  constructor(body: Record<string, unknown>) {
    super(String(body.error ?? 'The call failed.'))
    this.body = body
  }
}

/** Returns the exit code of a command for the error that a running service answered with. */
export const exitCodeFor = (body: Record<string, unknown>): number =>
  isDiskAnswer(body) ? DISK_EXIT_CODE : 1

/** What every version of the service answers to an unknown path. */
const NO_SUCH_PATH = 'There is nothing at this path.'

/** The error for a running service that is older than the command and does not support it. */
export const olderService = () =>
  new RefusedError({ error: 'The running service is an older Winnow and cannot do this. Restart it.' })

/** A client of a running service, with the rights of its owner. */
export interface Client {
  address: string
  /** Calls `/admin`: method and path, then the fields. Throws RefusedError. */
  admin<T>(method: 'GET' | 'POST', path: string, fields?: Record<string, unknown>): Promise<T>
  operations(): Promise<OperationRow[]>
  /** Calls an operation with the account's own `cli` key. */
  call(operation: OperationRow, fields: Record<string, unknown>, account: string): Promise<ClientAnswer>
}

/** Error codes of a connection whose other side went away. */
const BROKEN = /^(?:UND_ERR_SOCKET|ECONNRESET|ECONNREFUSED|EPIPE)$/

/** Replaces the error of a connection that broke off, of which `fetch` says only `fetch failed` or `terminated`. */
function explainBroken(error: unknown): never {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  if (!BROKEN.test(cause?.code ?? code ?? '')) throw error
  throw new Error(
    `The running Winnow ended before it had answered in full. Jobs, batches and workflow runs continue at its next start; ${command`status`} says whether it runs.`,
    { cause: error },
  )
}

async function* untilBroken<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (error) {
    explainBroken(error)
  }
}

const bodyOf = async (response: Response) => {
  const text = await response.text().catch(explainBroken)
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
}

async function* eventsIn(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const { EventSourceParserStream } = await import('eventsource-parser/stream')
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { data } of events) yield `${data}\n`
}

/** Answers that are read as streams. */
const STREAMS: Partial<Record<AnswerKind, (body: ReadableStream<Uint8Array<ArrayBuffer>>) => Readable>> = {
  rows: body => Readable.from(untilBroken(Readable.fromWeb(body))),
  events: body => Readable.from(untilBroken(eventsIn(body))),
}

async function openFile(name: string, file: string): Promise<Blob> {
  try {
    return await openAsBlob(file)
  } catch {
    throw new Error(`Cannot read the file ${file} of the field \`${name}\`.`)
  }
}

/** Builds a multipart body. The value of a file field is a file or the name of one. */
async function formOf(fields: Record<string, unknown>, files: string[]): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const item of [value].flat())
      if (item instanceof File) form.append(name, item)
      else if (files.includes(name))
        form.append(name, await openFile(name, String(item)), basename(String(item)))
      else form.append(name, fieldText(item))
  return form
}

async function requestOf(
  { method, files }: OperationRow,
  fields: Record<string, unknown>,
): Promise<RequestInit> {
  if (method === 'GET' || method === 'DELETE') return { method }
  if (files.length) return { method, body: await formOf(fields, files) }
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }
}

/** Calls that read or write the whole store. */
const LONG_CALLS = new Set([
  '/admin/backup',
  '/admin/storage/count',
  '/admin/store/check',
  '/admin/store/compact',
])

/** Sends a request as `fetch` does, and waits for the answer as long as it takes: `fetch` gives up after five minutes. */
async function fetchSlowly(url: string, { body, ...options }: PlainRequest): Promise<Response> {
  const [{ request }, { buffer }] = await Promise.all([import('node:http'), import('node:stream/consumers')])
  const [answer] = await once(request(url, options).end(body), 'response')
  const { statusCode: status, headers } = answer
  return new Response(await buffer(answer), { status, headers: { 'content-type': headers['content-type'] } })
}

interface PlainRequest {
  method: string
  headers: Record<string, string>
  body?: string
}

/** Creates a client of the service at `address`; `token` gives access to `/admin`. */
export function createClient({ address, token }: { address: string; token: string }): Client {
  const admin: Client['admin'] = async (method, path, fields = {}) => {
    const query = method === 'GET' ? queryText(fields) : ''
    const send = LONG_CALLS.has(path) ? fetchSlowly : fetch
    const response = await send(address + path + query, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(fields) }),
    }).catch(explainBroken)
    const body = await bodyOf(response)
    if (response.status === 404 && body.error === NO_SUCH_PATH) throw olderService()
    if (!response.ok) throw new RefusedError(body)
    return body
  }

  return {
    address,
    admin,
    operations: async () => (await admin<{ data: OperationRow[] }>('GET', '/admin/operations')).data,
    async call(operation, fields, account) {
      const { key } = await admin<{ key: string }>('POST', '/admin/sign-in', { account, face: 'cli' })
      const rest = { ...fields }
      let path = operation.path
      for (const name of operation.path_fields) {
        path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name] ?? '')))
        delete rest[name]
      }
      const { headers, ...init } = await requestOf(operation, rest)
      const query = operation.method === 'GET' || operation.method === 'DELETE' ? queryText(rest) : ''
      const response = await fetch(address + path + query, {
        ...init,
        headers: { ...(headers as Record<string, string>), 'x-api-key': key },
      }).catch(explainBroken)
      const stream = response.ok && STREAMS[operation.answer]
      const body = stream ? stream(response.body as ReadableStream) : await bodyOf(response)
      return { status: response.status, headers: response.headers, body }
    },
  }
}
