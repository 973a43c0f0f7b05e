import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/**
 * Values of `detail` that no answer of the REST API has: they are used for items of batches and runs, cancelled
 * calls, and the app.
 */
const ELSEWHERE = ['duplicate', 'interrupted', 'cancelled', 'expression_failed', 'no_display']

test('docs/rest.md lists every value of `detail` with its status', () => {
  const rows = read('docs/rest.md').split('\n')
  const errors = [...read('server/base/errors.ts').matchAll(/\{ status: (\d+), detail: '(\w+)' \}/g)]
  assert.ok(errors.length > 25)
  for (const [, status, detail] of errors)
    if (!ELSEWHERE.includes(detail!) && !(status === '422' && detail === 'too_large'))
      assert.ok(
        rows.some(row => row.startsWith(`| ${status} |`) && row.includes(`\`${detail}\``)),
        `${status} ${detail}`,
      )
})
