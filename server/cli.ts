import { AppError } from './base/errors.ts'
import { fileSentence } from './base/file-errors.ts'
import { RefusedError } from './cli/client.ts'
import { createProgram } from './cli/program.ts'
import { DISK_FAULT, DiskError, troubleOf } from './store/file/disk-errors.ts'

/** An error as lines for people: the sentence, the field, how to fix it. */
function explain(error: unknown): string {
  const body =
    error instanceof AppError
      ? error.toJSON()
      : error instanceof RefusedError
        ? error.body
        : { error: fileSentence(error) ?? (error as Error).message }
  const field = body.field ? ` (${body.field})` : ''
  return [`${body.error}${field}`, ...(body.hint ? [String(body.hint)] : [])].join('\n')
}

/** `winnow … | head` reads as much as it wants; output that cannot be written otherwise, on a full disk say, is a failure. */
function explainUnwritable(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  console.error(`The output cannot be written: ${error.message}`)
  process.exitCode = 1
}

/** Where the disk of the data folder is the reason, the exit code differs: whoever starts Winnow again may wait for it. */
const exitCodeOf = (error: unknown) =>
  error instanceof DiskError || [error, (error as Error).cause].some(troubleOf) ? DISK_FAULT : 1

/** Runs a command line; errors go to standard error, with exit code 1, or 74 where the data folder's disk is the reason. */
export async function main(argv: string[]): Promise<void> {
  process.stdout.on('error', explainUnwritable)
  // A closed terminal takes no more lines, and there is nobody else to tell.
  process.stderr.on('error', () => undefined)
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    console.error(explain(error))
    process.exitCode = exitCodeOf(error)
  }
}
