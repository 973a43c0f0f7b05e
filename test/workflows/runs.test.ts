import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ShortNode, scrapeEach, startRunSite, stepOf } from './support/run-site.ts'

const runs = startRunSite({}, ({ site }) => {
  let asked = 0
  site.on('/moody', (_request, response) => {
    const status = asked++ % 2 ? 200 : 503
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>At last</h1>')
  })
  site.on('/hook', { status: 204 })
  site.on('/api', { headers: { 'content-type': 'application/json' }, body: '{"ok": true}' })
})

const urls = (...paths: string[]) => ({ urls: paths.map(path => `${runs.site.url}${path}`) })

describe('a run', () => {
  test('takes each item through the nodes and charges the successes alone', async () => {
    const before = await runs.spent()
    const id = await runs.workflow({
      nodes: [
        ...scrapeEach(runs.parser),
        ['shape', 'map', { value: '{"title": item.title, "url": nodes.each, "of": $count(input.urls)}' }],
      ],
    })
    const run = await runs.run(id, urls('/page?1', '/bare', '/page?2'))
    assert.equal(run.state, 'completed')
    assert.deepEqual(stepOf(run, 'page'), ['completed', 3, 2, 1, 2])
    assert.deepEqual(run.output, {
      total: 2,
      items: [1, 2].map(n => ({ title: 'Kettle', url: `${runs.site.url}/page?${n}`, of: 3 })),
    })
    assert.equal(run.credits, 2)
    assert.equal((await runs.spent()) - before, 2)
    const { held } = await runs.credits()
    assert.equal(held, 0)
  })

  test('keeps why an item failed, while its siblings go on', async () => {
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser) })
    const run = await runs.run(id, urls('/bare', '/page'))
    const [failed, completed] = await runs.items(run, 'page')
    assert.equal(failed.error.code, 'required_missing')
    assert.equal(failed.value, `${runs.site.url}/bare`)
    assert.deepEqual([failed.state, failed.credits], ['failed', 0])
    assert.match(failed.error.hint, /Test the parser on this page/)
    const made = (await runs.service.call('/v1/calls?limit=100')).json.data
    const callOf = (item: { call: { id: string } }) =>
      made.find(({ id }: { id: string }) => id === item.call.id)
    assert.deepEqual([failed.call, completed.call], [callOf(failed), callOf(completed)])
    assert.deepEqual([failed.call.status, completed.call.status], [422, 200])
    assert.deepEqual([completed.state, completed.credits, completed.attempt], ['completed', 1, 1])
    assert.deepEqual(await runs.items(run, 'page', '&state=failed'), [failed])
    const [given] = await runs.items(run, 'page', '&side=out')
    assert.deepEqual(given, { index: 1, branch: 'out', value: { title: 'Kettle' } })
  })

  test('sends what failed along the branch `error`', async () => {
    const id = await runs.workflow({
      nodes: [...scrapeEach(runs.parser), ['why', 'map', { value: 'item.error.code & " " & item.item' }]],
      edges: ['start → each', 'each → page', 'page error → why'],
    })
    const run = await runs.run(id, urls('/page', '/bare'))
    assert.deepEqual(run.output.items, [`required_missing ${runs.site.url}/bare`])
  })

  test('ends where a node is to stop it, once what is under way has ended', async () => {
    const id = await runs.workflow({
      nodes: [...scrapeEach(runs.parser, { on_error: 'stop' }), ['end', 'map', { value: 'item' }]],
    })
    const run = await runs.run(id, urls('/bare'))
    assert.equal(run.state, 'failed')
    assert.deepEqual([run.error.code, run.error.node_id], ['required_missing', 'page'])
    assert.equal(stepOf(run, 'page')[0], 'failed')
    assert.equal(stepOf(run, 'end')[0], 'skipped')
  })

  test('tries again what may pass, as often as the node says', async () => {
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser, { on_error: 'retry', retries: 1 }) })
    const run = await runs.run(id, urls('/moody'))
    assert.deepEqual(stepOf(run, 'page'), ['completed', 1, 1, 0, 1])
    assert.equal((await runs.items(run, 'page'))[0].attempt, 2)
  })

  test('tells an item by the expression that failed for it', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['sum', 'map', { value: 'item + 1' }],
      ],
    })
    const run = await runs.run(id, { list: [1, 'two', 3] })
    assert.deepEqual(run.output.items, [2, 4])
    const [failed] = await runs.items(run, 'sum', '&state=failed')
    assert.equal(failed.value, 'two')
    assert.equal(failed.error.code, 'expression_failed')
  })

  test('gives branches their items and those of a list node all at once', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['odd', 'if', { condition: 'item % 2 = 1' }],
        ['twice', 'map', { value: 'item * 2' }],
        ['once', 'dedupe', { key: 'item' }],
      ],
      edges: ['start → each', 'each → odd', 'odd true → twice', 'odd false → once', 'twice → once'],
    })
    const run = await runs.run(id, { list: [1, 2, 3, 6, 4] })
    assert.deepEqual(run.output.items, [2, 6, 4], 'in the order of the items that they descend from')
    const branchesOf = (node: string) =>
      run.steps.find(({ node_id }: { node_id: string }) => node_id === node).branches
    assert.deepEqual(branchesOf('odd'), { true: 2, false: 3 })
    assert.deepEqual(branchesOf('once'), { out: 3, duplicates: 2 })
    const duplicates = await runs.items(run, 'once', '&side=out&branch=duplicates')
    assert.deepEqual(
      duplicates.map(({ value }) => value),
      [2, 6],
    )
    const again = await runs.retry(run.id, { from: 'twice' })
    const copied = again.steps.find(({ node_id }: { node_id: string }) => node_id === 'odd')
    assert.deepEqual(copied.branches, { true: 2, false: 3 })
    const out = await runs.items(run, 'once', '&side=out')
    assert.deepEqual(
      out.map(({ branch, value }) => [branch, value]),
      [
        ['out', 2],
        ['duplicates', 2],
        ['out', 6],
        ['duplicates', 6],
        ['out', 4],
      ],
    )
  })

  test('writes rows, each that does not fit an error of its own', async () => {
    const { id: database } = (
      await runs.service.call('/v1/databases', {
        json: {
          name: 'Prices',
          columns: [
            { name: 'sku', type: 'string', nullable: false },
            { name: 'price', type: 'number' },
          ],
          primary_key: ['sku'],
        },
      })
    ).json
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['write', 'write_rows', { database_id: database }],
      ],
    })
    const list = [
      { sku: 'a', price: 1 },
      { sku: 'b', price: 'much' },
    ]
    const run = await runs.run(id, { list })
    assert.deepEqual(stepOf(run, 'write'), ['completed', 2, 1, 1, 0])
    const [refused] = await runs.items(run, 'write', '&state=failed')
    assert.deepEqual([refused.error.code, refused.error.field], ['invalid_input', 'price'])
    const { data } = (await runs.service.call(`/v1/databases/${database}/rows`)).json
    assert.deepEqual(
      data.map((row: { data: unknown; source: { run_id: string } }) => [row.data, row.source.run_id]),
      [[list[0], run.id]],
    )
  })

  test('has failed where every item failed, and completed where one came through', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['half', 'map', { value: '{"n": $number(item.n)}' }, { on_error: 'continue' }],
      ],
    })
    const none = await runs.run(id, { list: [{ n: 'a' }, { n: 'b' }] })
    assert.deepEqual(
      [none.state, none.error.node_id, none.error.code],
      ['failed', 'half', 'expression_failed'],
    )
    assert.match(none.error.message, /^All 2 items failed at `half`: /)
    const one = await runs.run(id, { list: [{ n: 'a' }, { n: '2' }] })
    assert.equal(one.state, 'completed')
  })

  test('tells webhooks once of what it has changed, its own runs included', async () => {
    const hook = { url: `${runs.site.url}/hook`, events: ['database.rows.changed'] }
    const { id: webhook } = (await runs.service.call('/v1/webhooks', { json: hook })).json
    const columns = [{ name: 'n', type: 'integer' }]
    const body = { name: 'Numbers', columns, primary_key: ['n'], write_mode: 'upsert' }
    const { id: database } = (await runs.service.call('/v1/databases', { json: body })).json
    const write: ShortNode = ['write', 'write_rows', { database_id: database }]
    const inner = await runs.workflow({ nodes: [['start', 'input'], write] })
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: '[1..5]' }],
        ['sub', 'sub_workflow', { workflow_id: inner, input: { n: '{{ item }}' } }],
        ['row', 'map', { value: '{"n": item.n + 100}' }],
        write,
      ],
    })
    const run = await runs.run(id)
    assert.equal(run.state, 'completed')
    const { data } = (await runs.service.call(`/v1/webhooks/${webhook}/deliveries`)).json
    const events = data.map(({ event }: { event: { data: Record<string, unknown> } }) => event.data)
    assert.deepEqual(
      events.map(({ counts, run_id }: Record<string, unknown>) => [counts, run_id]),
      [[{ added: 10, changed: 0, returned: 0, removed: 0 }, run.id]],
    )
  })

  test('replaces what a database holds, but not where an item has failed', async () => {
    const columns = [{ name: 'n', type: 'integer' }]
    const body = { name: 'Numbers', columns, primary_key: ['n'], write_mode: 'replace', on_missing: 'delete' }
    const { id: database } = (await runs.service.call('/v1/databases', { json: body })).json
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['row', 'map', { value: '{"n": item + 0}' }],
        ['write', 'write_rows', { database_id: database }],
      ],
    })
    const held = async (list: unknown[], count: number) => {
      await runs.run(id, { list })
      for (let rows = Number.NaN; rows !== count; )
        rows = (await runs.service.call(`/v1/databases/${database}`)).json.row_count
    }
    await held([1, 2, 3], 3)
    await held([1, 'two'], 3)
    await held([1, 2], 2)
    const { data } = (await runs.service.call(`/v1/databases/${database}/changes`)).json
    const kinds = data.map(({ kind }: { kind: string }) => kind).sort()
    assert.deepEqual(kinds, ['added', 'added', 'added', 'removed'], 'nothing was taken out and came back')
  })

  test('does not replace what a database holds where a page of a list could not be had', async () => {
    const list = (n: number, next: string) => `<li><b>${n}</b></li><a class=next href="${next}">on</a>`
    runs.site.on('/list', { body: list(1, '/list-2') })
    runs.site.on('/list-2', { body: '<li><b>2</b></li>' })
    const fields = { items: { css: 'li', all: true, fields: { n: { css: 'b', type: 'integer' } } } }
    const parser = await runs.service.parser({ fields, paginate: { next: '.next@href' } })
    const columns = [{ name: 'n', type: 'integer' }]
    const input = { parserId: parser, url: '{{ item.url }}' }
    const filled = async (name: string) => {
      const body = { name, columns, primary_key: ['n'], write_mode: 'replace', rows_path: 'items' }
      const { id: database_id } = (await runs.service.call('/v1/databases', { json: body })).json
      const id = await runs.workflow({
        nodes: [
          ['start', 'input'],
          ['page', 'operation', { operation: 'scrape', input }],
          ['write', 'write_rows', { database_id }],
        ],
      })
      const count = async () => (await runs.service.call(`/v1/databases/${database_id}`)).json.row_count
      return { run: (path: string) => runs.run(id, { url: `${runs.site.url}${path}` }), count }
    }
    const paged = await filled('Paged')
    const other = await filled('Other')
    for (const { run } of [paged, other]) await run('/list')
    assert.deepEqual([await paged.count(), await other.count()], [2, 2])
    runs.site.on('/list-2', { status: 404 })
    await paged.run('/list')
    runs.site.on('/short', { body: '<li><b>1</b></li>' })
    await other.run('/short')
    while ((await other.count()) !== 1);
    assert.equal(await paged.count(), 2, 'runs are ended in their order')
  })

  test('keeps of a large output what is of use', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: '[1..20]' }],
        ['long', 'map', { value: '$pad("", 10000, "x")' }],
      ],
    })
    const { output } = await runs.run(id)
    assert.deepEqual([output.items.length, output.total], [6, 20])
    const all = await runs.items(
      { id: (await runs.service.call('/v1/workflow-runs')).json.data[0].id },
      'long',
      '&side=out',
    )
    assert.equal(all.length, 20)
  })

  test('asks an address with the key of its item', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['ask', 'http_request', { method: 'POST', url: `${runs.site.url}/api`, body: { n: '{{ item.n }}' } }],
      ],
    })
    const run = await runs.run(id, { n: 7 })
    assert.deepEqual(run.output.items[0].body, { ok: true })
    const asked = runs.site.requests.findLast(({ path }) => path === '/api')!
    assert.equal(asked.headers['idempotency-key'], `${run.id}/ask/0`)
    assert.deepEqual(JSON.parse(asked.body.toString()), { n: 7 })
  })

  const TOO_MUCH = {
    levels: '['.repeat(1_500_000) + ']'.repeat(1_500_000),
    names: JSON.stringify(Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`n${n}`, 0]))),
  }
  for (const [what, body] of Object.entries(TOO_MUCH))
    test(`fails for an item whose address answers with too many ${what} of JSON`, async () => {
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

  test('takes what looks like too much JSON, but is not called that, as text', async () => {
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

  test('tells webhooks of items and of its end', async () => {
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
    await runs.service.call(`/v1/webhooks/${webhook}`, { method: 'DELETE' })
    const events = data.map(({ event }: { event: { type: string; data: object } }) => event).reverse()
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      ['workflow_run.item', 'workflow_run.completed'],
    )
    assert.deepEqual(events[0].data.item, { n: 1 })
    assert.equal(events[1].data.run_id, run.id)
  })

  test('is followed from what it is to what it becomes', async () => {
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser) })
    const { json } = await runs.start(id, urls('/page'))
    const { text, headers } = await runs.service.call(`/v1/workflow-runs/${json.id}/events`)
    assert.match(headers.get('content-type')!, /event-stream/)
    const states = text.match(/"state":"(pending|running|completed)","input":/g)!
    assert.equal(states.at(-1), '"state":"completed","input":')
  })

  test('does not start on an input that its schema refuses, and is 404 to others', async () => {
    const body = {
      name: 'strict',
      nodes: [{ id: 'start', type: 'input' }],
      input_schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    }
    const { id } = (await runs.service.call('/v1/workflows', { json: body })).json
    const refused = await runs.start(id, { n: 'one' })
    assert.deepEqual([refused.status, refused.json.field], [400, 'input.n'])
    const other = await runs.service.keyFor('other')
    const run = await runs.run(id, { n: 1 })
    const foreign = { headers: { 'x-api-key': other } }
    for (const path of [`/v1/workflow-runs/${run.id}`, `/v1/workflow-runs/${run.id}/steps/start/items`])
      assert.equal((await runs.service.call(path, foreign)).status, 404)
    const started = await runs.service.call(`/v1/workflows/${id}/run`, {
      ...foreign,
      json: { input: { n: 1 } },
    })
    assert.equal(started.status, 404)
    assert.equal((await runs.service.call(`/v1/workflow-runs/${run.id}`, { method: 'PUT' })).status, 405)
  })
})
