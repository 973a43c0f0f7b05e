import { ownBuffer } from '../pages/fetched-page.ts'
import { leadsOn } from '../parsers/paging/gather-pages.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import { packResult } from '../store/jobs/files.ts'
import { compressNow, compressText } from './compress-now.ts'
import type { JobPage } from './tasks.ts'
import { owned } from './write-data.ts'

/** Packs a page and what was read of it as the store keeps them. */
export function packJobPage(bytes: Uint8Array, result: ParseResult): JobPage {
  const packedPage = ownBuffer(compressNow(bytes))
  if (leadsOn(result)) return { result, packedPage, packedData: null }
  return {
    result: { ...result, data: {} },
    packedPage,
    packedData: owned(packResult(result.data, compressText)),
  }
}
