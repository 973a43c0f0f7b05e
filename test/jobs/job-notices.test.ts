import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as pages from '../prebuilt/shortvideo/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { type CommentSite, plainPages, serveComments } from './support/comment-site.ts'

const API = 'shortvideo-comments'
const LINKS = {
  fields: {
    items: {
      css: 'li',
      all: true,
      fields: { name: 'a' },
      follow: { link: 'a@href', fields: { weight: 'b' } },
    },
  },
}

let site: LocalSite
let service: TestApp
let comments: CommentSite

before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ shortvideo_url: site.url, allow_hosts: ['127.0.0.1'], job_retry_ms: 10 })
  comments = serveComments(site, plainPages(3))
  site.on(`/@_/video/${pages.VIDEO_ID}`, { body: pages.html(pages.closedVideo) })
})
after(async () => {
  await service.stop()
  await site.close()
})

/** Runs a job. Returns it once it has ended, with the notice of its result. */
async function run(body: object) {
  const created = await service.call('/v1/jobs', { json: body })
  assert.equal(created.status, 202, created.text)
  const job = await service.ended(`/v1/jobs/${created.json.id}`)
  const result = await service.call(`/v1/jobs/${job.id}/result`)
  return { job, header: result.headers.get('x-notice') }
}

const commentsOf = (more: object = {}) => run({ api_id: API, input: { video_id: pages.VIDEO_ID }, ...more })

describe('a job has a notice about what its result lacks', () => {
  test('when comments are turned off', async () => {
    comments.instead.set('0', { body: '' })
    const { job, header } = await commentsOf()
    comments.instead.clear()
    assert.deepEqual([job.state, job.notice, header], ['completed', 'comments_disabled', 'comments_disabled'])
  })

  test('when comments are turned off on any page of a list', async () => {
    comments.instead.set('40', { body: '' })
    const { job, header } = await commentsOf({ max_pages: 5 })
    comments.instead.clear()
    assert.deepEqual(
      [job.pages.end, job.notice, header],
      ['last_page', 'comments_disabled', 'comments_disabled'],
    )
  })

  test('when further pages could not be read', async () => {
    site.on('/shop', { body: '<li><a href="/pot">pot</a></li><li><a href="/gone">cup</a></li>' })
    site.on('/pot', { body: '<b>2 kg</b>' })
    const parser_id = await service.parser(LINKS)
    const { job, header } = await run({ parser_id, input: { url: `${site.url}/shop` } })
    assert.deepEqual([job.state, job.notice, header], ['completed', 'pages_missing', 'pages_missing'])
  })

  test('and none when nothing is missing', async () => {
    const { job, header } = await commentsOf()
    assert.deepEqual([job.notice, header], [null, null])
  })
})

test('the items and the export of a batch have notices about missing parts of results', async () => {
  comments.instead.set('0', { body: '' })
  const items = [{ input: { video_id: pages.VIDEO_ID } }]
  const { json } = await service.call('/v1/batches', { json: { target: { api_id: API }, items } })
  await service.ended(`/v1/batches/${json.id}`)
  comments.instead.clear()
  const [item] = (await service.call(`/v1/batches/${json.id}/items`)).json.data
  const [row] = (await service.call(`/v1/batches/${json.id}/export?format=json`)).json
  assert.deepEqual([item.notice, row.notice], ['comments_disabled', 'comments_disabled'])
  const { text } = await service.call(`/v1/batches/${json.id}/export?format=csv`)
  assert.match(text, /^index,.*,pagination,notice\r?\n0,.*,comments_disabled\r?\n$/)
})

test('an export has no notice column of its own when the results have a field of that name', async () => {
  const parser_id = await service.parser({ fields: { ...LINKS.fields, notice: 'title' } })
  site.on('/shop', { body: '<title>Sale</title><li><a href="/gone">cup</a></li>' })
  const items = [{ input: { url: `${site.url}/shop` } }]
  const { json } = await service.call('/v1/batches', { json: { target: { parser_id }, items } })
  await service.ended(`/v1/batches/${json.id}`)
  const [row] = (await service.call(`/v1/batches/${json.id}/export?format=json`)).json
  assert.deepEqual([row.notice, row.result.notice], ['pages_missing', 'Sale'])
  const { text } = await service.call(`/v1/batches/${json.id}/export?format=csv`)
  assert.match(text, /^index,custom_id,state,error,input\.url,items,notice\r?\n.*,Sale\r?\n$/)
})
