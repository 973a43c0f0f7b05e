import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { type CommentSite, plainPages, serveComments } from '../jobs/support/comment-site.ts'
import { VIDEO_ID } from '../prebuilt/shortvideo/pages.ts'
import { startLocalSite } from '../support/local-site.ts'
import { type ShortNode, startRunSite, stepOf } from './support/run-site.ts'

const platform = await startLocalSite()
const runs = startRunSite({ shortvideo_url: platform.url })

let comments: CommentSite
after(platform.close)
beforeEach(() => {
  comments = serveComments(platform, plainPages(5))
})

const nodes = (config: object, more: object = {}): ShortNode[] => [
  ['start', 'input'],
  [
    'list',
    'operation',
    { operation: 'shortvideo-comments', input: { video_id: '{{ item.video }}' }, ...config },
    more,
  ],
  ['each', 'for_each', { list: 'item.comments' }],
]

async function run(config: object, more: object = {}) {
  const before = await runs.spent()
  const ended = await runs.run(await runs.workflow({ nodes: nodes(config, more) }), { video: VIDEO_ID })
  const ids = (await runs.items(ended, 'each', '&side=out')).map(({ value }) => value.id)
  return { ended, ids, spent: (await runs.spent()) - before }
}

describe('a node that follows a list', () => {
  test('emits the items of all pages, and pays for each page', async () => {
    const { ended, ids, spent } = await run({ max_pages: 10 })
    assert.equal(ended.state, 'completed', JSON.stringify(ended.error))
    assert.deepEqual(
      ids,
      plainPages(5).flatMap(page => page.ids),
    )
    assert.deepEqual(stepOf(ended, 'list'), ['completed', 1, 1, 0, 5])
    assert.deepEqual([ended.credits, spent, comments.asked.length], [5, 5, 5])
  })

  test('ends at its page limit', async () => {
    const { ids, spent } = await run({ max_pages: 2 })
    assert.deepEqual([ids.length, spent], [4, 2])
  })

  test('continues from the failed page when it is retried', async () => {
    platform.on(`/@_/video/${VIDEO_ID}`, { status: 503 })
    comments.instead.set('40', (_request, response) => {
      comments.instead.delete('40')
      response.destroy()
    })
    const { ended, ids, spent } = await run({ max_pages: 10 }, { on_error: 'retry', retries: 2 })
    assert.deepEqual([ended.state, ids.length, spent], ['completed', 10, 5])
    assert.equal(comments.asked.filter(cursor => cursor === '0').length, 1)
  })

  test('emits what it has read when a later page fails', async () => {
    comments.instead.set('40', { status: 403, body: '' })
    const { ended, ids, spent } = await run({ max_pages: 10 })
    assert.deepEqual([ended.state, ids.length, spent], ['completed', 4, 2])
  })

  test('fails without a charge when its first page fails', async () => {
    comments.instead.set('0', { status: 403, body: '' })
    const { ended, spent } = await run({ max_pages: 10 })
    assert.deepEqual([ended.state, spent], ['failed', 0])
  })

  test('does not exceed the budget of its workflow run', async () => {
    const before = await runs.spent()
    const id = await runs.workflow({ nodes: nodes({ max_pages: 10 }), settings: { budget: 3 } })
    const ended = await runs.run(id, { video: VIDEO_ID })
    assert.deepEqual([ended.state, ended.error.code], ['failed', 'over_budget'])
    assert.equal((await runs.spent()) - before, 3)
  })

  test('is refused for an operation without pages', async () => {
    const answer = await runs.service.call('/v1/workflows', {
      json: {
        name: 'Test',
        nodes: [
          { id: 'start', type: 'input' },
          {
            id: 'video',
            type: 'operation',
            config: { operation: 'videosite-video', input: { video_id: 'tidepool_01' }, max_pages: 3 },
          },
        ],
        edges: [{ from: 'start', to: 'video' }],
      },
    })
    assert.deepEqual([answer.status, answer.json.field], [422, 'nodes[1].config.max_pages'], answer.text)
  })
})
