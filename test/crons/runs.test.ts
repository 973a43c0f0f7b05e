import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { callAtOnce } from '../support/at-once.ts'
import { documentOf, scrapeEach } from '../workflows/support/run-site.ts'
import { startCronSite, YEARLY } from './support/cron-site.ts'

const { jobs, post, cron, ofPage, runsOf, read, ranNow } = startCronSite()

test('each call that starts work reports the remaining credits, and so does its replay', async () => {
  const workflow = await post('/v1/workflows', documentOf({ nodes: scrapeEach(jobs.parser) }))
  const { id } = await cron({ ...ofPage('/page'), overlap: 'allow' })
  const input = { url: `${jobs.site.url}/page` }
  const calls: [path: string, json: object][] = [
    ['/v1/jobs', { parser_id: jobs.parser, input }],
    ['/v1/batches', { target: { parser_id: jobs.parser }, items: [{ input }] }],
    [`/v1/workflows/${workflow.json.id}/run`, { input: { urls: [] } }],
    [`/v1/crons/${id}/run`, {}],
  ]
  for (const [path, json] of calls)
    for (const replayed of [null, 'true']) {
      const answer = await post(path, json, { 'idempotency-key': path })
      assert.equal(answer.status, 202, answer.text)
      assert.equal(answer.headers.get('idempotency-replayed'), replayed, path)
      assert.equal(answer.headers.get('x-credits-used'), '0', path)
      assert.match(answer.headers.get('x-credits-remaining') ?? '', /^\d+$/, path)
    }
})

test('a call that creates work and fails tells the balance, whichever kind of work it is', async () => {
  const gone = { links: { url: `${jobs.site.url}/gone` } }
  const target = { parser_id: jobs.parser }
  const { id } = await cron({ target: { type: 'batch', input: { target, items_from: gone } } })
  const nothing = { parser_id: jobs.parser, input: { url: 'nothing' } }
  const columns = [{ name: 'title', type: 'string' }]
  const into = { database: { name: 'a', columns } }
  const calls: [path: string, sent: unknown, status: number][] = [
    [`/v1/crons/${id}/run`, {}, 502],
    ['/v1/batches', { target, items_from: gone }, 502],
    ['/v1/collect', { target: { type: 'batch', input: { target, items_from: gone } }, ...into }, 502],
    ['/v1/jobs', nothing, 400],
  ]
  for (const [path, json, status] of calls) {
    const answer = await post(path, json)
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.headers.get('x-credits-used'), '0', path)
    assert.match(answer.headers.get('x-credits-remaining') ?? '', /^\d+$/, path)
  }
})

