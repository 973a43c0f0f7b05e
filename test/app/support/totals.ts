import type { FullConfig, Suite, TestCase } from 'playwright/types/testReporter'

const WORDS = { expected: 'pass', flaky: 'pass', unexpected: 'fail', skipped: 'skipped' } as const

/** Prints totals in the format of Node's test runner, so that both can be added up. Playwright calls it with `new`. */
export default function Totals() {
  let tests: TestCase[] = []
  return {
    onBegin(_config: FullConfig, suite: Suite) {
      tests = suite.allTests()
    },
    onEnd() {
      const counts = { tests: tests.length, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 }
      for (const test of tests) {
        counts[WORDS[test.outcome()]] += 1
        const reason = test.results.findLast(({ error }) => error)?.error?.message
        if (test.outcome() === 'unexpected') console.log(`✖ failing tests:\n✖ ${test.title}\n${reason}`)
        if (test.outcome() === 'flaky') console.log(`⚠ flaky: ${test.title}: ${reason}`)
        const { description } = test.annotations.find(({ type }) => type === 'skip') ?? {}
        if (description) console.log(`﹣ ${test.title} # ${description}`)
      }
      for (const [name, count] of Object.entries(counts)) console.log(`ℹ ${name} ${count}`)
    },
  }
}
