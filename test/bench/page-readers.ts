import { type Kept, startKept } from './contestants.ts'
import type { Reading, ReadingRound } from './servers/page-reader.ts'

export const PAGE_READER = './servers/page-reader.ts'

/** Readers of pages by name, each in a process of its own that is kept, so that its code is compiled as it is in use. */
export type PageReaders = Record<string, Kept<ReadingRound, Reading>>

export async function startPageReaders(names: readonly string[]): Promise<PageReaders> {
  const readers: PageReaders = {}
  for (const name of names) readers[name] = await startKept(PAGE_READER, name)
  return readers
}

export function stopPageReaders(readers: PageReaders): void {
  for (const reader of Object.values(readers)) reader.stop()
}

/** The only reading of a process: what a page costs before the engine has compiled anything, and the memory that it takes. */
export async function firstReading(name: string, file: string): Promise<Reading> {
  const reader = await startKept<ReadingRound, Reading>(PAGE_READER, name)
  try {
    return await reader.run({ file, times: 1 })
  } finally {
    reader.stop()
  }
}
