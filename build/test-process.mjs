// Runs test files of the service in one process, one after another, as the parent process names them. Shared modules are
// loaded only once. Each file has its own hooks and is reported as a suite.
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { hasFailed, keepFailure } from './failed-tests.mjs'

const askForNext = () => process.send('next')

process.on('message', file => {
  if (file === null) return end()
  suite(file, async () => {
    after(askForNext)
    await import(pathToFileURL(file))
  })
})
askForNext()

/** Time for the loop to end by itself, and for the reporters to print, in milliseconds. */
const GRACE_MS = 10_000

/**
 * Lets the process end. Resources that a test has left open would keep it alive for ever: they are reported and
 * unreferenced, so that the reporter can still print the failures.
 */
function end() {
  process.disconnect()
  const reportLeaks = () => {
    const name = `A test has left open: ${process.getActiveResourcesInfo().join(', ')}`
    console.error(name)
    // A failed test may not reach its cleanup, so open resources are not a second failure.
    if (!hasFailed) keepFailure({ name })
    process.exitCode = 1
    for (const handle of process._getActiveHandles()) handle.unref?.()
    setTimeout(printAndExit, GRACE_MS).unref()
  }
  setTimeout(reportLeaks, GRACE_MS).unref()
}

/** Ends a process that timers or new connections still keep alive. The runner prints its totals on this event. */
function printAndExit() {
  process.emit('beforeExit', process.exitCode)
  setTimeout(() => process.exit(), GRACE_MS).unref()
}
