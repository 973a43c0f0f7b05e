import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** How far a store has come, as the file beside it has it. */
export interface StoreMark {
  /** The store's own id. */
  id: string
  /** Grows while the store is written. */
  generation: number
  /** Whether the last service that had the store closed it. */
  isClosed: boolean
}

const fileOf = (dataDir: string) => join(dataDir, 'winnow.generation')

/** Always as long, so that a change overwrites the whole of the one before. */
const textOf = ({ id, generation, isClosed }: StoreMark) =>
  `${id} ${String(generation).padStart(16, '0')} ${isClosed ? 'closed' : 'in use'}\n`

/** The mark beside the store of a data folder; null where there is none that can be read. */
export function readMark(dataDir: string): StoreMark | null {
  try {
    const [, id, generation, state] =
      /^([0-9a-f]{32}) (\d{16}) (closed|in use)\n$/.exec(readFileSync(fileOf(dataDir), 'utf8')) ?? []
    return id ? { id, generation: Number(generation), isClosed: state === 'closed' } : null
  } catch {
    return null
  }
}

/** Keeps the file open, for a mark is written about once a second while the store is. */
export function openMark(dataDir: string) {
  // Created where it is missing; a file that is opened to be added to would take no text at its beginning.
  closeSync(openSync(fileOf(dataDir), 'a', 0o600))
  const open = openSync(fileOf(dataDir), 'r+')
  return {
    write: (mark: StoreMark) => void writeSync(open, textOf(mark), 0),
    close: () => closeSync(open),
  }
}
/** Writes the mark of a store that nobody has open; without one, the next start takes the store as it is. */
export function setMark(dataDir: string, mark: StoreMark | null): void {
  if (!mark) {
    rmSync(fileOf(dataDir), { force: true })
    return
  }
  const file = openMark(dataDir)
  try {
    file.write(mark)
  } finally {
    file.close()
  }
}
