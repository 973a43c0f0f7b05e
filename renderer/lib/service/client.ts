import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { adminOperations } from '../../../server/admin/index.ts'
import type { operations } from '../../../server/operations/index.ts'
import type { UploadedFile } from '../../../server/operations/operation.ts'
import { readJson } from '../read-json.ts'
import { chooseAccount, currentAccount, FIRST_ACCOUNT } from './account.ts'
import { CallError, failedCall } from './call-error.ts'
import { compareClocks } from './clock.ts'
import { checkConnection, onConnection, SIGN_IN_PATH } from './connection.ts'
import { type CallRoute, requestOf } from './request.ts'
import { sendOnce } from './send-once.ts'
import {
  download,
  explainNetwork,
  type RawAnswer,
  refuseWhileAway,
  type TransferOptions,
  upload,
} from './transfer.ts'

type KnownOperation = ReturnType<typeof operations>[number] | ReturnType<typeof adminOperations>[number]
/** The operation ids that the compiler knows. Prebuilt APIs are known only at run time; call them with `send`. */
export type OperationId = KnownOperation extends infer One extends { id: string }
  ? One extends unknown
    ? string extends One['id']
      ? never
      : One['id']
    : never
  : never
type OperationOf<Id extends OperationId> = Extract<KnownOperation, { id: Id }>
/** The input as a client sends it: a Blob in place of each uploaded file. */
type ClientInput<Input> = {
  [Name in keyof Input]: Exclude<Input[Name], undefined> extends UploadedFile
    ? Blob
    : Exclude<Input[Name], undefined> extends UploadedFile[]
      ? Blob[]
      : Input[Name]
}
export type InputOf<Id extends OperationId> = ClientInput<OperationOf<Id>['example']['input']>
export type OutputOf<Id extends OperationId> = OperationOf<Id>['output']['_zod']['output']

export interface CallOptions extends TransferOptions {
  /** The method, if the operation accepts a second one. */
  method?: CallRoute['method'] | undefined
  /** Keeps a trace of the call for an hour. */
  debug?: boolean | undefined
  /** Additional headers: `If-Match`, `Idempotency-Key`. */
  headers?: Record<string, string>
}

/** An answer whose body is read as text. */
export interface TextAnswer extends Omit<RawAnswer, 'body'> {
  bytes: number
  text: string
}

interface SignInResult {
  routes: Map<string, CallRoute>
  key: string
}

const signIns = new Map<string, Promise<SignInResult>>()

// The service keeps the keys of windows in memory. After a reconnection it may be another process, without them.
onConnection(() => signIns.clear())

const admin = async <T>(init: RequestInit): Promise<T> => {
  const response = await fetch(SIGN_IN_PATH, init).catch(explainNetwork)
  compareClocks(response.headers.get('date'))
  const text = await response.text()
  const body = readJson(text)
  if (response.ok && body !== undefined) return body as T
  if (response.status === 401) await checkConnection()
  throw failedCall(response.status, text)
}

async function openSignIn(account: string): Promise<SignInResult> {
  const [{ operations }, { key }] = await Promise.all([
    admin<{ operations: CallRoute[] }>({}),
    admin<{ key: string }>({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account }),
    }),
  ])
  return { routes: new Map(operations.map(route => [route.id, route])), key }
}

/** The account was renamed in another window, or belongs to another data folder that was served at this address. */
const isUnknownAccount = (error: unknown, account: string) =>
  error instanceof CallError &&
  error.status === 404 &&
  account !== FIRST_ACCOUNT &&
  account === currentAccount()

/**
 * Gets the window's key for the current account, once per account. If this service has no such account, switches to the
 * first account. After a failure, the next call tries again.
 */
export function signIn(): Promise<SignInResult> {
  const account = currentAccount()
  const known = signIns.get(account)
  if (known) return known
  const pendingSignIn = openSignIn(account).catch(error => {
    signIns.delete(account)
    if (!isUnknownAccount(error, account)) throw error
    chooseAccount(FIRST_ACCOUNT)
    return signIn()
  })
  signIns.set(account, pendingSignIn)
  return pendingSignIn
}

/** Builds the request of a call, with the window's key if the operation needs one. */
async function requestFor(id: string, input: Record<string, unknown>, options: CallOptions) {
  const { routes, key } = await signIn()
  const route = routes.get(id)
  if (!route) throw new CallError(404, { error: `There is no operation ${id}.`, hint: 'Reload the page.' })
  const { url, method, headers, body } = requestOf(
    { ...route, method: options.method ?? route.method },
    input,
  )
  const ownKey = route.access === 'admin' || route.access === 'public' ? {} : { 'x-api-key': key }
  const address = options.debug ? `${url}${url.includes('?') ? '&' : '?'}debug=1` : url
  return { address, method, headers: { ...headers, ...ownKey, ...options.headers }, body }
}

/** Sends a call, and repeats it with a new key if the service does not accept the old one, such as after a restart. */
async function withKey<T extends { status: number }>(sendRequest: () => Promise<T>): Promise<T> {
  const answer = await sendRequest()
  if (answer.status !== 401) return answer
  signIns.delete(currentAccount())
  return sendRequest()
}

/**
 * Calls any operation and returns its unparsed answer, even for an error status. File fields take a File or a list of
 * files.
 */
export const exchange = (
  id: string,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Promise<RawAnswer> => withKey(() => exchangeOnce(id, input, options))

async function exchangeOnce(
  id: string,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<RawAnswer> {
  await refuseWhileAway()
  const { address, method, headers, body } = await requestFor(id, input, options)
  return options.onProgress && body instanceof FormData
    ? upload(address, { method, headers, body }, options)
    : download(address, { method, headers, ...(body !== undefined && { body }) }, options)
}

/** Calls `onEvent` for each event of an operation until the stream ends or `signal` aborts. Throws CallError. */
export async function follow<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  onEvent: (event: OutputOf<Id>) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await withKey(async () => {
    const { address, method, headers } = await requestFor(id, input as Record<string, unknown>, {})
    return fetch(address, { method, headers, signal }).catch(explainNetwork)
  })
  if (!response.ok) throw failedCall(response.status, await response.text())
  const events = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read())
    onEvent(JSON.parse(read.value.data))
}

/** Like `exchange`, with the body as text. */
export async function send(
  id: string,
  input: Record<string, unknown>,
  options?: CallOptions,
): Promise<TextAnswer> {
  const { body, ...head } = await exchange(id, input, options)
  return { ...head, bytes: body.size, text: await body.text() }
}

/**
 * Returns the parsed JSON of an answer, or its text. Throws CallError if the status is an error, or if Winnow has not sent
 * the answer: it sends no HTML.
 */
export function resultOf<T = unknown>({ status, headers, text }: TextAnswer): T {
  const type = headers.get('content-type') ?? ''
  const value = type.startsWith('application/json') ? readJson(text) : text || null
  if (status < 400 && value !== undefined && !type.startsWith('text/html')) return value as T
  throw failedCall(status, text, headers.get('x-request-id'))
}

/** Calls an operation and returns its result. Throws CallError. */
export async function call<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options?: CallOptions,
): Promise<OutputOf<Id>> {
  const sendCall = async () =>
    resultOf<OutputOf<Id>>(await send(id, input as Record<string, unknown>, options))
  // A call with a signal only reads, so it is never merged with an identical one: the answer may have changed since.
  if (options?.signal) return sendCall()
  await refuseWhileAway()
  const { routes } = await signIn()
  if (routes.get(id)?.method === 'GET') return sendCall()
  return sendOnce(id, [currentAccount(), input, options?.headers], sendCall)
}
