import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { until } from '../../http/support/until.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const SCHEMA = { fields: { title: 'h1' } }

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'], retries: 1 })
  site.on('/page', { body: '<h1>Kettle</h1>' })
})
after(async () => {
  await service.stop()
  await site.close()
})

const parserWith = (fetch: object) => service.parser(SCHEMA, { fetch })
const scrape = (parser: string, path: string) =>
  service.call(`/v1/scrape/${parser}`, { json: { url: site.url + path } })
const visitsTo = (path: string) => site.requests.filter(request => request.path === path).length

describe('a scrape that meets a temporary failure', () => {
  test('tries again, and costs no more than any other', async () => {
    let visits = 0
    site.on('/shaky', (_, response) => response.writeHead(visits++ ? 200 : 503).end('<h1>There</h1>'))
    const answer = await scrape(await parserWith({}), '/shaky')
    assert.deepEqual([answer.status, answer.json], [200, { title: 'There' }])
    assert.equal(answer.headers.get('x-credits-used'), '1')
    assert.equal(visits, 2)
  })

  test('gives up when the failure lasts', async () => {
    site.on('/down', { status: 503 })
    const answer = await scrape(await parserWith({}), '/down')
    assert.deepEqual([answer.status, answer.json.detail], [502, 'upstream_status'])
    assert.equal(visitsTo('/down'), 2)
  })

  for (const [status, detail] of [[429, 'blocked'], [503, 'upstream_status']] as const) // biome-ignore format: a table
    test(`passes on the \`Retry-After\` of a site that answers ${status}`, async () => {
      site.on(`/wait-${status}`, { status, headers: { 'retry-after': '90' } })
      const answer = await scrape(await parserWith({}), `/wait-${status}`)
      assert.deepEqual([answer.status, answer.json.detail], [502, detail])
      assert.equal(answer.headers.get('retry-after'), '90')
      assert.equal(visitsTo(`/wait-${status}`), 1)
    })

  test('passes on the longest wait of a site that sends several', async () => {
    site.on('/waits', { status: 503, headers: { 'retry-after': ['60', '90'] } })
    const answer = await scrape(await parserWith({}), '/waits')
    assert.equal(answer.headers.get('retry-after'), '90')
  })
})

describe('a site whose robots.txt forbids a page', () => {
  const setRobots = (value?: string) => service.admin('/admin/settings/robots', value ? { value } : {})
  before(() => site.on('/robots.txt', { body: 'User-agent: *\nDisallow: /page' }))

  const cases: [setting: string | undefined, parser: string | null, refused: boolean][] = [
    [undefined, null, false],
    ['respect', null, true],
    ['respect', 'ignore', false],
    ['ignore', 'respect', true],
    ['ignore', null, false],
  ]
  for (const [setting, robots, refused] of cases)
    test(`is ${refused ? 'left alone' : 'scraped'} when the setting says ${setting ?? 'nothing'} and the parser ${robots}`, async () => {
      await setRobots(setting)
      const visits = visitsTo('/page')
      const answer = await scrape(await parserWith({ robots }), '/page')
      await setRobots()
      if (refused) {
        assert.deepEqual([answer.status, answer.json.detail], [400, 'target_forbidden'])
        assert.equal(answer.json.field, 'url')
        assert.match(answer.json.hint, /`robots`.*fetch\.robots/)
        assert.equal(answer.headers.get('x-credits-used'), '0')
      } else assert.equal(answer.status, 200, answer.text)
      assert.equal(visitsTo('/page'), visits + (refused ? 0 : 1))
    })
})

test('at most `host_concurrency` scrapes of one host run at the same time', async () => {
  const waiting: ServerResponse[] = []
  site.on('/busy', (_, response) => waiting.push(response))
  await service.admin('/admin/settings/host_concurrency', { value: 2 })
  const parser = await parserWith({})
  const answers = Array.from({ length: 8 }, () => scrape(parser, '/busy'))
  for (let remaining = 8; remaining > 0; remaining--) {
    await until(async () => waiting.length >= Math.min(remaining, 2))
    assert.ok(waiting.length <= 2, `${waiting.length} at once`)
    waiting.shift()!.end('<h1>Busy</h1>')
  }
  await service.admin('/admin/settings/host_concurrency', {})
  for (const answer of answers) assert.equal((await answer).status, 200)
})
