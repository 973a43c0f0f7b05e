import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/empty', { body: '<p>Closed' })
  site.on('/walled', { status: 403 })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'], browser: '/nowhere/chromium' })
})
after(async () => {
  await service.stop()
  await site.close()
})

const scrape = async (mode: string, path: string, title: object = { css: 'h1' }) => {
  const parser = await service.parser({ fields: { title } }, { fetch: { mode } })
  return service.call(`/v1/scrape/${parser}`, { json: { url: site.url + path } })
}

describe('without a browser', () => {
  test('a parser that needs a browser fails, free, and says how to get one', async () => {
    const answer = await scrape('browser', '/empty')
    assert.deepEqual([answer.status, answer.json.detail], [502, 'no_browser'])
    assert.match(answer.json.hint, /WINNOW_BROWSER/)
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })

  test('a parser with `auto` returns what came over HTTP', async () => {
    const answer = await scrape('auto', '/empty')
    assert.deepEqual(
      [answer.status, answer.json, answer.headers.get('x-source')],
      [200, { title: null }, 'http'],
    )
  })

  test('the trace of a failed scrape lists each attempt', async () => {
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { mode: 'auto' } })
    const url = `${site.url}/walled`
    const answer = await service.call(`/v1/scrape/${parser}?debug=1`, { json: { url } })
    const [, path] = /<(.+)>/.exec(answer.headers.get('link')!)!
    const { attempts } = (await service.call(path!)).json
    assert.deepEqual(
      attempts.map(({ mode, taken }: Record<string, unknown>) => [mode, taken]),
      [['http', true], ['browser', false]],
    ) // biome-ignore format: a table
    assert.match(attempts[0].lack, /blocked this request/)
    assert.match(attempts[1].lack, /\/nowhere\/chromium/)
  })

  test('a parser with `http` that is blocked gets a hint to use `auto`', async () => {
    assert.match((await scrape('http', '/walled')).json.hint, /`fetch\.mode`.*`auto`/)
  })

  test('a parser with `auto` keeps the error from HTTP, and says that a browser would have been tried', async () => {
    for (const [path, title, status, detail] of [
      ['/walled', { css: 'h1' }, 502, 'blocked'],
      ['/empty', { css: 'h1', required: true }, 422, 'required_missing'],
    ] as const) {
      const { json, ...answer } = await scrape('auto', path, title)
      assert.deepEqual([answer.status, json.detail], [status, detail])
      assert.match(json.hint, /A browser would have been tried.*WINNOW_BROWSER/)
    }
  })

  test('so do calls that read a page or its links', async () => {
    for (const call of ['read', 'links']) {
      const json = { url: `${site.url}/walled`, fetch: { mode: 'auto' } }
      const answer = await service.call(`/v1/pages/${call}`, { json })
      assert.deepEqual([answer.status, answer.json.detail], [502, 'blocked'])
      assert.match(answer.json.hint, /A browser would have been tried.*WINNOW_BROWSER/)
    }
  })
})
