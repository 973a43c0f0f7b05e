import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs'

const LARGEST = 16_777_216
/** Most that waits to be written; what comes on top is dropped. */
const MOST_WAITING = 1_048_576

/** Where lines go. */
export interface LogFile {
  write(line: string): void
  /** Writes what waits; what comes later is dropped. */
  close(): Promise<void>
}

/**
 * A file that lines are added to, asynchronously; one larger than 16 MB is put aside first as `<file>.1`. While it cannot
 * be written, on a full disk say, lines are lost: standard error says so once, and stops nobody.
 */
export function openLogFile(file: string): LogFile {
  if (existsSync(file) && statSync(file).size > LARGEST) renameSync(file, `${file}.1`)
  let stream: WriteStream | null = null
  let reported = false
  let closed = false

  const open = () =>
    createWriteStream(file, { flags: 'a', mode: 0o600 }).on('error', error => {
      if (!reported) console.error(`The log cannot be written: ${error.message}`)
      reported = true
      stream = null
    })

  return {
    write(line) {
      if (closed) return
      stream ??= open()
      if (stream.writableLength < MOST_WAITING) stream.write(line)
    },
    close() {
      closed = true
      return new Promise(resolve => (stream ? stream.end(() => resolve()) : resolve()))
    },
  }
}
