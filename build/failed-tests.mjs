// A reporter of Node's test runner that keeps what has failed, a line of JSON each, in the file that FAILED_TESTS names.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

const isOwnFailure = ({ type, data }) =>
  type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed'

export default async function* failedTests(events) {
  for await (const event of events) {
    if (isOwnFailure(event)) keepFailure(event.data)
    yield ''
  }
}

/** Whether something has failed in this process. */
export let hasFailed = false

/** Keeps a failure: the test's name, and its file where that is one of tests, which can be run again. */
export function keepFailure({ file, name }) {
  hasFailed = true
  if (!process.env.FAILED_TESTS) return
  const testFile = file?.endsWith('.test.ts') ? file : undefined
  appendFileSync(process.env.FAILED_TESTS, `${JSON.stringify({ file: testFile, name })}\n`)
}

/** What has been kept in a file: none where nothing has failed. */
export function readFailures(path) {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}