describe('a cron run', () => {
  test('of one URL is a job that refers to the cron, and can write its row into a database', async () => {
    const database = (await post('/v1/databases', { name: 'Pages', from_parser: jobs.parser })).json
    const page = ofPage('/page')
    const { id } = await cron({ target: { ...page.target, database_id: database.id } })
    const run = await ranNow(id)
    assert.deepEqual(
      [run.state, run.cause, run.scheduled_for, run.credits],
      ['completed', 'manual', null, { reserved: 0, used: 1 }],
    )
    const jobsOfCron = (await jobs.service.call(`/v1/jobs?cron_id=${id}`)).json.data
    assert.deepEqual(
      [jobsOfCron.length, jobsOfCron[0].id, jobsOfCron[0].cron_id, jobsOfCron[0].source],
      [1, run.job_id, id, 'cron'],
    )
    assert.equal((await jobs.service.call(`/v1/databases/${database.id}`)).json.row_count, 1)
    assert.deepEqual((await read(id)).last_run, run)
    const headers = { 'x-api-key': await jobs.service.keyFor('other') }
    for (const path of [`/v1/cron-runs/${run.id}`, `/v1/crons/${id}/runs`])
      assert.equal((await jobs.service.call(path, { headers })).status, 404)
  })

  test('of several URLs is a batch, and of an HTML document a job without a fetch', async () => {
    const urls = ['/page?1', '/page?2', '/bare'].map(path => jobs.site.url + path)
    const many = await cron({ target: { type: 'parser', id: jobs.parser, input: { urls } } })
    const run = await ranNow(many.id)
    assert.deepEqual([run.state, run.credits.used, run.failed, run.job_id], ['completed', 2, 1, null])
    const batch = (await jobs.service.call(`/v1/batches/${run.batch_id}`)).json
    assert.deepEqual([batch.cron_id, batch.counts.completed, batch.counts.failed], [many.id, 2, 1])
    const html = await cron({ target: { type: 'parser', id: jobs.parser, input: { html: '<h1>Pot</h1>' } } })
    const parsed = await ranNow(html.id)
    assert.deepEqual((await jobs.service.call(`/v1/jobs/${parsed.job_id}/result`)).json, { title: 'Pot' })
  })

  test('of a batch repeats an existing batch, or creates one of its own', async () => {
    const items = [{ custom_id: 'a', input: { url: `${jobs.site.url}/page` } }]
    const first = (await post('/v1/batches', { name: 'First', target: { parser_id: jobs.parser }, items }))
      .json
    await jobs.batchEnded(first.id)
    const again = await ranNow((await cron({ target: { type: 'batch', id: first.id } })).id)
    const items2 = (await jobs.service.call(`/v1/batches/${again.batch_id}/items`)).json.data
    assert.deepEqual(
      [again.batch_id === first.id, items2[0].custom_id, items2[0].state],
      [false, 'a', 'completed'],
    )
    assert.equal((await jobs.service.call(`/v1/batches/${first.id}`, { method: 'DELETE' })).status, 409)
    const own = { target: { parser_id: jobs.parser }, items, concurrency: 1 }
    const created = await ranNow((await cron({ target: { type: 'batch', input: own } })).id)
    assert.equal((await jobs.service.call(`/v1/batches/${created.batch_id}`)).json.concurrency, 1)
  })

  test('of a batch of saved pages is refused when the cron is created, because no pages are available at a tick', async () => {
    const body = new FormData()
    body.set('parser_id', jobs.parser)
    body.append('page', new Blob(['<h1>Pot</h1>'], { type: 'text/html' }), 'pot.html')
    const batch = await jobs.service.call('/v1/batches/pages', { body })
    assert.equal(batch.status, 202, batch.text)
    const refused = await post('/v1/crons', {
      name: 'test',
      ...YEARLY,
      target: { type: 'batch', id: batch.json.id },
    })
    assert.deepEqual([refused.status, refused.json.field], [400, 'target.id'], refused.text)
    assert.match(refused.json.error, /saved pages/)
  })

  test('of a batch reads its items from the current rows of a database', async () => {
    const columns = [{ name: 'url', type: 'string' }]
    const { id } = (await post('/v1/databases', { name: 'Pages', columns, write_mode: 'append' })).json
    const target = {
      type: 'batch',
      input: { target: { parser_id: jobs.parser }, items_from: { database_id: id, column: 'url' } },
    }
    const created = await cron({ target })
    const empty = (await post(`/v1/crons/${created.id}/run`)).json
    assert.match(empty.error, /No row of the database fits/)
    await post(`/v1/databases/${id}/rows`, { rows: [{ url: `${jobs.site.url}/page` }] })
    const { batch_id } = await ranNow(created.id)
    const [item] = (await jobs.service.call(`/v1/batches/${batch_id}/items`)).json.data
    assert.deepEqual([item.state, item.input.url], ['completed', `${jobs.site.url}/page`])
    assert.equal((await jobs.service.call(`/v1/databases/${id}`, { method: 'DELETE' })).status, 409)
    const wrong = structuredClone(target)
    await jobs.service.call(`/v1/databases/${id}`, {
      method: 'PUT',
      json: { name: 'Pages', columns: [{ name: 'link', type: 'string' }], write_mode: 'append' },
    })
    const later = await post(`/v1/crons/${created.id}/run`)
    assert.deepEqual([later.status, later.json.field], [400, 'target.input.items_from.column'], later.text)
    wrong.input.items_from.column = 'address'
    const refused = await post('/v1/crons', { name: 'test', ...YEARLY, target: wrong })
    assert.deepEqual([refused.status, refused.json.field], [400, 'target.input.items_from.column'])
  })

  test('reports an invalid target with the same field as the creation of the cron', async () => {
    const needs = (field: string) => ({
      ...documentOf({ nodes: [['in', 'input']] }),
      input_schema: { type: 'object', properties: { [field]: { type: 'number' } }, required: [field] },
    })
    const workflow = (await post('/v1/workflows', needs('n'))).json.id
    const { id } = await cron({ target: { type: 'workflow', id: workflow, input: { n: 1 } } })
    await jobs.service.call(`/v1/workflows/${workflow}`, { method: 'PUT', json: needs('m') })
    const { status, json } = await post(`/v1/crons/${id}/run`)
    assert.deepEqual([status, json.field], [400, 'target.input.m'])
  })

  test('of a workflow is a workflow run that refers to the cron', async () => {
    const nodes = [
      { id: 'in', type: 'input', config: {} },
      { id: 'twice', type: 'map', config: { value: '{{ item.n * 2 }}' } },
    ]
    const input_schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    const workflow = {
      name: 'Twice',
      state: 'active',
      nodes,
      edges: [{ from: 'in', to: 'twice' }],
      input_schema,
    }
    const created = await post('/v1/workflows', workflow)
    assert.equal(created.status, 201, created.text)
    const target = { type: 'workflow', id: created.json.id, input: { n: 4 } }
    const run = await ranNow((await cron({ target, budget: { per_run: 3 } })).id)
    assert.deepEqual([run.state, run.credits], ['completed', { reserved: 0, used: 0 }])
    const shown = (await jobs.service.call(`/v1/workflow-runs/${run.run_id}`)).json
    assert.deepEqual(shown.trigger, { type: 'cron', cron_id: run.cron_id })
    const bad = await post('/v1/crons', { name: 'x', ...YEARLY, target: { ...target, input: {} } })
    assert.deepEqual([bad.status, bad.json.field], [400, 'target.input.n'], bad.text)
  })

  test('that is started by hand is refused while another is running, or queued with overlap `queue`', async () => {
    const gate = gatePage(jobs.site, '/gate')
    const skips = await cron(ofPage('/gate'))
    const queues = await cron({ ...ofPage('/gate'), overlap: 'queue' })
    for (const { id } of [skips, queues])
      assert.equal((await post(`/v1/crons/${id}/run`)).json.state, 'running')
    await gate.waiting(2)
    assert.equal((await post(`/v1/crons/${skips.id}/run`)).status, 409)
    assert.equal((await post(`/v1/crons/${queues.id}/run`)).json.state, 'queued')
    await until(async () => {
      gate.open()
      return (await runsOf(queues.id)).every(({ state }) => state === 'completed')
    })
    assert.equal((await runsOf(skips.id)).length, 1)
  })

  test('leaves no run if the cron is deleted in the same moment', async () => {
    const gate = gatePage(jobs.site, '/deleted')
    for (const isRunning of [true, false]) {
      const { id } = await cron({ ...ofPage('/deleted'), overlap: 'queue' })
      if (isRunning) await post(`/v1/crons/${id}/run`)
      const path = `/v1/crons/${id}`
      const [deleted, run] = await callAtOnce(jobs.service, [
        { path, method: 'DELETE' },
        { path: `${path}/run`, method: 'POST' },
      ])
      assert.deepEqual([deleted!.status, run!.status], [204, 404])
      await post(`${path}/restore`)
      assert.equal((await runsOf(id)).length, Number(isRunning))
    }
    gate.open()
  })

  test('cancels the previous run with overlap `replace`', async () => {
    const gate = gatePage(jobs.site, '/held')
    const { id } = await cron({ ...ofPage('/held'), overlap: 'replace' })
    await post(`/v1/crons/${id}/run`)
    await gate.waiting(1)
    await post(`/v1/crons/${id}/run`)
    await until(async () => {
      gate.open()
      return (await runsOf(id))[0].state === 'completed'
    })
    const [later, first] = await runsOf(id)
    assert.deepEqual([first.state, first.reason, later.reason], ['cancelled', 'replaced', null])
  })

  test('holds its credits, and is refused when the budget is used up', async () => {
    const urls = Array.from({ length: 4 }, (_, i) => `${jobs.site.url}/page?b${i}`)
    const { id } = await cron({
      target: { type: 'parser', id: jobs.parser, input: { urls } },
      budget: { per_day: 3 },
    })
    const run = await ranNow(id)
    assert.equal(run.credits.used, 3, 'a batch goes as far as the budget does')
    const refused = await post(`/v1/crons/${id}/run`)
    const { detail, required, available } = refused.json
    assert.deepEqual([refused.status, detail, required, available], [402, 'over_budget', 1, 0], refused.text)
  })

  test('counts the credit for reading links toward its cost and its budget', async () => {
    const links = `<a href="/page?l">one</a>${'<p>Some words of a page.</p>'.repeat(20)}`
    jobs.site.on('/links', { body: links })
    const input = {
      target: { parser_id: jobs.parser },
      items_from: { links: { url: `${jobs.site.url}/links`, links_matching: 'page' } },
    }
    const { id } = await cron({ target: { type: 'batch', input }, budget: { per_day: 3 } })
    const { creditBalance: before } = await jobs.credits()
    const run = await ranNow(id)
    const { creditBalance: after } = await jobs.credits()
    assert.deepEqual([run.credits, before - after], [{ reserved: 0, used: 2 }, 2])
    const { status, json } = await post(`/v1/crons/${id}/run`)
    assert.deepEqual([status, json.required, json.available], [402, 2, 1])
  })

  test('that is started by hand reports the required credits when the account has too few', async () => {
    const key = await jobs.service.keyFor('poor')
    const headers = { 'x-api-key': key }
    const parser = await jobs.service.parser({ fields: { title: 'h1' } }, {}, key)
    const { available: all } = (await jobs.service.call('/v1/credits', { headers })).json
    await jobs.service.admin('/admin/credits', { account: 'poor', credits: 1 - all })
    const urls = [1, 2].map(i => `${jobs.site.url}/page?${i}`)
    const target = { type: 'parser', id: parser, input: { urls } }
    const { id } = (await post('/v1/crons', { name: 'test', ...YEARLY, target }, headers)).json
    const { status, json } = await post(`/v1/crons/${id}/run`, {}, headers)
    assert.deepEqual([status, json.required, json.available, json.detail], [402, 2, 1, undefined])
  })

  test('is started only once under an Idempotency-Key', async () => {
    const { id } = await cron(ofPage('/page'))
    const send = () => post(`/v1/crons/${id}/run`, {}, { 'idempotency-key': 'once' })
    const [first, again] = [await send(), await send()]
    assert.equal(first.json.id, again.json.id)
    assert.equal((await runsOf(id)).length, 1)
  })
})
