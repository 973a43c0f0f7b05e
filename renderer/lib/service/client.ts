import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { adminOperations } from '../../../server/admin/index.ts'
import type { operations } from '../../../server/operations/index.ts'
import type { UploadedFile } from '../../../server/operations/operation.ts'
import { chooseAccount, currentAccount, FIRST_ACCOUNT } from './account.ts'
import { CallError, type ErrorBody } from './call-error.ts'
import { checkConnection, onConnection, SIGN_IN_PATH } from './connection.ts'
import { type Route, requestOf } from './request.ts'
import { sendOnce } from './send-once.ts'
import {
  download,
  explainNetwork,
  type RawAnswer,
  refuseWhileAway,
  type TransferOptions,
  upload,
} from './transfer.ts'

type Known = ReturnType<typeof operations>[number] | ReturnType<typeof adminOperations>[number]
/** The ids that the compiler knows. Prebuilt APIs are known at run time only and use `send`. */
export type OperationId = Known extends infer One extends { id: string }
  ? One extends unknown
    ? string extends One['id']
      ? never
      : One['id']
    : never
  : never
type OperationOf<Id extends OperationId> = Extract<Known, { id: Id }>
/** An input as a client sends it: with a Blob for each uploaded file. */
type Sent<Input> = {
  [Name in keyof Input]: Exclude<Input[Name], undefined> extends UploadedFile
    ? Blob
    : Exclude<Input[Name], undefined> extends UploadedFile[]
      ? Blob[]
      : Input[Name]
}
export type InputOf<Id extends OperationId> = Sent<OperationOf<Id>['example']['input']>
export type OutputOf<Id extends OperationId> = OperationOf<Id>['output']['_zod']['output']

export interface CallOptions extends TransferOptions {
  /** The method, if the operation accepts a second one. */
  method?: Route['method'] | undefined
  /** Keeps a trace of the call for an hour. */
  debug?: boolean | undefined
  /** Further headers: `If-Match`, `Idempotency-Key`. */
  headers?: Record<string, string>
}

/** An answer as text. */
export interface Answer extends Omit<RawAnswer, 'body'> {
  bytes: number
  text: string
}

interface SignIn {
  routes: Map<string, Route>
  key: string
}

const signIns = new Map<string, Promise<SignIn>>()

// The keys of a window are kept in the memory of the service, which may be another one than before.
onConnection(() => signIns.clear())

const admin = async <T>(init: RequestInit): Promise<T> => {
  const response = await fetch(SIGN_IN_PATH, init).catch(explainNetwork)
  const body = await response.json()
  if (response.ok) return body
  if (response.status === 401) await checkConnection()
  throw new CallError(response.status, body)
}

async function openSignIn(account: string): Promise<SignIn> {
  const [{ operations }, { key }] = await Promise.all([
    admin<{ operations: Route[] }>({}),
    admin<{ key: string }>({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account }),
    }),
  ])
  return { routes: new Map(operations.map(route => [route.id, route])), key }
}

/** It was renamed in another window, or is of another data folder that was served at this address. */
const isUnknownAccount = (error: unknown, account: string) =>
  error instanceof CallError &&
  error.status === 404 &&
  account !== FIRST_ACCOUNT &&
  account === currentAccount()

/**
 * Gets the window's key for the current account, once; the first account takes the place of one that is unknown here. After
 * a failure, the next call tries again.
 */
export function signIn(): Promise<SignIn> {
  const account = currentAccount()
  const known = signIns.get(account)
  if (known) return known
  const opened = openSignIn(account).catch(error => {
    signIns.delete(account)
    if (!isUnknownAccount(error, account)) throw error
    chooseAccount(FIRST_ACCOUNT)
    return signIn()
  })
  signIns.set(account, opened)
  return opened
}

/** The request for a call, with the window's key if it needs one. */
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

/** Repeats a call with a new key if the service does not accept the old one, as after a restart. */
async function withKey<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  const answer = await ask()
  if (answer.status !== 401) return answer
  signIns.delete(currentAccount())
  return ask()
}

/** Calls any operation and returns its unparsed answer, including errors. File fields take a File or a list of them. */
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

/** Passes on each event of an operation, until the last one or until `signal` aborts. Throws CallError. */
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
  if (!response.ok) throw new CallError(response.status, await response.json())
  const events = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read())
    onEvent(JSON.parse(read.value.data))
}

/** The same, with the body as text. */
export async function send(
  id: string,
  input: Record<string, unknown>,
  options?: CallOptions,
): Promise<Answer> {
  const { body, ...head } = await exchange(id, input, options)
  return { ...head, bytes: body.size, text: await body.text() }
}

const isJson = ({ headers }: Answer) => headers.get('content-type')?.startsWith('application/json')

/** The value of an answer: JSON, or text. Throws CallError for an error answer. */
export function resultOf<T = unknown>(answer: Answer): T {
  const value = isJson(answer) ? JSON.parse(answer.text) : answer.text || null
  if (answer.status < 400) return value
  throw new CallError(answer.status, value as ErrorBody, answer.headers.get('x-request-id'))
}

/** Calls an operation and returns its result. Throws CallError. */
export async function call<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options?: CallOptions,
): Promise<OutputOf<Id>> {
  const ask = async () => resultOf<OutputOf<Id>>(await send(id, input as Record<string, unknown>, options))
  // What can be aborted is a question, which may have another answer by now.
  if (options?.signal) return ask()
  await refuseWhileAway()
  const { routes } = await signIn()
  if (routes.get(id)?.method === 'GET') return ask()
  return sendOnce(id, [currentAccount(), input, options?.headers], ask)
}
