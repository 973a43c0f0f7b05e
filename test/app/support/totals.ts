import type { FullResult, TestCase, TestResult } from 'playwright/types/testReporter'

/** Ends a run with the lines that the tests of the service end with, so that both can be added up. Playwright calls it with `new`. */
export default function Totals() {
  const counts = { tests: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 }
  const wordOf = (test: TestCase, status: TestResult['status']) => {
    if (status === 'skipped') return 'skipped'
    if (status === 'interrupted') return 'cancelled'
    return status === test.expectedStatus ? 'pass' : 'fail'
  }
  return {
    onTestEnd(test: TestCase, { status }: TestResult) {
      counts.tests += 1
      counts[wordOf(test, status)] += 1
    },
    onEnd(_result: FullResult) {
      for (const [name, count] of Object.entries(counts)) console.log(`ℹ ${name} ${count}`)
    },
  }
}
