import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gatePage } from '../support/gate-page.ts'
import { startJobSite } from '../support/job-site.ts'

const jobs = startJobSite()

const urls = (...paths: string[]) =>
  paths.map((path, i) => ({ custom_id: `item-${i}`, input: { url: jobs.site.url + path } }))

const make = (items: unknown[], more: Record<string, unknown> = {}, headers = {}) =>
  jobs.service.call('/v1/batches', {
    json: { target: { parser_id: jobs.parser }, items, ...more },
    headers,
  })
const ended = (id: string) => jobs.batchEnded(id)

describe('a batch', () => {
  test('runs its items, charges only for those with a result, and counts all of them', async () => {
    const before = await jobs.credits()
    const created = await make(urls('/page', '/page?2', '/bare', '/none'), { name: 'Four' })
    assert.equal(created.status, 202, created.text)
    const { id, ...rest } = created.json
    assert.equal(created.headers.get('location'), `/v1/batches/${id}`)
    assert.deepEqual(rest, { accepted: 4, skipped: 0, rejected: [], credits_reserved: 4 })
    const batch = await ended(id)
    assert.deepEqual(batch.counts, {
      total: 4,
      pending: 0,
      running: 0,
      completed: 2,
      failed: 2,
      cancelled: 0,
      skipped: 0,
    })
    assert.deepEqual([batch.state, batch.credits], ['completed', { reserved: 0, used: 2 }])
    const after = await jobs.credits()
    assert.deepEqual([after.held, before.creditBalance - after.creditBalance], [0, 2])
    const failed = (await jobs.service.call(`/v1/batches/${id}/items?state=failed`)).json.data
    assert.deepEqual(
      failed.map((item: { index: number; custom_id: string; error: { code: string } }) => [
        item.index,
        item.custom_id,
        item.error.code,
      ]),
      [
        [2, 'item-2', 'required_missing'],
        [3, 'item-3', 'upstream_404'],
      ],
    )
  })

  test('is listed as open until all of its items have ended', async () => {
    const gate = gatePage(jobs.site, '/gated')
    const { id } = (await make(urls('/gated'))).json
    const open = async () => {
      const { data, total } = (await jobs.service.call('/v1/batches?open=true&count=true')).json
      return [data.map((batch: { id: string }) => batch.id), total]
    }
    await gate.waiting(1)
    assert.deepEqual(await open(), [[id], 1])
    gate.open()
    await ended(id)
    assert.deepEqual(await open(), [[], 0])
  })

  test('lists the items in one state page by page, each once', async () => {
    const { id } = (await make(urls('/page', '/bare', '/page?2', '/page?3'))).json
    await ended(id)
    const indexes: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `state=completed&limit=1${cursor && `&cursor=${cursor}`}`
      const { json } = await jobs.service.call(`/v1/batches/${id}/items?${query}`)
      indexes.push(...json.data.map((item: { index: number }) => item.index))
      cursor = json.next_cursor
    }
    assert.deepEqual(indexes, [0, 2, 3])
  })

  test('groups its failures by cause, most frequent first, each with an example', async () => {
    jobs.site.on('/tired', { status: 503 })
    const paths = ['/none', '/bare', '/none?2', '/page', '/tired', '/none?3']
    const { id } = (await make(urls(...paths), { max_attempts: 1 })).json
    await ended(id)
    const { data } = (await jobs.service.call(`/v1/batches/${id}/failures`)).json
    type Cause = Record<string, unknown> & { example: { index: number; custom_id: string } }
    assert.deepEqual(
      data.map(({ code, field, upstream_status, items, example }: Cause) => [
        code,
        field,
        upstream_status,
        items,
        example.index,
        example.custom_id,
      ]),
      [
        ['upstream_404', null, 404, 3, 0, 'item-0'],
        ['required_missing', 'title', null, 1, 1, 'item-1'],
        ['upstream_status', null, 503, 1, 4, 'item-4'],
      ],
    )
    assert.match(data[1].message, /title/)
    assert.deepEqual(data[0].example.input, { url: `${jobs.site.url}/none` })
    const headers = { 'x-api-key': await jobs.service.keyFor('stranger') }
    assert.equal((await jobs.service.call(`/v1/batches/${id}/failures`, { headers })).status, 404)
  })

  test('rejects invalid items, and runs the others', async () => {
    const good = urls('/page')[0]
    const items = [7, good, { input: { address: 'x' } }, { input: {}, more: 1 }, { custom_id: '' }, good]
    const { status, json } = await make(items)
    assert.equal(status, 202)
    assert.deepEqual([json.accepted, json.credits_reserved], [2, 2])
    assert.deepEqual(
      json.rejected.map(({ index, field }: { index: number; field?: string }) => [index, field]),
      [
        [0, 'input'],
        [2, 'input.url'],
        [3, 'more'],
        [4, 'custom_id'],
      ],
    )
    assert.equal(json.rejected[0].error, 'An item must be an object with an `input`.')
    assert.equal((await ended(json.id)).counts.completed, 2)
  })

  test('without a valid item is refused, and the error names the first problem', async () => {
    const { status, json } = await make([{ input: {} }, { input: {} }])
    assert.deepEqual([status, json.field, json.rejected.length], [400, 'items[0].input.url', 2])
  })

  test('skips items that repeat an earlier one when `dedupe` is set', async () => {
    const { json } = await make(urls('/page', '/page?2', '/page'), { dedupe: true })
    assert.deepEqual([json.accepted, json.skipped, json.credits_reserved], [2, 1, 2])
    const batch = await ended(json.id)
    assert.deepEqual([batch.counts.completed, batch.counts.skipped, batch.state], [2, 1, 'completed'])
  })

  test('never exceeds its budget, and uses the credits of failed items for later ones', async () => {
    const before = await jobs.credits()
    const paths = ['/bare', '/page', '/bare?2', '/page?2', '/page?3', '/page?4']
    const { json } = await make(urls(...paths), { max_credits: 2, concurrency: 1 })
    assert.deepEqual([json.accepted, json.credits_reserved], [6, 2])
    const batch = await ended(json.id)
    assert.deepEqual(
      [batch.counts.completed, batch.counts.failed, batch.counts.skipped, batch.credits],
      [2, 2, 2, { reserved: 0, used: 2 }],
    )
    const after = await jobs.credits()
    assert.deepEqual([after.held, before.creditBalance - after.creditBalance], [0, 2])
  })

  test('ends after it has skipped more items than are skipped in one step', async () => {
    const paths = Array.from({ length: 450 }, (_, i) => `/page?${i}`)
    const { json } = await make(urls(...paths), { max_credits: 2 })
    const batch = await ended(json.id)
    assert.deepEqual(
      [batch.state, batch.counts.completed, batch.counts.skipped, batch.credits],
      ['completed', 2, 448, { reserved: 0, used: 2 }],
    )
    const { error } = (await jobs.service.call(`/v1/batches/${json.id}/items?state=skipped&limit=1`)).json
      .data[0]
    assert.equal(error.code, 'over_budget')
  })

  test('that the account cannot pay for is refused, or accepted in part on request', async () => {
    const key = await jobs.service.keyFor('poor')
    await jobs.service.admin('/admin/credits', { account: 'poor', credits: -997 })
    const headers = { 'x-api-key': key }
    const parser = await jobs.service.parser({ fields: { title: 'h1' } }, {}, key)
    const target = { target: { parser_id: parser } }
    const whole = await make(urls('/page', '/page?2', '/page?3', '/page?4'), target, headers)
    assert.deepEqual([whole.status, whole.json.required, whole.json.available], [402, 4, 3])
    const items = urls('/page', '/page?2', '/page?3', '/page?4')
    const part = await make(items, { ...target, allow_partial: true }, headers)
    assert.deepEqual([part.status, part.json.accepted, part.json.credits_reserved], [202, 3, 3])
    assert.deepEqual(
      part.json.rejected.map(({ index }: { index: number }) => index),
      [3],
    )
    const more = await make(urls('/page'), { ...target, allow_partial: true }, headers)
    assert.equal(more.status, 402, more.text)
  })

  test('larger than the limit of waiting jobs is refused without a time to retry', async () => {
    const headers = { 'x-api-key': await jobs.service.keyFor('narrow') }
    await jobs.service.admin('/admin/accounts/narrow', { limits: { max_pending: 2 } })
    const parser = await jobs.service.parser({ fields: { title: 'h1' } }, {}, headers['x-api-key'])
    const items = urls('/page', '/page?2', '/page?3')
    const whole = await make(items, { target: { parser_id: parser } }, headers)
    assert.deepEqual([whole.status, whole.json.pending, whole.json.limit], [429, 0, 2], whole.text)
    assert.equal(
      whole.json.error,
      '3 items exceed the limit of 2 jobs that this account may have waiting or running.',
    )
    assert.match(whole.json.hint, /allow_partial/)
    assert.equal(whole.headers.get('retry-after'), null)
    const part = await make(items, { target: { parser_id: parser }, allow_partial: true }, headers)
    assert.deepEqual([part.status, part.json.accepted], [202, 2], part.text)
  })

  test('can retry its failed items as a new batch', async () => {
    const { json } = await make(urls('/page', '/later'), { name: 'Some' })
    assert.equal((await ended(json.id)).counts.failed, 1)
    jobs.site.on('/later', { body: '<h1>Now</h1>' })
    const again = await jobs.service.call(`/v1/batches/${json.id}/retry`, { method: 'POST' })
    assert.deepEqual([again.status, again.json.accepted], [202, 1], again.text)
    const batch = await ended(again.json.id)
    assert.deepEqual([batch.counts.completed, batch.retry_of, batch.name], [1, json.id, 'Some'])
    const [item] = (await jobs.service.call(`/v1/batches/${batch.id}/items`)).json.data
    assert.equal(item.custom_id, 'item-1')
    assert.equal((await jobs.service.call(`/v1/batches/${batch.id}/retry`, { method: 'POST' })).status, 409)
  })

  test('that is deleted takes its items with it', async () => {
    const { json } = await make(urls('/page'))
    await ended(json.id)
    const [item] = (await jobs.service.call(`/v1/batches/${json.id}/items`)).json.data
    const statuses = async () => {
      const answers = ['', '/result', '/page'].map(path => jobs.service.call(`/v1/jobs/${item.id}${path}`))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    assert.deepEqual(await statuses(), [200, 200, 200])
    assert.equal((await jobs.service.call(`/v1/batches/${json.id}`, { method: 'DELETE' })).status, 204)
    assert.deepEqual(await statuses(), [404, 404, 404])
  })

  test('is cancelled only while items are open, and deleted only once they have ended', async () => {
    const gate = gatePage(jobs.site, '/gated')
    const { id } = (await make(urls('/gated'))).json
    await gate.waiting(1)
    const open = await jobs.service.call(`/v1/batches/${id}`, { method: 'DELETE' })
    assert.deepEqual(
      [open.status, open.json.error, open.json.hint],
      [409, 'Items of this batch are still waiting or running.', 'Cancel it first.'],
    )
    gate.open()
    assert.equal((await ended(id)).counts.completed, 1)
    const late = await jobs.service.call(`/v1/batches/${id}/cancel`, { method: 'POST' })
    assert.deepEqual([late.status, late.json.error], [409, 'All items of this batch have ended.'])
    assert.equal((await jobs.service.call(`/v1/batches/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await jobs.service.call(`/v1/batches/${id}`)).status, 404)
  })

  test('is refused when its budget does not pay for a single item', async t => {
    await jobs.app.settings.change('price_scrape', 3)
    t.after(() => jobs.app.settings.change('price_scrape', undefined))
    const before = await jobs.credits()
    const { status, json } = await make(urls('/page'), { max_credits: 2 })
    assert.deepEqual(
      [status, json.field, json.error],
      [400, 'max_credits', '`max_credits` does not pay for one item, which costs 3.'],
    )
    assert.deepEqual(await jobs.credits(), before)
  })

  test('is created only once under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'batch-1' }
    const first = await make(urls('/page'), {}, headers)
    const second = await make(urls('/page'), {}, headers)
    assert.deepEqual(second.json, first.json)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal(second.headers.get('location'), first.headers.get('location'))
  })
})

test('the credits held by open jobs and batches are listed for the owner, one sum per batch', async () => {
  const gate = gatePage(jobs.site, '/gate')
  const job = (await jobs.scrape('/gate')).json.id
  const batch = (await make(urls('/gate', '/gate?2', '/gate?3'))).json.id
  await gate.waiting(4)
  const { data } = (await jobs.service.admin('/admin/credits/holds')).json
  assert.deepEqual(
    data.map(({ kind, id, operation, credits }: Record<string, unknown>) => [kind, id, operation, credits]),
    [
      ['job', job, 'scrape', 1],
      ['batch', batch, 'scrape', 3],
    ],
  )
  assert.equal((await jobs.credits()).held, 4)
  gate.open()
  await ended(batch)
  await jobs.ended(job)
  assert.deepEqual((await jobs.service.admin('/admin/credits/holds')).json.data, [])
})

describe('an export of a batch', () => {
  test('has a row for every item, in each format', async () => {
    const { json } = await make(urls('/page', '/bare'))
    await ended(json.id)
    const get = (query: string) => jobs.service.call(`/v1/batches/${json.id}/export?${query}`)
    const lines = (await get('format=ndjson')).text.trimEnd().split('\n')
    const rows = lines.map(line => JSON.parse(line))
    assert.deepEqual(
      rows.map(({ index, state, result }) => ({ index, state, result })),
      [
        { index: 0, state: 'completed', result: { title: 'Kettle' } },
        { index: 1, state: 'failed', result: null },
      ],
    )
    assert.deepEqual((await get('format=json')).json, rows)
    assert.match(
      (await get('format=csv')).text,
      /^index,custom_id,state,error,input\.url,title\r?\n0,item-0,completed,,\S+\/page,Kettle\r?\n1,item-1,failed,"?required_missing/,
    )
    assert.deepEqual((await get('state=completed&format=json')).json, [rows[0]])
    const sheet = await fetch(`${jobs.service.url}/v1/batches/${json.id}/export?format=xlsx`, {
      headers: { 'x-api-key': jobs.service.key },
    })
    assert.equal(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 2)
        .toString(),
      'PK',
    )
  })
})

test('the status of the service counts the jobs and batches that are running', async () => {
  const gate = gatePage(jobs.site, '/gate')
  const { id } = (await make(urls('/gate', '/gate?2', '/page'), { concurrency: 2 })).json
  const other = (await make(urls('/gate?4'))).json.id
  await gate.waiting(3)
  const { running, jobs: underWay, batches, workflow_runs } = (await jobs.service.admin('/admin/status')).json
  assert.deepEqual([running, underWay, batches, workflow_runs], [0, 3, 2, 0])
  gate.open()
  for (const batch of [id, other]) await ended(batch)
  const after = (await jobs.service.admin('/admin/status')).json
  assert.deepEqual([after.jobs, after.batches], [0, 0])
})
