import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as photosocial from '../prebuilt/photosocial/pages.ts'
import * as videosite from '../prebuilt/videosite/comments-pages.ts'
import { type LocalSite, type SiteRequest, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const PAGES = 5

let site: LocalSite
let service: TestApp
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({
    photosocial_url: site.url,
    videosite_url: site.url,
    allow_hosts: ['127.0.0.1'],
  })
})
after(async () => {
  await service.stop()
  await site.close()
})

/** Serves the pages of a list. `numberOf` gets the page number from a request. */
function serve(path: string, numberOf: (request: SiteRequest) => number, page: (number: number) => unknown) {
  site.on(path, (request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(page(numberOf(request)))),
  )
}

async function collect(api_id: string, input: object) {
  const created = await service.call('/v1/jobs', { json: { api_id, input, max_pages: 20 } })
  assert.equal(created.status, 202, created.text)
  const job = await service.ended(`/v1/jobs/${created.json.id}`)
  assert.deepEqual([job.state, job.credits.used], ['completed', PAGES], JSON.stringify(job.error))
  assert.deepEqual([job.pages.read, job.pages.end, job.pages.error], [PAGES, 'last_page', null])
  return (await service.call(`/v1/jobs/${job.id}/result`)).json
}

describe('a list job', () => {
  test('reads all pages of the posts of an account, following `end_cursor`', async () => {
    const EACH = 3
    const last = (number: number) => (number + 1) * EACH
    serve(
      `/api/v1/feed/user/${photosocial.ID}/`,
      ({ query }) => {
        const cursor = query.get('max_id')
        return Array.from({ length: PAGES }, (_, i) => i).findIndex(
          i => (i === 0 ? null : photosocial.cursorAt(last(i - 1))) === cursor,
        )
      },
      number =>
        photosocial.feed(
          photosocial.posts(last(number - 1) + 1, last(number), photosocial.flatPost),
          number < PAGES - 1 ? photosocial.cursorAt(last(number)) : undefined,
        ),
    )
    const { posts, user_id, pagination } = await collect('photosocial-posts', {
      user_id: photosocial.ID,
      first: EACH,
    })
    assert.deepEqual(
      posts.map(({ id }: { id: string }) => id),
      photosocial.posts(1, PAGES * EACH, photosocial.idOf),
    )
    assert.deepEqual([user_id, pagination.has_next_page], [photosocial.ID, false])
  })

  test('reads all pages of the comments on a video, following `continuation`', async () => {
    const tokenOf = (number: number) => `comments-of-page-${number}`
    serve(
      '/youtubei/v1/next',
      ({ body }) => {
        const { continuation } = JSON.parse(body.toString())
        return Number(/^comments-of-page-(\d)/.exec(continuation)?.[1] ?? 0)
      },
      number => ({
        onResponseReceivedEndpoints: [
          videosite.append([
            ...['a', 'b'].map(letter => ({
              commentThreadRenderer: { comment: videosite.renderer(`${number}${letter}`) },
            })),
            ...(number < PAGES - 1 ? [videosite.more(tokenOf(number + 1))] : []),
          ]),
        ],
      }),
    )
    const { comments, pagination } = await collect('videosite-comments', { video_id: videosite.VIDEO })
    assert.deepEqual(
      comments.map(({ id }: { id: string }) => id),
      Array.from({ length: PAGES }, (_, number) => [`${number}a`, `${number}b`]).flat(),
    )
    assert.deepEqual(pagination, { continuation: null, has_more: false })
  })
})
