// A reporter of Node's test runner that keeps what has failed, a line of JSON each, in the file that FAILED_TESTS names.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** What has ended a test that the runner's totals count as cancelled. */
const CANCELLED = new Set(['cancelledByParent', 'testTimeoutFailure'])

/** What the runner's totals count a failed test as; `null` for a suite, which they do not count. */
function countOf({ type, error }) {
  if (type === 'suite') return null
  return CANCELLED.has(error.failureType) ? 'cancelled' : 'fail'
}

const isOfParts = ({ type, error }) => type === 'suite' && error.failureType === 'subtestsFailed'

export default async function* failedTests(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && !isOfParts(data.details))
      keepFailure({ ...data, count: countOf(data.details) })
    yield ''
  }
}

/** Whether something has failed in this process. */
export let hasFailed = false

/** Keeps a failure: its name, what it counts as, and its file where that is one of tests, which can be run again. */
export function keepFailure({ file, name, count = null }) {
  hasFailed = true
  if (!process.env.FAILED_TESTS) return
  const testFile = file?.endsWith('.test.ts') ? file : undefined
  appendFileSync(process.env.FAILED_TESTS, `${JSON.stringify({ file: testFile, name, count })}\n`)
}

/** What has been kept in a file: none where nothing has failed. */
export function readFailures(path) {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}
