import type { Command } from 'commander'
import { VERSION } from '../base/version.ts'
import { addAccounts } from './accounts.ts'
import { addBackup } from './backup.ts'
import { addCall } from './calls/call.ts'
import { addExtract } from './calls/extract.ts'
import { addParse } from './calls/parse.ts'
import { addRead } from './calls/read.ts'
import { addCompletion } from './completion.ts'
import { addCredits } from './credits.ts'
import { addDoctor } from './doctor.ts'
import { HintingCommand } from './hinting-command.ts'
import { addKeys } from './keys.ts'
import { addLogs } from './logs.ts'
import { addOpen } from './open.ts'
import { addPlatform } from './platform.ts'
import { addServe } from './serve.ts'
import { addSession } from './session.ts'
import { addSettings } from './settings.ts'
import { addStatus } from './status.ts'
import { addStorage } from './storage.ts'
import { addWorker } from './worker.ts'

/** The command line with all its commands. */
export function createProgram(): Command {
  const program = new HintingCommand('winnow')
    .description('Web pages to structured JSON, on your own machine.')
    .version(VERSION)
  addServe(program)
  addWorker(program)
  addOpen(program)
  addStatus(program)
  addDoctor(program)
  addKeys(program)
  addCredits(program)
  addAccounts(program)
  addPlatform(program)
  addSession(program)
  addSettings(program)
  addCall(program)
  addParse(program)
  addRead(program)
  addExtract(program)
  addStorage(program)
  addBackup(program)
  addLogs(program)
  addCompletion(program)
  return program
}
