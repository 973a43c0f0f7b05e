import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CommentSite, plainPages, serveComments } from '../../jobs/support/comment-site.ts'
import { VIDEO_ID } from '../../prebuilt/shortvideo/pages.ts'
import { askOwner } from '../../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { type KillableService, startKillableService } from '../support/killable-service.ts'

const BIRTH = 100

const folder = tempFolder()
let site: LocalSite
let winnow: KillableService
let comments: CommentSite

/** Kills the service while it waits for the page of this cursor, and starts it again. */
async function killAt(cursor: string): Promise<void> {
  const stands = Promise.withResolvers<void>()
  comments.instead.set(cursor, () => stands.resolve())
  await stands.promise
  await winnow.kill()
  comments.instead.delete(cursor)
}

describe('a list of comments while the service is killed by `kill -9` between pages', () => {
  before(async () => {
    site = await startLocalSite()
    comments = serveComments(site, plainPages(5))
    winnow = await startKillableService(folder, {
      'birth-credits': BIRTH,
      'shortvideo-url': site.url,
      retries: 0,
    })
  })
  after(() => site.close())

  test('is collected completely by one job, which pays for no page twice', async () => {
    const target = { api_id: 'shortvideo-comments', max_pages: 20 }
    const first = killAt('40')
    const { id } = await winnow.call('/v1/jobs', { ...target, input: { video_id: VIDEO_ID } })
    await first
    const second = killAt('80')
    await winnow.start()
    await second
    await winnow.start()

    const job = await winnow.call(`/v1/jobs/${id}?wait=60`)
    assert.deepEqual([job.state, job.attempt], ['completed', 1], 'what Winnow interrupts is no attempt')
    assert.deepEqual(job.pages, { max: 20, read: 5, items: 10, end: 'last_page', error: null })
    assert.deepEqual(job.credits, { reserved: 0, used: 5 })
    const { comments: collected } = await winnow.call(`/v1/jobs/${id}/result`)
    assert.deepEqual(
      collected.map((one: { id: string }) => one.id),
      plainPages(5).flatMap(({ ids }) => ids),
    )
    assert.deepEqual(comments.asked, ['0', '20', '40', '40', '60', '80', '80'])
    const ledger = await askOwner(folder, `/admin/ledger?account=default&q=${id}`)
    const captures = ledger.data.map((entry: { subject: string; delta: number }) => [
      entry.subject,
      entry.delta,
    ])
    assert.deepEqual(
      captures.reverse(),
      [1, 2, 3, 4, 5].map(page => [`${id}/${page}`, -1]),
    )
    const { creditBalance, held } = await winnow.call('/v1/credits')
    assert.deepEqual([creditBalance, held], [BIRTH - 5, 0])
  })

  test('is collected completely by one workflow node, which pays for no page twice', async () => {
    comments.asked.length = 0
    const config = { operation: 'shortvideo-comments', input: { video_id: VIDEO_ID }, max_pages: 20 }
    const { id: workflow } = await winnow.call('/v1/workflows', {
      name: 'Comments',
      nodes: [
        { id: 'start', type: 'input' },
        { id: 'list', type: 'operation', config },
      ],
      edges: [{ from: 'start', to: 'list' }],
    })
    const killed = killAt('40')
    const { id } = await winnow.call(`/v1/workflows/${workflow}/run`, {})
    await killed
    await winnow.start()

    const run = await winnow.call(`/v1/workflow-runs/${id}?wait=60`)
    assert.deepEqual([run.state, run.credits], ['completed', 5])
    const { data } = await winnow.call(`/v1/workflow-runs/${id}/steps/list/items?side=out`)
    assert.equal(data[0].value.comments.length, 10)
    assert.deepEqual(comments.asked, ['0', '20', '40', '40', '60', '80'])
    assert.equal((await winnow.call('/v1/credits')).creditBalance, BIRTH - 10)
    await winnow.stop()
  })
})
