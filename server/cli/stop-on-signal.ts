import { SOFTWARE_FAULT } from '../log/uncaught-errors.ts'

/** What runs until it is told to stop. */
interface Stoppable {
  stop(): Promise<void>
}

/** Stops in order on Ctrl-C, `SIGTERM`, or where the terminal is closed; at once where Ctrl-C or `SIGTERM` comes again. */
export function stopOnSignal(running: Stoppable, name: string, underWay: string): void {
  let isStopping = false
  const stop = async () => {
    isStopping = true
    console.error(`Stopping: ${underWay} may finish first. Press again to stop at once.`)
    await running.stop().then(
      () => process.exit(0),
      error => {
        console.error(`The ${name} did not stop cleanly: ${error.message}`)
        process.exit(SOFTWARE_FAULT)
      },
    )
  }
  const stopOrEnd = () => (isStopping ? process.exit(1) : stop())
  process.on('SIGINT', stopOrEnd)
  process.on('SIGTERM', stopOrEnd)
  // A terminal that is closed sends this one, and so may the shell in it.
  process.on('SIGHUP', () => isStopping || stop())
}
