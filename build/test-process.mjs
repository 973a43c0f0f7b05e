// Runs test files of the service in one process, one after another, as the program that started it names them. What they
// load is loaded once; each has hooks of its own, and is reported as a suite.
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

/**
 * Lets the process end. What a test has left open would keep it for ever: it is closed and let go, so that the reporter
 * still says at the end what has failed.
 */
function end() {
  process.disconnect()
  const reportLeaks = () => {
    const name = `A test has left open: ${process.getActiveResourcesInfo().join(', ')}`
    console.error(name)
    // Who fails may not get to closing what it has opened: that is not a failure beside its own.
    if (!hasFailed) keepFailure({ name })
    process.exitCode = 1
    for (const handle of process._getActiveHandles()) handle.unref?.()
  }
  setTimeout(reportLeaks, 10_000).unref()
}
