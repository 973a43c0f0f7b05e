import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { AppError } from '../base/errors.ts'
import { bufferOf } from '../base/own-buffer.ts'
import type { CallEnding } from '../operations/call.ts'
import type { Rows } from '../operations/databases/rows.ts'
import { METRICS_TYPE } from '../operations/metrics-text.ts'
import { type AnswerKind, MAKES_RECORD, type Operation } from '../operations/operation.ts'
import { EVENTS_HEADERS, encodeEvents } from './encode-events.ts'
import { encodeRows } from './encode-rows.ts'

/** An answer in the form that HTTP sends. */
interface EncodedAnswer {
  status: number
  headers: OutgoingHttpHeaders
  /** A stream is sent as it arrives. */
  body: string | Buffer | Readable
}

const JSON_TYPE = 'application/json; charset=utf-8'

type EncodeValue = (value: unknown, headers: OutgoingHttpHeaders) => EncodedAnswer['body']

/** A value may be encoded as JSON already. */
const encodeJson: EncodeValue = value =>
  value instanceof Uint8Array ? bufferOf(value) : JSON.stringify(value)

/** How each kind of answer is encoded for HTTP. Errors are always JSON. */
const ENCODERS: Record<AnswerKind, { type?: string; write: EncodeValue }> = {
  value: { type: JSON_TYPE, write: encodeJson },
  created: { type: JSON_TYPE, write: encodeJson },
  accepted: { type: JSON_TYPE, write: value => JSON.stringify(value) },
  text: { type: 'text/markdown; charset=utf-8', write: String },
  metrics: { type: METRICS_TYPE, write: String },
  empty: { write: () => '' },
  rows: {
    write(value, headers) {
      const encoded = encodeRows(value as Rows)
      Object.assign(headers, encoded.headers)
      return encoded.body
    },
  },
  events: {
    write(value, headers) {
      Object.assign(headers, EVENTS_HEADERS)
      return encodeEvents(value as AsyncIterable<object>)
    },
  },
}

/** The headers of every answer. */
export const headersOf = (requestId: string): Record<string, string> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
})

/** Encodes the ending of a call as status, headers and body; `params` are the ids in its path. */
export function encodeEnding(
  { answer, path, madeAt = path, versioned }: Operation,
  requestId: string,
  ending: CallEnding,
  params: Record<string, string>,
): EncodedAnswer {
  const { type, write } = ENCODERS[ending.failed ? 'value' : answer]
  const headers: OutgoingHttpHeaders = headersOf(requestId)
  if (type) headers['Content-Type'] = type
  if (ending.credits) {
    headers['X-Credits-Used'] = ending.credits.used
    headers['X-Credits-Remaining'] = ending.credits.remaining
  }
  if (ending.sources.length) headers['X-Source'] = ending.sources.join(', ')
  if (ending.notice) headers['X-Notice'] = ending.notice
  if (ending.isTraced) headers.Link = `</v1/traces/${requestId}>; rel="trace"`
  if (ending.isReplayed) headers['Idempotency-Replayed'] = 'true'
  if (ending.retryAfter !== undefined) headers['Retry-After'] = ending.retryAfter
  if (!ending.failed && versioned) headers.ETag = `"${(ending.value as { version: number }).version}"`
  if (!ending.failed && MAKES_RECORD.has(answer))
    headers.Location = `${fillPath(madeAt, params)}/${(ending.value as { id: string }).id}`
  return { status: ending.status, headers, body: write(ending.value, headers) }
}

/** A path with the ids that it names. */
const fillPath = (path: string, params: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]!))

/** Encodes an error that no operation threw: from a guard, the router or a bug. */
export function encodeError(error: AppError, requestId: string) {
  const { retryAfter, headers } = error.facts
  const allHeaders: OutgoingHttpHeaders = { ...headersOf(requestId), 'Content-Type': JSON_TYPE, ...headers }
  if (retryAfter !== undefined) allHeaders['Retry-After'] = retryAfter
  return { status: error.status, headers: allHeaders, body: JSON.stringify(error) }
}
