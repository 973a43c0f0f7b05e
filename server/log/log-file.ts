import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs'

const MAX_FILE_BYTES = 16_777_216
/** Maximum length of text that waits to be written. Further lines are dropped. */
const MAX_BUFFERED = 1_048_576

/** A destination of log lines. */
interface LogFile {
  write(line: string): void
  /** Writes waiting lines. Later lines are dropped. */
  close(): Promise<void>
}

/**
 * A file that lines are appended to asynchronously. A file larger than 16 MB is first renamed to `<file>.1`. While it cannot be
 * written, such as on a full disk, lines are lost; this is reported once on standard error and is not an error of the caller.
 */
export function openLogFile(file: string): LogFile {
  if (existsSync(file) && statSync(file).size > MAX_FILE_BYTES) renameSync(file, `${file}.1`)
  let stream: WriteStream | null = null
  let isReported = false
  let isClosed = false

  const openStream = () =>
    createWriteStream(file, { flags: 'a', mode: 0o600 }).on('error', error => {
      if (!isReported) console.error(`The log cannot be written: ${error.message}`)
      isReported = true
      stream = null
    })

  return {
    write(line) {
      if (isClosed) return
      stream ??= openStream()
      if (stream.writableLength < MAX_BUFFERED) stream.write(line)
    },
    close() {
      isClosed = true
      return new Promise(resolve => (stream ? stream.end(() => resolve()) : resolve()))
    },
  }
}
