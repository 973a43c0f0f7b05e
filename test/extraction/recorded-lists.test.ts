import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noRecordings, openRecordings, type RecordedCase } from '../prebuilt/support/recordings.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

if (noRecordings) test('recorded pages of lists', { skip: noRecordings }, () => {})
else await testRecordings()

type Items = Record<string, unknown>[]
type ExpectedLists = Record<string, Items> & { pagination: Record<string, unknown> }
const expectedOf = ({ expected }: RecordedCase) => expected as ExpectedLists

async function testRecordings() {
  const { cases, payloads, compare } = await openRecordings()
  const recorded = cases()

  const page = (api: string, isIt: (one: RecordedCase) => boolean) =>
    recorded.find(one => one.api === api && one.expected !== undefined && isIt(one))!

  describe('one job joins recorded pages of a list', () => {
    let site: LocalSite
    let service: TestApp
    before(async () => {
      site = await startLocalSite()
      service = await startTestApp({
        photosocial_url: site.url,
        shortvideo_url: site.url,
        allow_hosts: ['127.0.0.1'],
      })
    })
    after(async () => {
      await service.stop()
      await site.close()
    })

    async function collect(api_id: string, input: object, max_pages: number) {
      const created = await service.call('/v1/jobs', { json: { api_id, input, max_pages } })
      assert.equal(created.status, 202, created.text)
      const job = await service.ended(`/v1/jobs/${created.json.id}`)
      const { json } = await service.call(`/v1/jobs/${job.id}/result`)
      return { job, json }
    }

    const inputOf = (one: RecordedCase) => ({
      body: payloads(one)[0]!,
      headers: { 'content-type': 'application/json' },
    })

    /** Expects the items of all these pages, each once and in order, for one credit per page. */
    function assertJoined(
      list: string,
      pages: RecordedCase[],
      { job, json }: Awaited<ReturnType<typeof collect>>,
    ) {
      const items = pages.flatMap(one => expectedOf(one)[list]!)
      const { state, credits } = job
      assert.deepEqual([state, job.pages.read, credits.used], ['completed', pages.length, pages.length])
      const { wrong, leaves } = compare(items, json[list])
      assert.deepEqual(wrong, [], `${wrong.length} of ${leaves} leaves are wrong`)
      assert.deepEqual(json.pagination, expectedOf(pages.at(-1)!).pagination)
    }

    test('of posts, up to the last page', async () => {
      const last = page('photosocial-posts', one => {
        const { user_id, cursor } = one.input
        return Boolean(user_id && cursor) && expectedOf(one).pagination.has_next_page === false
      })
      const first = page(
        'photosocial-posts',
        one => expectedOf(one).pagination.end_cursor === last.input.cursor,
      )
      const { username, first: each } = first.input
      site.on(`/api/v1/feed/user/${username}/username/`, inputOf(first))
      site.on(`/api/v1/feed/user/${last.input.user_id}/`, inputOf(last))
      const posts = await collect('photosocial-posts', { username, first: each }, 10)
      assertJoined('posts', [first, last], posts)
      assert.equal(posts.job.pages.end, 'last_page')
    })

    test('of comments, until a page turns out to be of another video', async () => {
      const hasMore = (one: RecordedCase) => {
        const { comments, pagination } = expectedOf(one)
        return comments!.length > 0 && pagination.has_more === true
      }
      const second = page('shortvideo-comments', one => hasMore(one) && one.input.cursor === 20)
      const first = page('shortvideo-comments', one => {
        const isOfAnother = one.input.video_id !== second.input.video_id
        return isOfAnother && hasMore(one) && !one.input.cursor && expectedOf(one).pagination.cursor === 20
      })
      site.on('/api/comment/list/', ({ query }, response) => {
        const { body, headers } = inputOf(query.get('cursor') === '20' ? second : first)
        response.writeHead(200, headers).end(body)
      })
      const comments = await collect('shortvideo-comments', first.input, 10)
      assertJoined('comments', [first], comments)
      const { end, error } = comments.job.pages
      assert.deepEqual([end, error.code], ['broken_off', 'not_asked_for'])
    })
  })
}
