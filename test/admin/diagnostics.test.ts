import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const PASSWORD = 'a-secret-word'

let winnow: TestApp
const sampleCall = createSampleCall()
before(async () => {
  winnow = await startTestApp({ proxy: `http://me:${PASSWORD}@127.0.0.1:9` }, sampleCall.more)
})
after(() => winnow.stop())

/** Waits for a text in the log, which is written after the answer is sent. */
async function logged(text: string) {
  while (!(await readFile(join(winnow.app.dataDir, 'winnow.log'), 'utf8').catch(() => '')).includes(text))
    await new Promise(resolve => setTimeout(resolve, 10))
}
const lines = async (query = '') => (await winnow.admin(`/admin/log?${query}`)).json.data

describe('/admin/log', () => {
  test('lists the newest lines first, up to the limit', async () => {
    await winnow.call('/v1/parsers/prs_first')
    await winnow.call('/v1/parsers/prs_second')
    await logged('prs_second')
    const [second, first] = await lines()
    assert.deepEqual(
      [second.facts.path, first.facts.path, first.facts.status, first.level],
      ['/v1/parsers/prs_second', '/v1/parsers/prs_first', 404, 'info'],
    )
    assert.equal((await lines('limit=1')).length, 1)
  })

  test('leaves out lines below the level asked for', async () => {
    assert.deepEqual(await lines('level=error'), [])
    await winnow.call('/v1/sample-call', { json: { outcome: 'bug' } })
    await logged('"level":50')
    const [failedLine, ...others] = await lines('level=error')
    assert.deepEqual(others, [])
    assert.equal(failedLine.message, 'failed')
    assert.match(failedLine.facts.requestId, /^req_/)
  })
})

describe('/admin/diagnostics', () => {
  test('contains what a bug report needs, and no secrets', async () => {
    const { json, text } = await winnow.admin('/admin/diagnostics')
    assert.equal(json.node, process.version)
    assert.equal(json.browser, null)
    assert.equal(json.changed_settings.public_rate, 100_000)
    assert.equal(json.changed_settings.retries, 0)
    assert.equal(json.changed_settings.price_parse, undefined)
    assert.ok(json.log.some(({ level }: { level: string }) => level === 'error'))
    assert.ok(!text.includes(PASSWORD) && !text.includes(winnow.key))
  })
})
