import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { VIDEO_ID } from '../prebuilt/shortvideo/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { type CommentPage, type CommentSite, plainPages, serveComments } from './support/comment-site.ts'

const API = 'shortvideo-comments'

let site: LocalSite
let service: TestApp
let comments: CommentSite
let balanceBefore: number

before(async () => {
  site = await startLocalSite()
  service = await startTestApp({
    shortvideo_url: site.url,
    allow_hosts: ['127.0.0.1'],
    job_retry_ms: 10,
  })
})
after(async () => {
  await service.stop()
  await site.close()
})
beforeEach(async () => {
  comments = serveComments(site, plainPages(5))
  balanceBefore = await balance()
})

const balance = async () => (await service.call('/v1/credits')).json.creditBalance
const heldCredits = async () => (await service.call('/v1/credits')).json.held

const create = (more: Record<string, unknown> = {}): Promise<Answer> =>
  service.call('/v1/jobs', { json: { api_id: API, input: { video_id: VIDEO_ID }, ...more } })

async function run(more: Record<string, unknown> = {}) {
  const created = await create(more)
  assert.equal(created.status, 202, created.text)
  const job = await service.ended(`/v1/jobs/${created.json.id}`)
  const result = await service.call(`/v1/jobs/${job.id}/result`)
  return { made: created.json, job, result }
}

const idsOf = ({ json }: Answer) => json.comments.map(({ id }: { id: string }) => id)

/** The ledger lines of a job, oldest first. */
async function captures(id: string): Promise<[string, number][]> {
  const { json } = await service.admin(`/admin/ledger?account=default&q=${id}`)
  return json.data.map((entry: { subject: string; delta: number }) => [entry.subject, entry.delta]).reverse()
}

const serve = (pages: CommentPage[]) => {
  comments = serveComments(site, pages)
}

