import { SOFTWARE_FAULT } from '../log/uncaught-errors.ts'
import { DISK_EXIT_CODE, diskProblemOf } from '../store/file/disk-errors.ts'

/** Anything that runs until it is told to stop. */
interface Stoppable {
  stop(): Promise<void>
}

/** Stops cleanly on Ctrl-C, `SIGTERM`, or when the terminal is closed; immediately if Ctrl-C or `SIGTERM` comes again. */
export function stopOnSignal(stoppable: Stoppable, name: string, work: string): void {
  let isStopping = false
  const stop = async () => {
    isStopping = true
    console.error(`Stopping: ${work} may finish first. Press again to stop at once.`)
    await stoppable.stop().then(
      () => process.exit(0),
      error => {
        console.error(`The ${name} did not stop cleanly: ${error.message}`)
        process.exit(diskProblemOf(error) ? DISK_EXIT_CODE : SOFTWARE_FAULT)
      },
    )
  }
  const stopOrEnd = () => (isStopping ? process.exit(1) : stop())
  process.on('SIGINT', stopOrEnd)
  // Until now, bin/winnow.mjs ended the process at once. Added before the other is removed: a signal in between would be lost.
  const atStart = process.listeners('SIGTERM')
  process.on('SIGTERM', stopOrEnd)
  for (const listener of atStart) process.off('SIGTERM', listener)
  // Closing a terminal sends SIGHUP, and its shell may send another one.
  process.on('SIGHUP', () => isStopping || stop())
}
