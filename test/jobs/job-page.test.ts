import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { withEnoughTime } from '../support/enough-time.ts'
import { startJobSite } from './support/job-site.ts'

/** When nothing matches, the strict engine examines every pair of an element and one of its ancestors. */
const COSTLY = { strict: true, fields: { found: { css: 'span div', all: true } } }
const TITLE = { fields: { title: { css: 'h1', required: true } } }
const PAGE_WITH_HEADING = '<h1>Kettle</h1>'

const jobs = startJobSite()

const limitParsing = (ms?: number) => jobs.app.settings.change('parse_timeout_ms', ms)

/** Runs a job that reads this page. Returns its outcome and the stored page. */
async function keptPageOf(body: string, schema: unknown) {
  jobs.site.on('/own', { body })
  const created = await jobs.scrape('/own', { parser_id: await jobs.service.parser(schema) })
  const job = await jobs.ended(created.json.id)
  // The limit of the job would also hold for the thread that writes the answer.
  limitParsing()
  const { json } = await jobs.service.call(`/v1/jobs/${job.id}/page`)
  return { state: job.state, code: job.error?.code ?? null, html: json.html }
}

describe('the page of a job', () => {
  const pages: [what: string, body: string][] = [
    ['a small one', PAGE_WITH_HEADING],
    ['a large one', PAGE_WITH_HEADING + '<p>text</p>'.repeat(40_000)],
  ]
  for (const [what, body] of pages) {
    test(`is kept with the result: ${what}`, async () =>
      assert.deepEqual(await keptPageOf(body, TITLE), { state: 'completed', code: null, html: body }))

    test(`is kept when a required field is missing: ${what}`, async () => {
      const headless = body.replaceAll('h1', 'h2')
      const lacking = { state: 'failed', code: 'required_missing', html: headless }
      assert.deepEqual(await keptPageOf(headless, TITLE), lacking)
    })
  }

  test('is decoded outside the event loop when it is large and not in UTF-8', async t => {
    const words = '<p>caf\u00e9</p>'.repeat(40_000)
    const headers = { 'content-type': 'text/html; charset=windows-1252' }
    jobs.site.on('/own', { body: Buffer.from(PAGE_WITH_HEADING + words, 'latin1'), headers })
    const parser_id = await jobs.service.parser(TITLE)
    const { id } = await jobs.ended((await jobs.scrape('/own', { parser_id })).json.id)
    const decode = mock.method(TextDecoder.prototype, 'decode')
    t.after(() => decode.mock.restore())
    const { json } = await jobs.service.call(`/v1/jobs/${id}/page`)
    assert.deepEqual(json, {
      url: `${jobs.site.url}/own`,
      content_type: headers['content-type'],
      html: PAGE_WITH_HEADING + words,
    })
    const encodings = decode.mock.calls.map(call => (call.this as { encoding: string }).encoding)
    assert.ok(!encodings.includes('windows-1252'))
  })

  for (const depth of [50_000, 80_000])
    test(`is kept when parsing is stopped by the time limit: ${depth} nested elements`, async t => {
      limitParsing(1_000)
      t.after(() => limitParsing())
      const body = '<div>'.repeat(depth)
      assert.deepEqual(await keptPageOf(body, COSTLY), {
        state: 'failed',
        code: 'extraction_failed',
        html: body,
      })
    })
})

describe('a batch with a page that cannot be parsed within the time limit', () => {
  /** Returns the outcome of each page: its value of `found`, or its error code. */
  async function outcomes(parser_id: string, paths: string[]): Promise<unknown[]> {
    const items = paths.map(path => ({ input: { url: jobs.site.url + path } }))
    const created = await jobs.service.call('/v1/batches', { json: { target: { parser_id }, items } })
    await jobs.batchEnded(created.json.id)
    const { text } = await jobs.service.call(`/v1/batches/${created.json.id}/export`)
    const ended = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    return ended.map(({ result, error }) => result?.found ?? error.code)
  }

  test('fails only for that page', async t => {
    t.after(() => limitParsing())
    const parser_id = await jobs.service.parser(COSTLY)
    jobs.site.on('/good', { body: '<span><div>1</div></span>' })
    jobs.site.on('/endless', { body: '<div>'.repeat(50_000) })
    await jobs.service.admin('/admin/accounts/default', { limits: { job_concurrency: 5 } })
    await withEnoughTime(750, async ms => {
      limitParsing(ms)
      const ended = await outcomes(parser_id, ['/good?1', '/good?2', '/endless', '/good?3', '/good?4'])
      if (ended.filter(outcome => outcome === 'extraction_failed').length > 1) return false
      assert.deepEqual(ended, [['1'], ['1'], 'extraction_failed', ['1'], ['1']])
      return true
    })
  })
})

describe('the result of a job with several pages', () => {
  test('contains the items of all pages', async () => {
    jobs.site.on('/list', { body: '<li>1</li><a href="/list2">next</a>' })
    jobs.site.on('/list2', { body: '<li>2</li>' })
    const paginate = { next: 'a@href', limit: 2 }
    const schema = { fields: { items: { css: 'li', all: true } }, paginate }
    const created = await jobs.scrape('/list', { parser_id: await jobs.service.parser(schema) })
    const { id } = await jobs.ended(created.json.id)
    const { json } = await jobs.service.call(`/v1/jobs/${id}/result`)
    assert.deepEqual(json.items, ['1', '2'])
  })
})
