import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testChromium } from '../support/chromium.ts'
import { gatePage } from './support/gate-page.ts'
import { startJobSite } from './support/job-site.ts'

const jobs = startJobSite(
  { browser_pages: 1 },
  () => undefined,
  async () => ({ browser: await testChromium() }),
)

test('a cancelled job closes its page in the browser, which is then free for the next job', async () => {
  const goods = gatePage(jobs.site, '/goods')
  const shell = `<main></main><script>
    fetch('/goods').then(answer => answer.text()).then(text => { document.querySelector('main').innerHTML = text })
  </script>`
  jobs.site.on('/shop', { body: shell })
  const fetch = { mode: 'browser', wait_for: 'h1' }
  const parser_id = await jobs.service.parser({ fields: { title: 'h1' } }, { fetch })
  const before = await jobs.credits()

  const { id } = (await jobs.scrape('/shop', { parser_id })).json
  await goods.waiting(1)
  const next = (await jobs.scrape('/page', { parser_id })).json.id
  const cancelled = await jobs.service.call(`/v1/jobs/${id}/cancel`, { method: 'POST' })
  assert.equal(cancelled.json.state, 'cancelled')
  await goods.waiting(0)

  const ended = await jobs.ended(next)
  assert.deepEqual([ended.state, ended.attempts[0].sources], ['completed', ['browser']], ended.error?.message)
  const { available } = await jobs.credits()
  assert.equal(available, before.available - 1)
})
