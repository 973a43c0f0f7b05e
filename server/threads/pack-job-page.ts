import { createLoader } from '../base/loader.ts'
import { ownBuffer } from '../base/own-buffer.ts'
import { hasFurtherPages, type ParseResult } from '../parsers/parse-result.ts'
import { type PackedResult, packResult } from '../store/jobs/files.ts'
import type { JobPage, JobPageTask, ParseTask, SerializedResult } from './tasks.ts'

/** Smaller data is passed on as it is: serialising it in the thread would gain nothing. */
const LARGE_DATA = 65_536

/** Loaded with the first page of a job. Importing it again for each page would take longer than some pages do. */
const compressor = createLoader(() => import('./compress-now.ts'))

/** Packs a page and its result in the format of the store. */
export async function packJobPage(
  { bytes, dictionary }: Pick<JobPageTask, 'bytes' | 'dictionary'>,
  result: ParseResult,
): Promise<JobPage> {
  const { compressNow, compressJson } = await compressor.load()
  const packedPage = ownBuffer(compressNow(bytes, dictionary))
  if (hasFurtherPages(result)) return { result, packedPage, packedData: null }
  return { result: { ...result, data: {} }, packedPage, packedData: packOwn(result.data, compressJson) }
}

/** Serialises large data of a result in the format that the task asks for, so that no other thread has to. */
export function writeData(result: ParseResult, { writes, follows }: ParseTask): SerializedResult {
  if (!writes || result.size < LARGE_DATA || (follows && hasFurtherPages(result))) return result
  const data = writes === 'json' ? Buffer.from(JSON.stringify(result.data)) : packOwn(result.data)
  // Links refer to objects inside the data, and are useless without it.
  const { links, ...rest } = result
  return { ...rest, data: data as Uint8Array, ...(links && { links: [] }) }
}

/** In a buffer of its own, because a buffer is always transferred as a whole. */
function packOwn(...args: Parameters<typeof packResult>): PackedResult {
  const packed = packResult(...args)
  return typeof packed === 'string' ? packed : ownBuffer(packed)
}
