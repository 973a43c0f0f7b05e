import { constants, createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs'

const MAX_FILE_BYTES = 16_777_216
/** Maximum length of text that waits to be written. Further lines are dropped. */
const MAX_BUFFERED = 1_048_576

/** Without O_NONBLOCK, opening a pipe that nobody reads waits for a reader, and so does the stop of the service. */
const FLAG_BITS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)
/** The types of Node do not name numbers, which it accepts here, too. */
const FLAGS = FLAG_BITS as unknown as string

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
  setAside(file)
  let stream: WriteStream | null = null
  let isReported = false
  let isClosed = false

  function report({ code, message }: NodeJS.ErrnoException) {
    const reason = code === 'ENXIO' ? `${file} is a pipe that nobody reads` : message
    if (!isReported) console.error(`The log cannot be written: ${reason}`)
    isReported = true
  }

  const openStream = () =>
    createWriteStream(file, { flags: FLAGS, mode: 0o600 }).on('error', error => {
      report(error)
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

function setAside(file: string): void {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isFile() && found.size > MAX_FILE_BYTES) renameSync(file, `${file}.1`)
  } catch (error) {
    console.error(`The log continues in the same file: ${(error as Error).message}`)
  }
}
