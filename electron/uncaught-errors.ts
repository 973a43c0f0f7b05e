import { app, dialog, Notification } from 'electron'
import { MINUTE } from '../server/base/times.ts'
import { SOFTWARE_FAULT, stopInTime } from '../server/log/uncaught-errors.ts'
import type { DesktopService } from './service.ts'

/**
 * Handles uncaught errors of the desktop app, whose service runs in this process. An unhandled rejection is logged and
 * shown by `status`. After an exception the service stops cleanly and restarts, and a notification says so; the window and
 * its unsaved edits stay as they are. Another exception within a minute ends the app, with the reason.
 */
export function handleUncaughtErrors(service: DesktopService): void {
  let state: 'running' | 'starting again' | 'ending' = 'running'
  let startedAgainAt = Number.NEGATIVE_INFINITY

  process.on('unhandledRejection', error => service.faults.note(error))
  process.on('uncaughtException', error => {
    service.faults.note(error)
    if (state !== 'running') return
    if (Date.now() - startedAgainAt < MINUTE) void end(error)
    else startAgain(error).catch(end)
  })

  async function startAgain(error: Error): Promise<void> {
    state = 'starting again'
    await stopInTime(service)
    await service.startAgain()
    startedAgainAt = Date.now()
    state = 'running'
    // Noted again: the count of the stopped service is gone, and `status` should show the fault.
    service.faults.note(error)
    notifyRestart(service.address)
  }

  async function end(error: Error): Promise<void> {
    state = 'ending'
    await stopInTime(service)
    dialog.showErrorBox(
      'Winnow has to quit.',
      `It met an internal error twice within a minute: ${error.message}\nNo finished work is lost, and jobs continue at the next start. The log has the cause: Help, Open the Data Folder.`,
    )
    app.exit(SOFTWARE_FAULT)
  }
}

const notifyRestart = (address: string): void =>
  new Notification({
    title: 'Winnow started its service again',
    body: `It met an internal error. Running calls were ended, jobs continue; it answers at ${address} as before. The log has the cause.`,
  }).show()
