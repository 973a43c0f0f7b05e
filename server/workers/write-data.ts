import { ownBuffer } from '../pages/fetched-page.ts'
import { leadsOn } from '../parsers/paging/gather-pages.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import { type PackedResult, packResult } from '../store/jobs/files.ts'
import type { ParseTask, WrittenResult } from './tasks.ts'

/** Smaller data are handed over as they are: nothing is gained by writing them in the thread. */
const LARGE = 65_536

/** Writes large data of a result as the task wants them, so that no other thread has to. */
export function writeData(result: ParseResult, { writes, follows }: ParseTask): WrittenResult {
  if (!writes || result.size < LARGE || (follows && leadsOn(result))) return result
  const data = writes === 'json' ? Buffer.from(JSON.stringify(result.data)) : owned(packResult(result.data))
  // What links add to lies in the data, and is of no use outside of them.
  const { links, ...rest } = result
  return { ...rest, data: data as Uint8Array, ...(links && { links: [] }) }
}

/** In a buffer of its own, since a buffer crosses to another thread as a whole. */
export const owned = (packed: PackedResult): PackedResult =>
  typeof packed === 'string' ? packed : ownBuffer(packed)
