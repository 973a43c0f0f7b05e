import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDatabase } from '../databases/support/database.ts'
import { until } from '../http/support/until.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { startJobSite } from '../jobs/support/job-site.ts'
import { documentOf, scrapeEach } from '../workflows/support/run-site.ts'

const jobs = startJobSite()

/** Once a year: what a test does not start by hand does not start. */
const YEARLY = { expression: '0 0 1 1 *', timezone: 'UTC' }

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

const post = (path: string, json: unknown = {}, headers = {}) => jobs.service.call(path, { json, headers })

async function cron(fields: Record<string, unknown>): Promise<Json> {
  const made = await post('/v1/crons', { name: 'test', ...YEARLY, ...fields })
  assert.equal(made.status, 201, made.text)
  return made.json
}

test('whatever starts work says what credits are left, and so does a repeat of it', async () => {
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

const ofPage = (path: string) => ({
  target: { type: 'parser', id: jobs.parser, input: { url: jobs.site.url + path } },
})
const runsOf = async (id: string): Promise<Json[]> =>
  (await jobs.service.call(`/v1/crons/${id}/runs`)).json.data
const read = async (id: string) => (await jobs.service.call(`/v1/crons/${id}`)).json

/** Runs a cron and waits for the end of that. */
async function ranNow(id: string): Promise<Json> {
  const started = await post(`/v1/crons/${id}/run`)
  assert.equal(started.status, 202, started.text)
  assert.equal(started.headers.get('location'), `/v1/cron-runs/${started.json.id}`)
  let run: Json
  await until(async () => {
    run = (await jobs.service.call(`/v1/cron-runs/${started.json.id}`)).json
    return run.finished_at !== null
  })
  return run
}

describe('a cron', () => {
  test('is kept with its defaults, its next tick and its expression in plain words', async () => {
    const made = await cron({ expression: '0 9 * * 1-5', timezone: 'Europe/Berlin', ...ofPage('/page') })
    assert.match(made.id, /^crn_/)
    assert.deepEqual([made.overlap, made.misfire, made.max_consecutive_failures], ['skip', 'run_once', 5])
    assert.equal(made.reading, 'At 09:00, Monday through Friday')
    assert.ok(Date.parse(made.next_run_at) > Date.now())
    assert.deepEqual([made.last_run, made.enabled, made.paused_reason], [null, true, null])
    assert.deepEqual(await read(made.id), made)
  })

  test('is replaced, refused when stale, deleted and restored', async () => {
    const { id, version } = await cron(ofPage('/page'))
    const json = { name: 'other', expression: '*/5 * * * *', timezone: 'UTC', ...ofPage('/page') }
    const put = (headers = {}) => jobs.service.call(`/v1/crons/${id}`, { method: 'PUT', json, headers })
    const replaced = await put({ 'if-match': String(version) })
    assert.deepEqual([replaced.status, replaced.json.version, replaced.json.name], [200, 2, 'other'])
    assert.equal((await put({ 'if-match': String(version) })).status, 412)
    assert.equal((await jobs.service.call(`/v1/crons/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await jobs.service.call(`/v1/crons/${id}`)).status, 404)
    const restored = await post(`/v1/crons/${id}/restore`)
    assert.equal(restored.status, 200)
    assert.ok(Date.parse(restored.json.next_run_at) > Date.now())
  })

  test('is restored paused where what it names was deleted after it', async () => {
    const database = await makeDatabase(jobs.service)
    const workflow = await post('/v1/workflows', documentOf({ nodes: [['start', 'input']] }))
    const { target } = ofPage('/page')
    const cases: [target: object, path: string, field: string][] = [
      [{ ...target, database_id: database.id }, `/v1/databases/${database.id}`, 'target.database_id'],
      [
        { type: 'workflow', id: workflow.json.id, input: {} },
        `/v1/workflows/${workflow.json.id}`,
        'target.id',
      ],
    ]
    for (const [named, path, field] of cases) {
      const { id } = await cron({ target: named })
      for (const gone of [`/v1/crons/${id}`, path])
        assert.equal((await jobs.service.call(gone, { method: 'DELETE' })).status, 204)
      const { status, json } = await post(`/v1/crons/${id}/restore`)
      assert.deepEqual([status, json.enabled, json.next_run_at], [200, false, null])
      assert.equal(json.paused_reason, `What \`${field}\` names was deleted.`)
    }
  })

  const bad: [string, Record<string, unknown>, string][] = [
    ['an expression that is none', { expression: 'often' }, 'expression'],
    ['seconds', { expression: '* * * * * *' }, 'expression'],
    ['a day that never comes', { expression: '0 0 30 2 *' }, 'expression'],
    ['a nickname', { expression: '@daily' }, 'expression'],
    ['a zone that is none', { timezone: 'Mars/Base' }, 'timezone'],
    ['an offset for a zone', { timezone: '+02:00' }, 'timezone'],
    ['a field too many', { every: 'day' }, 'every'],
    ['no parser', { target: { type: 'parser', input: {} } }, 'target.id'],
    ['no address', { target: { type: 'parser', id: 'PARSER', input: {} } }, 'target.input.url'],
    ['an address too many', { target: { type: 'parser', id: 'PARSER', input: { urls: [] } } }, 'target.input.urls'],
    ['a parameter that the API refuses', { target: { type: 'api', id: 'videosite-channel', input: { handle: '' } } }, 'target.input.handle'],
    ['one of a list of parameters', { target: { type: 'api', id: 'videosite-channel', input: [{ handle: '@a' }, {}] } }, 'target.input[1]'],
    ['a database for a workflow, which writes its own rows', { target: { type: 'workflow', id: 'wf_none', database_id: 'garbage' } }, 'target.database_id'],
    ['a batch without items', { target: { type: 'batch', input: { target: { parser_id: 'PARSER' } } } }, 'target.input.items'],
    ['a budget of nothing', { budget: { per_day: 0 } }, 'budget.per_day'],
  ] // biome-ignore format: a table
  for (const [what, fields, field] of bad)
    test(`is refused with ${what}`, async () => {
      const json = JSON.parse(JSON.stringify({ name: 'x', ...YEARLY, ...ofPage('/page'), ...fields }).replaceAll('PARSER', jobs.parser)) // biome-ignore format: one line
      const answer = await post('/v1/crons', json)
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
      assert.ok(answer.json.error)
    })

  test('is told which part of its expression is wrong', async () => {
    const errorOf = async (expression: string) => {
      const { status, json } = await post('/v1/crons/preview', { expression, timezone: 'UTC' })
      assert.equal(status, 400)
      assert.match(json.hint, /^Five fields: /)
      return json.error.replace('This expression cannot be read: ', '')
    }
    assert.equal(await errorOf('0 9 * *'), 'it has 4 fields in place of five.')
    assert.equal(await errorOf('0 0 9 * * 1'), 'it has 6 fields in place of five.')
    assert.equal(await errorOf('often'), 'it has 1 field in place of five.')
    assert.equal(await errorOf('99 9 * * *'), '`99` is not a valid minute.')
    assert.equal(await errorOf('0 9 * * mondays'), '`mondays` is not a valid day of the week.')
  })

  test('cannot name what is absent or another account’s', async () => {
    const foreign = await jobs.service.keyFor('other')
    const parser = await jobs.service.parser({ fields: { title: 'h1' } }, {}, foreign)
    for (const target of [
      { type: 'parser', id: parser, input: { url: 'https://example.com/' } },
      { type: 'parser', id: 'prs_none', input: { url: 'https://example.com/' } },
      { type: 'batch', id: 'bat_none' },
      { type: 'workflow', id: 'wf_none' },
      { type: 'api', id: 'videosite-smells', input: {} },
    ]) {
      const answer = await post('/v1/crons', { name: 'x', ...YEARLY, target })
      const { error, field, hint, ...rest } = answer.json
      assert.deepEqual([answer.status, field, rest], [404, 'target.id', {}], answer.text)
      assert.deepEqual(
        [error, hint === undefined],
        ['There is nothing here under this id.', target.type !== 'api'],
      )
    }
    const { id } = await cron(ofPage('/page'))
    const others = await jobs.service.call(`/v1/crons/${id}`, { headers: { 'x-api-key': foreign } })
    const none = await jobs.service.call('/v1/crons/crn_none')
    assert.deepEqual([others.status, others.text], [404, none.text])
  })

  test('is listed with the workflow that needs the same, by the refusal to delete it', async () => {
    const parser = await jobs.service.parser({ fields: { title: 'h1' } })
    const database = await makeDatabase(jobs.service)
    const workflow = await post('/v1/workflows', {
      ...documentOf({
        nodes: [...scrapeEach(parser), ['rows', 'write_rows', { database_id: database.id }]],
      }),
    })
    assert.equal(workflow.status, 201, workflow.text)
    const { id } = await cron({
      target: {
        type: 'parser',
        id: parser,
        input: { url: `${jobs.site.url}/page` },
        database_id: database.id,
      },
    })
    for (const path of [`/v1/parsers/${parser}`, database.path]) {
      const { status, json } = await jobs.service.call(path, { method: 'DELETE' })
      assert.deepEqual([status, json.dependants], [409, [workflow.json.id, id]], json.error)
      assert.match(json.error, /^Workflows and crons need this (parser|database)\.$/)
      assert.match(json.hint, /workflows.*crons/)
    }
  })

  test('keeps what it needs from being deleted', async () => {
    const { id } = await cron(ofPage('/page'))
    const answer = await jobs.service.call(`/v1/parsers/${jobs.parser}`, { method: 'DELETE' })
    assert.equal(answer.status, 409)
    assert.ok(answer.json.dependants.length)
    assert.ok(id)
  })
})

describe('a run', () => {
  test('of one address is a job, which names its cron; its rows go into a database', async () => {
    const database = (await post('/v1/databases', { name: 'Pages', from_parser: jobs.parser })).json
    const page = ofPage('/page')
    const { id } = await cron({ target: { ...page.target, database_id: database.id } })
    const run = await ranNow(id)
    assert.deepEqual(
      [run.state, run.cause, run.scheduled_for, run.credits],
      ['completed', 'manual', null, { reserved: 0, used: 1 }],
    )
    const listed = (await jobs.service.call(`/v1/jobs?cron_id=${id}`)).json.data
    assert.deepEqual(
      [listed.length, listed[0].id, listed[0].cron_id, listed[0].source],
      [1, run.job_id, id, 'cron'],
    )
    assert.equal((await jobs.service.call(`/v1/databases/${database.id}`)).json.row_count, 1)
    assert.deepEqual((await read(id)).last_run, run)
    const headers = { 'x-api-key': await jobs.service.keyFor('other') }
    for (const path of [`/v1/cron-runs/${run.id}`, `/v1/crons/${id}/runs`])
      assert.equal((await jobs.service.call(path, { headers })).status, 404)
  })

  test('of a list is a batch, of a page a job without a fetch', async () => {
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

  test('of a batch is that batch once more, or one of its own', async () => {
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
    const made = await ranNow((await cron({ target: { type: 'batch', input: own } })).id)
    assert.equal((await jobs.service.call(`/v1/batches/${made.batch_id}`)).json.concurrency, 1)
  })

  test('of a batch of saved pages is refused where the cron is created: ticks have no pages to read', async () => {
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

  test('of a batch reads its items from a database, as it is at each tick', async () => {
    const columns = [{ name: 'url', type: 'string' }]
    const { id } = (await post('/v1/databases', { name: 'Pages', columns, write_mode: 'append' })).json
    const target = {
      type: 'batch',
      input: { target: { parser_id: jobs.parser }, items_from: { database_id: id, column: 'url' } },
    }
    const made = await cron({ target })
    const empty = (await post(`/v1/crons/${made.id}/run`)).json
    assert.match(empty.error, /No row of the database fits/)
    await post(`/v1/databases/${id}/rows`, { rows: [{ url: `${jobs.site.url}/page` }] })
    const { batch_id } = await ranNow(made.id)
    const [item] = (await jobs.service.call(`/v1/batches/${batch_id}/items`)).json.data
    assert.deepEqual([item.state, item.input.url], ['completed', `${jobs.site.url}/page`])
    assert.equal((await jobs.service.call(`/v1/databases/${id}`, { method: 'DELETE' })).status, 409)
    const wrong = structuredClone(target)
    wrong.input.items_from.column = 'address'
    const refused = await post('/v1/crons', { name: 'test', ...YEARLY, target: wrong })
    assert.deepEqual([refused.status, refused.json.field], [400, 'target.input.items_from.column'])
  })

  test('of a workflow is a run of it, started by the cron', async () => {
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
    const made = await post('/v1/workflows', workflow)
    assert.equal(made.status, 201, made.text)
    const target = { type: 'workflow', id: made.json.id, input: { n: 4 } }
    const run = await ranNow((await cron({ target, budget: { per_run: 3 } })).id)
    assert.deepEqual([run.state, run.credits], ['completed', { reserved: 0, used: 0 }])
    const shown = (await jobs.service.call(`/v1/workflow-runs/${run.run_id}`)).json
    assert.deepEqual(shown.trigger, { type: 'cron', cron_id: run.cron_id })
    const bad = await post('/v1/crons', { name: 'x', ...YEARLY, target: { ...target, input: {} } })
    assert.deepEqual([bad.status, bad.json.field], [400, 'target.input.n'], bad.text)
  })

  test('by hand is refused while another is under way, or waits where the cron says so', async () => {
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

  test('replaces the one under way, which is broken off', async () => {
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

  test('holds its credits, and is refused beyond its budget', async () => {
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

  test('by hand says what it needs where the account has too few credits', async () => {
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

  test('is not to be had with a repeat under the same Idempotency-Key', async () => {
    const { id } = await cron(ofPage('/page'))
    const send = () => post(`/v1/crons/${id}/run`, {}, { 'idempotency-key': 'once' })
    const [first, again] = [await send(), await send()]
    assert.equal(first.json.id, again.json.id)
    assert.equal((await runsOf(id)).length, 1)
  })
})

describe('a cron that fails', () => {
  test('pauses itself, tells webhooks why, and is resumed', async () => {
    jobs.site.on('/hook', { status: 204 })
    await post('/v1/webhooks', { url: `${jobs.site.url}/hook`, events: ['cron.*'] })
    const { id } = await cron({ ...ofPage('/bare'), max_consecutive_failures: 2 })
    assert.equal((await ranNow(id)).state, 'failed')
    const run = await ranNow(id)
    assert.equal(run.error.code, 'required_missing')
    const paused = await read(id)
    assert.deepEqual([paused.enabled, paused.next_run_at, paused.failures], [false, null, 2])
    assert.match(paused.paused_reason, /^2 runs in a row failed\. The last: /)
    const told = () =>
      jobs.site.requests.filter(({ path }) => path === '/hook').map(({ body }) => JSON.parse(String(body)))
    await until(async () => told().length === 1)
    const [{ type, data }] = told()
    assert.deepEqual([type, data.cron_id, data.failures], ['cron.paused', id, 2])
    const resumed = (await post(`/v1/crons/${id}/resume`)).json
    assert.deepEqual([resumed.enabled, resumed.failures, resumed.paused_reason], [true, 0, null])
    assert.ok(resumed.next_run_at)
  })

  test('begins to count anew when a change of it enables it, and at no other change', async () => {
    const fields = { name: 'test', ...YEARLY, ...ofPage('/bare'), max_consecutive_failures: 2 }
    const { id } = await cron(fields)
    const put = async (more = {}) => {
      const answer = await jobs.service.call(`/v1/crons/${id}`, {
        method: 'PUT',
        json: { ...fields, ...more },
      })
      return answer.json.failures
    }
    await ranNow(id)
    assert.equal(await put(), 1)
    await ranNow(id)
    assert.equal((await read(id)).enabled, false)
    assert.equal(await put({ enabled: false }), 2)
    assert.equal(await put({ enabled: true }), 0)
    await ranNow(id)
    const { enabled, failures } = await read(id)
    assert.deepEqual([enabled, failures], [true, 1])
  })

  /** An active workflow that scrapes its addresses. */
  async function scrapingWorkflow(): Promise<string> {
    const document = { ...documentOf({ nodes: scrapeEach(jobs.parser) }), state: 'active' }
    const made = await post('/v1/workflows', document)
    assert.equal(made.status, 201, made.text)
    return made.json.id
  }
  const ofWorkflow = (id: string, paths: string[]) => ({
    target: { type: 'workflow', id, input: { urls: paths.map(path => jobs.site.url + path) } },
  })

  test('since its workflow always fails, counts what failed and pauses by its rule', async () => {
    const { id } = await cron({
      ...ofWorkflow(await scrapingWorkflow(), ['/bare?1', '/bare?2']),
      max_consecutive_failures: 3,
    })
    for (const failures of [1, 2, 3]) {
      const run = await ranNow(id)
      assert.deepEqual([run.state, run.failed, run.credits.used], ['failed', 2, 0])
      assert.equal((await read(id)).failures, failures)
      const of = (await jobs.service.call(`/v1/workflow-runs/${run.run_id}`)).json
      assert.deepEqual([of.state, of.items_failed], ['failed', 2])
    }
    const paused = await read(id)
    assert.deepEqual([paused.enabled, paused.next_run_at, paused.last_run.failed], [false, null, 2])
    assert.match(paused.paused_reason, /^3 runs in a row failed\. The last: /)
    assert.deepEqual(
      (await runsOf(id)).map(({ state, failed }) => [state, failed]),
      [
        ['failed', 2],
        ['failed', 2],
        ['failed', 2],
      ],
    )
  })

  test('in some items alone completes, says how many failed, and goes on', async () => {
    const target = ofWorkflow(await scrapingWorkflow(), ['/page', '/bare?1', '/bare?2'])
    const { id } = await cron({ ...target, max_consecutive_failures: 1 })
    const run = await ranNow(id)
    assert.deepEqual([run.state, run.failed, run.error], ['completed', 2, null])
    const shown = await read(id)
    assert.deepEqual([shown.enabled, shown.failures, shown.last_run.failed], [true, 0, 2])
    const [listed] = (await jobs.service.call(`/v1/workflow-runs?cron_id=${id}`)).json.data
    assert.deepEqual([listed.state, listed.items_failed], ['completed', 2])
  })

  test('is paused by hand for a reason, and what waits is skipped with a word to webhooks', async () => {
    const gate = gatePage(jobs.site, '/wait')
    const { id } = await cron({ ...ofPage('/wait'), overlap: 'queue' })
    await post(`/v1/crons/${id}/run`)
    await post(`/v1/crons/${id}/run`)
    await gate.waiting(1)
    const paused = await post(`/v1/crons/${id}/pause`, { reason: 'The shop moves.' })
    assert.deepEqual([paused.json.enabled, paused.json.paused_reason], [false, 'The shop moves.'])
    gate.open()
    const [waited] = await runsOf(id)
    assert.deepEqual(
      [waited.state, waited.reason, waited.message],
      ['skipped', 'paused', 'The cron was paused before its turn came.'],
    )
    const told = () =>
      jobs.site.requests.filter(({ path, body }) => path === '/hook' && body.includes('cron.run.skipped'))
    await until(async () => told().length === 1)
  })
})

describe('what comes', () => {
  test('is shown for an expression, in its zone and another, in plain words', async () => {
    const json = { expression: '30 2 * * *', timezone: 'Europe/Berlin', from: '2026-03-28T12:00:00Z', also_timezone: 'America/New_York' } // biome-ignore format: one line
    const { status, json: shown } = await post('/v1/crons/preview', json)
    assert.equal(status, 200)
    assert.equal(shown.data.length, 10)
    assert.deepEqual(shown.data.slice(0, 2), ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
    assert.deepEqual(shown.local.slice(0, 2), ['2026-03-29T03:00:00+02:00', '2026-03-30T02:30:00+02:00'])
    assert.deepEqual(shown.also.slice(0, 2), ['2026-03-28T21:00:00-04:00', '2026-03-29T20:30:00-04:00'])
    assert.equal(shown.reading, 'At 02:30')
    assert.equal((await post('/v1/crons/preview', { ...json, hour12: true })).json.reading, 'At 02:30 AM')
    for (const [field, value] of Object.entries({ expression: 'x', timezone: 'x', also_timezone: 'x' })) {
      const answer = await post('/v1/crons/preview', { ...json, [field]: value })
      assert.deepEqual([answer.status, answer.json.field], [400, field])
    }
  })

  test('is shown for all crons of the coming day, but for those that are paused', async () => {
    const hourly = await cron({ ...ofPage('/page'), expression: '15 * * * *' })
    const often = await cron({ ...ofPage('/page'), expression: '*/5 * * * *' })
    const paused = await cron({ ...ofPage('/page'), expression: '0 * * * *', enabled: false })
    const { json } = await jobs.service.call('/v1/cron-calendar?hours=24&from=2026-06-01T00:15:00.000Z')
    const of = (id: string) => json.data.find((one: Json) => one.cron_id === id)
    assert.deepEqual([of(hourly.id).times.length, of(hourly.id).times[0]], [24, '2026-06-01T00:15:00.000Z'])
    assert.deepEqual([of(often.id).times.length, of(often.id).has_more], [100, true])
    assert.equal(of(paused.id), undefined)
    assert.equal(json.until, '2026-06-02T00:15:00.000Z')
  })
})
