import { AppError, namesField } from './base/errors.ts'
import { fileSentence } from './base/file-errors.ts'
import { exitCodeFor, RefusedError } from './cli/client.ts'
import { createProgram } from './cli/program.ts'
import { DISK_EXIT_CODE, DiskError, diskProblemOf } from './store/file/disk-errors.ts'

/** Returns an error as lines of text: the message with its field, and the hint. */
function explain(error: unknown): string {
  const body =
    error instanceof AppError
      ? error.toJSON()
      : error instanceof RefusedError
        ? error.body
        : { error: fileSentence(error) ?? (error as Error).message }
  const isNamed = !body.field || namesField(String(body.error), String(body.field))
  const field = isNamed ? '' : ` (${body.field})`
  return [`${body.error}${field}`, ...(body.hint ? [String(body.hint)] : [])].join('\n')
}

/** A closed pipe (`winnow … | head`) is not an error; output that cannot be written for another reason, such as a full disk, is. */
function explainUnwritable(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  console.error(`The output cannot be written: ${error.message}`)
  process.exitCode = 1
}

/** Errors of the data folder's disk have their own exit code, so that whoever restarts Winnow can wait for the disk. */
function exitCodeOf(error: unknown): number {
  if (error instanceof RefusedError) return exitCodeFor(error.body)
  return error instanceof DiskError || [error, (error as Error).cause].some(diskProblemOf)
    ? DISK_EXIT_CODE
    : 1
}

/** Runs a command line. Errors go to standard error, with exit code 1, or 74 if the disk of the data folder is the cause. */
export async function main(argv: string[]): Promise<void> {
  process.stdout.on('error', explainUnwritable)
  // The terminal was closed: there is nowhere else to report it.
  process.stderr.on('error', () => undefined)
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    console.error(explain(error))
    process.exitCode = exitCodeOf(error)
  }
}
