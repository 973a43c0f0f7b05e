// A reporter for Node's test runner that writes failures to the file that FAILED_TESTS names, one line of JSON each.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Failure types that the runner's totals count as cancelled. */
const CANCELLED = new Set(['cancelledByParent', 'testTimeoutFailure'])

/** Returns how the runner's totals count a failed test; `null` for a suite, which they do not count. */
function countOf({ type, error }) {
  if (type === 'suite') return null
  return CANCELLED.has(error.failureType) ? 'cancelled' : 'fail'
}

const isOfSubtests = ({ type, error }) => type === 'suite' && error.failureType === 'subtestsFailed'

export default async function* failedTests(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && !isOfSubtests(data.details))
      keepFailure({ ...data, count: countOf(data.details) })
    yield ''
  }
}

/** Whether a test has failed in this process. */
export let hasFailed = false

/** Records a failure: its name, how it is counted, and its file if that is a test file, which can be run again. */
export function keepFailure({ file, name, count = null }) {
  hasFailed = true
  if (!process.env.FAILED_TESTS) return
  const testFile = file?.endsWith('.test.ts') ? file : undefined
  appendFileSync(process.env.FAILED_TESTS, `${JSON.stringify({ file: testFile, name, count })}\n`)
}

/** Reads the failures in a file; an empty list if nothing has failed. */
export function readFailures(path) {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}
