import { type RoundProcess, startRoundProcess } from './contestants.ts'
import type { PageReading, ReadingRound } from './servers/page-reader.ts'

export const PAGE_READER = './servers/page-reader.ts'

/** Page readers by name. Each runs in a separate process that stays alive, so that its code is compiled as in real use. */
export type PageReaders = Record<string, RoundProcess<ReadingRound, PageReading>>

export async function startPageReaders(names: readonly string[]): Promise<PageReaders> {
  const readers: PageReaders = {}
  for (const name of names) readers[name] = await startRoundProcess(PAGE_READER, name)
  return readers
}

export function stopPageReaders(readers: PageReaders): void {
  for (const reader of Object.values(readers)) reader.stop()
}

/**
 * Runs the first and only reading of a process: it shows the time before the engine has compiled anything, and the memory
 * that a page takes.
 */
export async function firstReading(name: string, file: string): Promise<PageReading> {
  const reader = await startRoundProcess<ReadingRound, PageReading>(PAGE_READER, name)
  try {
    return await reader.run({ file, times: 1 })
  } finally {
    reader.stop()
  }
}
