import { Command } from 'commander'
import { AppError } from './base/errors.ts'
import { VERSION } from './base/version.ts'
import { addAccounts } from './cli/accounts.ts'
import { addBackup } from './cli/backup.ts'
import { addCall } from './cli/call.ts'
import { RefusedError } from './cli/client.ts'
import { addCredits } from './cli/credits.ts'
import { addDoctor } from './cli/doctor.ts'
import { addKeys } from './cli/keys.ts'
import { addOpen } from './cli/open.ts'
import { addParse } from './cli/parse.ts'
import { addPlatform } from './cli/platform.ts'
import { addServe } from './cli/serve.ts'
import { addSettings } from './cli/settings.ts'
import { addStatus } from './cli/status.ts'
import { DISK_FAULT, DiskError, troubleOf } from './store/file/disk-errors.ts'

/** The command line, command by command. */
function createProgram(): Command {
  const program = new Command('winnow')
    .description('Web pages to structured JSON, on your own machine.')
    .version(VERSION)
    .showHelpAfterError('(add --help for the options)')
  addServe(program)
  addOpen(program)
  addStatus(program)
  addDoctor(program)
  addKeys(program)
  addCredits(program)
  addAccounts(program)
  addPlatform(program)
  addSettings(program)
  addCall(program)
  addParse(program)
  addBackup(program)
  return program
}

/** An error as lines for people: the sentence, the field, how to fix it. */
function explain(error: unknown): string {
  const body =
    error instanceof AppError
      ? error.toJSON()
      : error instanceof RefusedError
        ? error.body
        : { error: (error as Error).message }
  const field = body.field ? ` (${body.field})` : ''
  return [`${body.error}${field}`, ...(body.hint ? [String(body.hint)] : [])].join('\n')
}

/** `winnow … | head` reads as much as it wants; output that cannot be written otherwise, on a full disk say, is a failure. */
function explainUnwritable(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  console.error(`The output cannot be written: ${error.message}`)
  process.exitCode = 1
}

/** Where the disk of the data folder is the reason, that is told apart: whoever starts Winnow again may wait for it. */
const exitCodeOf = (error: unknown) =>
  error instanceof DiskError || [error, (error as Error).cause].some(troubleOf) ? DISK_FAULT : 1

/** Runs a command line; errors go to standard error, with exit code 1, or 74 where the data folder's disk is the reason. */
export async function main(argv: string[]): Promise<void> {
  process.stdout.on('error', explainUnwritable)
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    console.error(explain(error))
    process.exitCode = exitCodeOf(error)
  }
}