describe('a job that follows a list', () => {
  test('joins all pages, and pays for each page when it is read', async () => {
    const { made, job, result } = await run({ max_pages: 10 })
    assert.deepEqual(
      [made.credits, made.pages],
      [
        { reserved: 10, used: 0 },
        { max: 10, read: 0, items: 0, end: null, error: null },
      ],
    )
    assert.deepEqual([job.state, job.credits], ['completed', { reserved: 0, used: 5 }])
    assert.deepEqual(job.pages, { max: 10, read: 5, items: 10, end: 'last_page', error: null })
    assert.deepEqual(idsOf(result), ['0a', '0b', '1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b'])
    assert.deepEqual(result.json.pagination, { cursor: 100, has_more: false })
    assert.deepEqual(comments.asked, ['0', '20', '40', '60', '80'])
    assert.deepEqual([balanceBefore - (await balance()), await heldCredits()], [5, 0])
    assert.deepEqual(
      await captures(job.id),
      [1, 2, 3, 4, 5].map(page => [`${job.id}/${page}`, -1]),
    )
  })

  test('ends at its page limit, with a cursor to continue from', async () => {
    const { job, result } = await run({ max_pages: 2 })
    assert.deepEqual([job.pages.read, job.pages.end, job.credits.used], [2, 'max_pages', 2])
    assert.deepEqual(result.json.pagination, { cursor: 40, has_more: true })
    assert.equal(result.headers.get('x-notice'), null)
    const next = await run({ max_pages: 9, input: { video_id: VIDEO_ID, cursor: 40 } })
    assert.deepEqual(idsOf(next.result), ['2a', '2b', '3a', '3b', '4a', '4b'])
  })

  test('counts an item only once when pages overlap', async () => {
    serve([{ ids: ['a', 'b'] }, { ids: ['b', 'c'] }, { ids: ['a', 'd'] }])
    const { job, result } = await run({ max_pages: 9 })
    assert.deepEqual([idsOf(result), job.pages.items], [['a', 'b', 'c', 'd'], 4])
  })

  test('ends when a page has nothing new, or when a cursor repeats', async () => {
    serve([{ ids: ['a'] }, { ids: ['a'] }, { ids: ['c'] }])
    const stale = await run({ max_pages: 9 })
    assert.deepEqual([stale.job.pages.end, stale.job.pages.read], ['nothing_new', 2])
    serve([{ ids: ['a'] }, { ids: ['b'], next: 20 }])
    const circle = await run({ max_pages: 9 })
    assert.deepEqual([circle.job.pages.end, idsOf(circle.result)], ['cursor_repeated', ['a', 'b']])
    assert.deepEqual(comments.asked, ['0', '20'])
  })

  test('is retried from the page that failed with a temporary error', async () => {
    site.on(`/@_/video/${VIDEO_ID}`, { status: 503 })
    comments.instead.set('40', (_request, response) => {
      comments.instead.delete('40')
      response.destroy()
    })
    const { job, result } = await run({ max_pages: 9 })
    assert.deepEqual([job.state, job.attempt, job.pages.read, job.credits.used], ['completed', 2, 5, 5])
    assert.equal(idsOf(result).length, 10)
    assert.deepEqual(comments.asked.slice(0, 3), ['0', '20', '40'])
    assert.equal(comments.asked.filter(cursor => cursor === '0').length, 1)
  })

  test('keeps what it has read when a later page fails for good, and reports the error', async () => {
    comments.instead.set('40', { status: 403, body: '' })
    const { job, result } = await run({ max_pages: 9, max_attempts: 1 })
    assert.deepEqual([job.state, job.error, job.credits], ['completed', null, { reserved: 0, used: 2 }])
    assert.deepEqual([job.pages.read, job.pages.end], [2, 'broken_off'])
    assert.ok(job.pages.error.code && job.pages.error.message, JSON.stringify(job.pages))
    assert.deepEqual(idsOf(result), ['0a', '0b', '1a', '1b'])
    assert.equal(result.headers.get('x-notice'), 'pages_missing')
    assert.deepEqual([balanceBefore - (await balance()), await heldCredits()], [2, 0])
  })

  test('that ends early removes no rows from its database', async () => {
    const columns = [{ name: 'id', type: 'string' }]
    const body = { name: 'All', columns, primary_key: ['id'], write_mode: 'replace', rows_path: 'comments' }
    const database_id = (await service.call('/v1/databases', { json: body })).json.id
    await run({ max_pages: 9, database_id })
    comments.instead.set('40', { status: 403, body: '' })
    const { job } = await run({ max_pages: 9, max_attempts: 1, database_id })
    assert.match(job.rows.faults[0].error, /^Not all pages could be read/)
    assert.equal((await service.call(`/v1/databases/${database_id}/rows`)).json.data.length, 10)
  })

  test('fails without a charge when its first page fails', async () => {
    comments.instead.set('0', { status: 403, body: '' })
    const { job, result } = await run({ max_pages: 9, max_attempts: 1 })
    assert.deepEqual([job.state, job.credits.used, job.pages.read], ['failed', 0, 0])
    assert.equal(result.status, 409)
    assert.deepEqual([balanceBefore - (await balance()), await heldCredits()], [0, 0])
  })

  test('that is cancelled keeps the pages that it has paid for', async () => {
    const stands = Promise.withResolvers<void>()
    comments.instead.set('60', () => stands.resolve())
    const created = await create({ max_pages: 9 })
    await stands.promise
    const running = (await service.call(`/v1/jobs/${created.json.id}`)).json
    assert.deepEqual([running.pages.read, running.pages.items], [3, 6])
    assert.deepEqual(running.credits, { reserved: 6, used: 3 })
    const cancelled = await service.call(`/v1/jobs/${created.json.id}/cancel`, { method: 'POST' })
    assert.deepEqual([cancelled.json.state, cancelled.json.credits], ['cancelled', { reserved: 0, used: 3 }])
    const result = await service.call(`/v1/jobs/${created.json.id}/result`)
    assert.deepEqual([result.status, idsOf(result).length], [200, 6])
    assert.equal(result.headers.get('x-notice'), 'pages_missing')
    assert.deepEqual([balanceBefore - (await balance()), await heldCredits()], [3, 0])
  })

  test('keeps its page limit when it is retried', async () => {
    comments.instead.set('0', { status: 403, body: '' })
    const { job } = await run({ max_pages: 7, max_attempts: 1 })
    comments.instead.clear()
    const again = (await service.call(`/v1/jobs/${job.id}/retry`, { method: 'POST' })).json
    assert.deepEqual([again.pages.max, again.credits.reserved], [7, 7])
    assert.equal((await service.ended(`/v1/jobs/${again.id}`)).pages.read, 5)
  })

  test('of at most one page is an ordinary job', async () => {
    const { job, result } = await run({ max_pages: 1 })
    assert.deepEqual([job.pages, idsOf(result)], [null, ['0a', '0b']])
  })

  test('is refused when there is no list to follow or the limit is out of range, with the field in the error', async () => {
    const parser = await service.parser({ fields: { title: 'h1' } })
    const refused = [
      { api_id: 'videosite-video', input: { video_id: 'tidepool_01' }, max_pages: 2 },
      { parser_id: parser, api_id: undefined, input: { url: 'https://shop.example' }, max_pages: 2 },
      { max_pages: 0 },
      { max_pages: 101 },
    ]
    for (const more of refused) {
      const answer = await create(more)
      assert.deepEqual([answer.status, answer.json.field], [400, 'max_pages'], answer.text)
      assert.ok(answer.json.hint, answer.text)
    }
  })

  test('is refused when the account cannot pay for all of its pages', async () => {
    const key = await service.keyFor('poor')
    await service.admin('/admin/credits', { account: 'poor', credits: -997 })
    const json = { api_id: API, input: { video_id: VIDEO_ID }, max_pages: 4 }
    const answer = await service.call('/v1/jobs', { json, headers: { 'x-api-key': key } })
    assert.deepEqual([answer.status, answer.json.required], [402, 4])
  })
})

