import { once } from '../base/once.ts'
import { ownBuffer } from '../base/own-buffer.ts'
import { leadsOn } from '../parsers/paging/gather-pages.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import { type PackedResult, packResult } from '../store/jobs/files.ts'
import type { JobPage, JobPageTask, ParseTask, WrittenResult } from './tasks.ts'

/** Smaller data are handed over as they are: nothing is gained by writing them in the thread. */
const LARGE = 65_536

/** Loaded by the first page of a job; to import it again for each would take longer than some pages do. */
const compressor = once(() => import('./compress-now.ts'))

/** Packs a page and what was read of it as the store keeps them. */
export async function packJobPage(
  { bytes, dictionary }: Pick<JobPageTask, 'bytes' | 'dictionary'>,
  result: ParseResult,
): Promise<JobPage> {
  const { compressNow, compressJson } = await compressor()
  const packedPage = ownBuffer(compressNow(bytes, dictionary))
  if (leadsOn(result)) return { result, packedPage, packedData: null }
  return { result: { ...result, data: {} }, packedPage, packedData: packOwn(result.data, compressJson) }
}

/** Writes large data of a result as the task wants them, so that no other thread has to. */
export function writeData(result: ParseResult, { writes, follows }: ParseTask): WrittenResult {
  if (!writes || result.size < LARGE || (follows && leadsOn(result))) return result
  const data = writes === 'json' ? Buffer.from(JSON.stringify(result.data)) : packOwn(result.data)
  // What links add to lies in the data, and is of no use outside of them.
  const { links, ...rest } = result
  return { ...rest, data: data as Uint8Array, ...(links && { links: [] }) }
}

/** In a buffer of its own, since a buffer crosses to another thread as a whole. */
function packOwn(...given: Parameters<typeof packResult>): PackedResult {
  const packed = packResult(...given)
  return typeof packed === 'string' ? packed : ownBuffer(packed)
}
