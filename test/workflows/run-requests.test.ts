import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { documentOf, type ShortNode, startRunSite } from './support/run-site.ts'

const runs = startRunSite({}, ({ site }) => {
  site.on('/hook', { status: 204 })
  site.on('/api', { headers: { 'content-type': 'application/json' }, body: '{"ok": true}' })
})

describe('a workflow run', () => {
  test('sends requests with an idempotency key for each item', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['ask', 'http_request', { method: 'POST', url: `${runs.site.url}/api`, body: { n: '{{ item.n }}' } }],
      ],
    })
    const run = await runs.run(id, { n: 7 })
    assert.deepEqual(run.output.items[0].body, { ok: true })
    const request = runs.site.requests.findLast(({ path }) => path === '/api')!
    assert.equal(request.headers['idempotency-key'], `${run.id}/ask/0`)
    assert.deepEqual(JSON.parse(request.body.toString()), { n: 7 })
  })

  test('keeps the digits of a whole number that is the whole answer', async () => {
    const headers = { 'content-type': 'application/json' }
    runs.site.on('/id', { headers, body: '9007199254740993' })
    const url = `${runs.site.url}/id`
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['ask', 'http_request', { url }],
      ],
    })
    assert.equal((await runs.run(id)).output.items[0].body, '9007199254740993')
  })

  /** Nodes that request a page and read it with a parser. */
  const readPage = async (html: unknown, more: object = {}): Promise<ShortNode[]> => {
    const body = Buffer.from('<h1>Žemlja</h1>', 'utf8')
    runs.site.on('/page', { headers: { 'content-type': 'text/html; charset=utf-8' }, body })
    const parserId = await runs.service.parser({ fields: { title: { css: 'h1' } } })
    return [
      ['start', 'input'],
      ['ask', 'http_request', { url: `${runs.site.url}/page` }],
      ['read', 'operation', { operation: 'parse', input: { parserId, html, ...more } }],
    ]
  }

  for (const more of [{}, { charset: 'windows-1250' }])
    test(`reads a page that it requested with a parser, whose text is as it came${'charset' in more ? ', also with a charset' : ''}`, async () => {
      const id = await runs.workflow({ nodes: await readPage('{{ item.body }}', more) })
      const spent = await runs.spent()
      const run = await runs.run(id, {})
      assert.deepEqual(run.output.items, [{ title: 'Žemlja' }])
      assert.equal((await runs.spent()) - spent, 1)
    })

  for (const html of ['{{ item.page }}', '{{ "" }}'])
    test(`fails an item, for free, when ${html} gives a parser no page`, async () => {
      const id = await runs.workflow({ nodes: await readPage(html) })
      const spent = await runs.spent()
      const run = await runs.run(id, {})
      const [{ error }] = await runs.items(run, 'read')
      assert.deepEqual(
        [run.state, error.message, error.field, error.hint],
        ['failed', '`html` is empty.', 'html', 'Its template gives no text for this item.'],
      )
      assert.equal(await runs.spent(), spent)
    })

  for (const [html, problem] of [
    [undefined, '`html` is missing.'],
    [5, '`html` must be a string.'],
  ])
    test(`is refused with ${html} as the page of a parser`, async () => {
      const json = documentOf({ nodes: await readPage(html) })
      const refused = await runs.service.call('/v1/workflows', { json })
      assert.deepEqual(
        [refused.status, refused.json.error, refused.json.field],
        [422, problem, 'nodes[2].config.input.html'],
      )
    })

  const TOO_MUCH = {
    levels: '['.repeat(1_500_000) + ']'.repeat(1_500_000),
    names: JSON.stringify(Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`n${n}`, 0]))),
  }
  for (const [what, body] of Object.entries(TOO_MUCH))
    test(`fails an item whose request is answered with JSON of too many ${what}`, async () => {
      runs.site.on(`/much-${what}`, { headers: { 'content-type': 'application/json' }, body })
      const ask = (path: string): ShortNode => ['ask', 'http_request', { url: `${runs.site.url}/${path}` }]
      const id = await runs.workflow({
        nodes: [['start', 'input'], ask(`much-${what}`)],
      })
      const run = await runs.run(id, {})
      const [{ error }] = await runs.items(run, 'ask')
      assert.equal(error.code, 'too_large')
      const { host } = new URL(runs.site.url)
      assert.match(
        error.message,
        new RegExp(`^The JSON that ${host} answered with cannot be read\\. .*${what}`),
      )
    })

  test('treats an answer as text when its content type is not JSON', async () => {
    const body = '['.repeat(100) + ']'.repeat(100)
    runs.site.on('/brackets', { headers: { 'content-type': 'text/plain' }, body })
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['ask', 'http_request', { url: `${runs.site.url}/brackets` }],
      ],
    })
    assert.equal((await runs.run(id, {})).output.items[0].body, body)
  })

  test('takes an answer as JSON however long it is, and null as a value', async () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => `9${String(n).padStart(18, '0')}`)
    const list = `[${ids.map(id => `{"id":${id}}`).join()}]`
    const answers = { list, broken: `${list}]`, null: 'null' }
    for (const [path, body] of Object.entries(answers))
      runs.site.on(`/${path}`, { headers: { 'content-type': 'application/json' }, body })
    const bodyOf = async (path: string) => {
      const ask: ShortNode = ['ask', 'http_request', { url: `${runs.site.url}/${path}` }]
      const run = await runs.run(await runs.workflow({ nodes: [['start', 'input'], ask] }), {})
      return (await runs.items(run, 'ask', '&side=out'))[0].value.body
    }
    assert.deepEqual(
      await bodyOf('list'),
      ids.map(id => ({ id })),
    )
    assert.equal(await bodyOf('broken'), answers.broken)
    assert.equal(await bodyOf('null'), null)
  })

  test('sends events to webhooks for items and for its end', async () => {
    const hook = { url: `${runs.site.url}/hook`, events: ['workflow_run.*'] }
    const webhook = (await runs.service.call('/v1/webhooks', { json: hook })).json.id
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['tell', 'webhook', { webhook_id: webhook, data: '{"n": item.n}' }],
      ],
    })
    const run = await runs.run(id, { n: 1 })
    const { data } = (await runs.service.call(`/v1/webhooks/${webhook}/deliveries`)).json
    for (const path of [`workflows/${id}`, `webhooks/${webhook}`])
      await runs.service.call(`/v1/${path}`, { method: 'DELETE' })
    const events = data.map(({ event }: { event: { type: string; data: object } }) => event).reverse()
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      ['workflow_run.item', 'workflow_run.completed'],
    )
    assert.deepEqual(events[0].data.item, { n: 1 })
    assert.equal(events[1].data.run_id, run.id)
  })

  test('fails an item for a webhook that a receiver has switched off, until that is switched on again', async () => {
    runs.site.on('/gone', { status: 410 })
    const hook = { url: `${runs.site.url}/gone`, events: ['job.*'] }
    const webhook = `/v1/webhooks/${(await runs.service.call('/v1/webhooks', { json: hook })).json.id}`
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['tell', 'webhook', { webhook_id: webhook.split('/').at(-1) }],
      ],
    })
    const tell = async () => (await runs.items(await runs.run(id, {}), 'tell'))[0]
    assert.equal((await tell()).error, null)
    await until(async () => !(await runs.service.call(webhook)).json.enabled)
    const { error } = await tell()
    assert.deepEqual([error.code, error.message], ['conflict', 'The webhook is switched off.'])
    assert.match(error.hint, /^Switch it on, or name another\./)
    await runs.service.call(webhook, { method: 'PUT', json: { ...hook, enabled: true } })
    assert.equal((await tell()).error, null)
    for (const path of [`/v1/workflows/${id}`, webhook]) await runs.service.call(path, { method: 'DELETE' })
  })
})
