import type { Answer, AnswerHeaders } from './exchange.ts'

/** A page as it was fetched. */
export interface FetchedPage {
  /** Any status of HTTP; what it means is decided elsewhere. */
  status: number
  /** Of the last redirect, before `rewrite`. */
  url: string
  /** By lower-case name; several fields of one name are joined with a comma. */
  headers: Record<string, string>
  /** Unpacked. Up to 64 KB may be a view into memory that others read, too; larger ones have theirs alone. */
  bytes: Uint8Array
  contentType: string | null
}

/** An unpacked answer as the page that it is; `url` is the address that was asked. */
export function toPage(answer: Answer, url: URL): FetchedPage {
  const headers = oneValueEach(answer.headers)
  const contentType = headers['content-type'] ?? null
  return { status: answer.status, url: url.href, headers, bytes: answer.bytes, contentType }
}

/** Most answers have no field twice; their headers are taken as they are. */
function oneValueEach(headers: AnswerHeaders): Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== 'string') return joined(headers)
  return headers as Record<string, string>
}

const joined = (headers: AnswerHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
