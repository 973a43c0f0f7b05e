import zlib from 'node:zlib'
import { ownBuffer } from '../pages/fetched-page.ts'
import { leadsOn } from '../parsers/paging/gather-pages.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import { type PackedResult, packResult } from '../store/job-files.ts'
import type { JobPage } from './extraction.ts'

/** Packs a page and what was read of it as the store keeps them. */
export function packJobPage(bytes: Uint8Array, result: ParseResult): JobPage {
  const packedPage = ownBuffer(zlib.zstdCompressSync(bytes))
  if (leadsOn(result)) return { result, packedPage, packedData: null }
  return { result: { ...result, data: {} }, packedPage, packedData: packOwn(result.data) }
}

/** In a buffer of its own, since a buffer crosses to another thread as a whole. */
function packOwn(value: unknown): PackedResult {
  const packed = packResult(value)
  return typeof packed === 'string' ? packed : ownBuffer(packed)
}
