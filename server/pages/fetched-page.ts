import type { Answer, AnswerHeaders } from './exchange.ts'

/** A page as it was fetched. */
export interface FetchedPage {
  /** Any status of HTTP; what it means is decided elsewhere. */
  status: number
  /** Of the last redirect, before `rewrite`. */
  url: string
  /** By lower-case name; several fields of one name are joined with a comma. */
  headers: Record<string, string>
  /** Unpacked. Owns the whole of its buffer, which may thus be transferred to a worker. */
  bytes: Uint8Array<ArrayBuffer>
  contentType: string | null
}

/** An unpacked answer as the page that it is; `url` is the address that was asked. */
export function toPage(answer: Answer, url: URL): FetchedPage {
  const headers = oneValueEach(answer.headers)
  const contentType = headers['content-type'] ?? null
  return { status: answer.status, url: url.href, headers, bytes: ownBuffer(answer.bytes), contentType }
}

/** Most answers have no field twice; their headers are taken as they are. */
function oneValueEach(headers: AnswerHeaders): Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== 'string') return joined(headers)
  return headers as Record<string, string>
}

const joined = (headers: AnswerHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))

/** The same bytes as the whole of a buffer; copied only where they are a part of one. */
export function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const whole = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength
  return whole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}
