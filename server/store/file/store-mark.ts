import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The state of a store, as the file beside it records it. */
export interface StoreMark {
  /** The id of the store. */
  id: string
  /** Increases while the store is written. */
  generation: number
  /** Whether the last service that used the store closed it. */
  isClosed: boolean
}

const fileOf = (dataDir: string) => join(dataDir, 'winnow.generation')

/** Text of constant length, so that each write overwrites the whole previous mark. */
const textOf = ({ id, generation, isClosed }: StoreMark) =>
  `${id} ${String(generation).padStart(16, '0')} ${isClosed ? 'closed' : 'in use'}\n`

/** Reads the mark beside the store of a data folder; null if there is none, or it cannot be read. */
export function readMark(dataDir: string): StoreMark | null {
  try {
    const [, id, generation, state] =
      /^([0-9a-f]{32}) (\d{16}) (closed|in use)\n$/.exec(readFileSync(fileOf(dataDir), 'utf8')) ?? []
    return id ? { id, generation: Number(generation), isClosed: state === 'closed' } : null
  } catch {
    return null
  }
}

/** Keeps the file open, since a mark is written about once a second while the store is. */
export function openMark(dataDir: string) {
  // Creates the file if it is missing; a file opened for appending cannot be written at its start.
  closeSync(openSync(fileOf(dataDir), 'a', 0o600))
  const open = openSync(fileOf(dataDir), 'r+')
  return {
    write: (mark: StoreMark) => void writeSync(open, textOf(mark), 0),
    close: () => closeSync(open),
  }
}
/**
 * Writes the mark of a store that no process has open. If `mark` is null, removes it: the next start accepts the store as
 * it is.
 */
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
