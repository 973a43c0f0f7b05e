import { lastMediaType } from '../../base/media-type.ts'
import type { Answer, AnswerHeaders } from './exchange.ts'

/** A fetched page. */
export interface FetchedPage {
  /** Any HTTP status. Other code decides what it means. */
  status: number
  /** The address of the last redirect, before `rewrite`. */
  url: string
  /** By lower-case name. Several fields of the same name are joined with a comma. */
  headers: Record<string, string>
  /** Decompressed. Up to 64 KB may be a view into memory that is shared with others; larger bodies have their own. */
  bytes: Uint8Array
  /** If there are several, the one that browsers use. */
  contentType: string | null
}

/** Converts a decompressed answer into a page. `url` is the address that was requested. */
export function toPage(answer: Answer, url: URL): FetchedPage {
  const headers = oneValueEach(answer.headers)
  const type = headers['content-type']
  const contentType = type === undefined ? null : lastMediaType(type)
  return { status: answer.status, url: url.href, headers, bytes: answer.bytes, contentType }
}

/** Returns the headers unchanged if no field occurs twice, as in most answers. */
function oneValueEach(headers: AnswerHeaders): Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== 'string') return joinValues(headers)
  return headers as Record<string, string>
}

const joinValues = (headers: AnswerHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