describe('a batch whose items follow lists', () => {
  const target = { api_id: API, max_pages: 3 }
  const items = [1, 2].map(() => ({ input: { video_id: VIDEO_ID } }))

  test('holds credits for all pages, pays only for those that it reads, and keeps its page limit in a retry', async () => {
    const created = await service.call('/v1/batches', { json: { target, items } })
    assert.deepEqual([created.status, created.json.credits_reserved], [202, 6], created.text)
    const batch = await service.ended(`/v1/batches/${created.json.id}`)
    assert.deepEqual([batch.state, batch.credits], ['completed', { reserved: 0, used: 6 }])
    assert.deepEqual([balanceBefore - (await balance()), await heldCredits()], [6, 0])

    comments.instead.set('0', { status: 403, body: '' })
    const failing = await service.call('/v1/batches', { json: { target, items, max_attempts: 1 } })
    await service.ended(`/v1/batches/${failing.json.id}`)
    comments.instead.clear()
    const retry = await service.call(`/v1/batches/${failing.json.id}/retry`, { json: {} })
    assert.equal(retry.json.credits_reserved, 6, retry.text)
    const { json } = await service.call(`/v1/batches/${retry.json.id}/items`)
    assert.deepEqual(
      json.data.map((job: { pages: { max: number } }) => job.pages.max),
      [3, 3],
    )
    await service.ended(`/v1/batches/${retry.json.id}`)
  })

  test('spends what several items leave of its budget on a further one, as long as that pays for all of its pages', async () => {
    serve(plainPages(1))
    const json = {
      target: { api_id: API, max_pages: 3 },
      items: Array.from({ length: 5 }, () => ({ input: { video_id: VIDEO_ID } })),
      max_credits: 6,
    }
    const { id } = (await service.call('/v1/batches', { json })).json
    const { counts, credits } = await service.ended(`/v1/batches/${id}`)
    assert.deepEqual([counts.completed, counts.skipped, credits], [4, 1, { reserved: 0, used: 4 }])
    assert.deepEqual([balanceBefore - (await balance()), await heldCredits()], [4, 0])
  })

  test('can take the page limit from a form with a file', async () => {
    const body = new FormData()
    body.set('api_id', API)
    body.set('max_pages', '2')
    body.set('items', new Blob([`video_id\n${VIDEO_ID}\n`]), 'items.csv')
    const created = await service.call('/v1/batches/upload', { body })
    assert.deepEqual([created.status, created.json.credits_reserved], [202, 2], created.text)
    await service.ended(`/v1/batches/${created.json.id}`)
  })

  test('is refused for an API without pages, with the field of its target in the error', async () => {
    const json = { target: { api_id: 'videosite-video', max_pages: 3 }, items }
    const answer = await service.call('/v1/batches', { json })
    assert.deepEqual([answer.status, answer.json.field], [400, 'target.max_pages'], answer.text)
  })
})

describe('a cron that follows a list', () => {
  const schedule = { expression: '0 9 * * *', timezone: 'UTC' }
  const cron = (target: Record<string, unknown>) =>
    service.call('/v1/crons', { json: { name: 'Comments', ...schedule, target } })
  const target = { type: 'api', id: API, input: { video_id: VIDEO_ID } }

  test('starts jobs with its page limit', async () => {
    const created = await cron({ ...target, max_pages: 4 })
    assert.deepEqual([created.status, created.json.target.max_pages], [201, 4], created.text)
    const started = await service.call(`/v1/crons/${created.json.id}/run`, { json: {} })
    assert.ok(started.json.job_id, started.text)
    const job = await service.ended(`/v1/jobs/${started.json.job_id}`)
    assert.deepEqual([job.pages.max, job.pages.read, job.cron_id], [4, 4, created.json.id])
  })

  test('is refused when there is no list to follow', async () => {
    const graph = { nodes: [{ id: 'start', type: 'input' }], edges: [] }
    const { json: workflow } = await service.call('/v1/workflows', { json: { name: 'Test', ...graph } })
    const ofWorkflow = await cron({ type: 'workflow', id: workflow.id, max_pages: 4 })
    assert.deepEqual([ofWorkflow.status, ofWorkflow.json.field], [400, 'target.max_pages'], ofWorkflow.text)
    const answer = await cron({
      type: 'api',
      id: 'videosite-video',
      input: { video_id: 'tidepool_01' },
      max_pages: 4,
    })
    assert.deepEqual([answer.status, answer.json.field], [400, 'target.max_pages'], answer.text)
  })
})
