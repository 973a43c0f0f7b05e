import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testChromium } from '../support/chromium.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { startJobSite } from './support/job-site.ts'

const folder = tempFolder()

/** A Chromium that exits at once on its first `failures` starts. */
async function createFailingBrowser(failures: number) {
  const chromium = await testChromium()
  const executablePath = join(folder, `fails-${failures}`)
  const program = `#!/bin/sh
echo start >> "$0.starts"
[ "$(wc -l < "$0.starts")" -gt ${failures} ] || exit 1
exec ${chromium.executablePath} "$@"
`
  writeFileSync(executablePath, program, { mode: 0o755 })
  return { browser: { ...chromium, executablePath } }
}

const startsLater = startJobSite(
  {},
  () => undefined,
  () => createFailingBrowser(1),
)
const startsNever = startJobSite(
  {},
  () => undefined,
  () => createFailingBrowser(100),
)

/** Runs a job whose page is opened in a browser. Returns the job once it has ended. */
async function endedInBrowser(jobs: typeof startsLater) {
  const parser_id = await jobs.service.parser({ fields: { title: 'h1' } }, { fetch: { mode: 'browser' } })
  return jobs.ended((await jobs.scrape('/page', { parser_id })).json.id)
}

test('a browser that fails to start is started again by the next attempt of the job', async () => {
  const { state, attempts, error } = await endedInBrowser(startsLater)
  assert.equal(state, 'completed', error?.message)
  assert.deepEqual(
    attempts.map((attempt: { error: { code: string } | null }) => attempt.error?.code ?? null),
    ['no_browser', null],
  )
})

test('a browser that never starts fails the job with the reason, and nothing is charged', async () => {
  const before = await startsNever.credits()
  const { state, attempts, error } = await endedInBrowser(startsNever)
  assert.equal(state, 'failed')
  assert.equal(attempts.length, 3)
  assert.deepEqual([error.code, error.retryable], ['no_browser', true])
  assert.match(error.message, /could not be started/)
  assert.deepEqual(await startsNever.credits(), before)
})
