import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY, HOUR } from '../../server/base/times.ts'
import { openStore } from '../../server/store/open-store.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { gatePage } from './support/gate-page.ts'
import { newStoredJob } from './support/stored-job.ts'

let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/page', { body: '<h1>Kettle</h1>' })
})
after(() => site.close())

const start = (folder: string) =>
  startTestApp({ data_dir: folder, allow_hosts: ['127.0.0.1'], drain_seconds: 0 })

const scrape = async (service: TestApp, parser: string, path: string) =>
  (await service.call('/v1/jobs', { json: { parser_id: parser, input: { url: site.url + path } } })).json.id

/** Changes the store of a data folder while no service is running. */
async function duringWork(folder: string, work: (store: ReturnType<typeof openStore>) => Promise<unknown>) {
  const store = openStore(folder)
  await work(store)
  store.close()
}

describe('the stored result and page of a job', () => {
  test('are removed after the retention time and then answer 410, but the job stays', async () => {
    const folder = tempFolder()
    const first = await start(folder)
    const parser = await first.parser({ fields: { title: 'h1' } })
    const id = await scrape(first, parser, '/page')
    assert.equal((await first.ended(`/v1/jobs/${id}`)).state, 'completed')
    await first.stop()
    await duringWork(folder, store => store.jobFiles.expire(Date.now() + DAY, 100))
    const second = await start(folder)
    for (const path of ['result', 'page']) {
      const answer = await second.call(`/v1/jobs/${id}/${path}`)
      assert.deepEqual([answer.status, Boolean(answer.json.hint)], [410, true], path)
    }
    assert.equal((await second.call(`/v1/jobs/${id}`)).json.state, 'completed')
    await second.stop()
  })

  test('are removed oldest first when the size limit is exceeded', async () => {
    const store = openStore(tempFolder())
    const { id: account } = await store.accounts.ensure('someone', 0, 1)
    const bodies = ['old', 'middle', 'new']
    const longText = JSON.stringify('x'.repeat(600_000))
    const created = store.jobs.prepareAll(
      account,
      bodies.map(id => newStoredJob(0, { id })),
      0,
    )
    await store.write(() => created.open(created.write()))
    const claimed = await store.jobQueue.claim(account, () => bodies.length, 0, HOUR)
    for (const [i, job] of claimed.entries())
      await store.jobQueue.endAlone(
        job,
        { state: 'completed', used: 0, result: longText, expires_at: 0, timings: null },
        i,
      )
    const keptResults = async () => {
      const all = await Promise.all(bodies.map(id => store.jobFiles.result(account, id)))
      return all.map(Boolean)
    }
    await store.jobFiles.expire(0, 100)
    assert.deepEqual(await keptResults(), [true, true, true])
    await store.jobFiles.expire(0, 1)
    assert.deepEqual(await keptResults(), [false, false, true])
    store.close()
  })
})

describe('a stop of the service', () => {
  test('leaves running jobs and their held credits for the next start', async () => {
    const folder = tempFolder()
    const first = await start(folder)
    const parser = await first.parser({ fields: { title: 'h1' } })
    const gate = gatePage(site, '/gate')
    const id = await scrape(first, parser, '/gate')
    await gate.waiting(1)
    await first.stop()
    await gate.waiting(0)
    await duringWork(folder, async store => {
      const [account] = await store.accounts.list()
      const job = (await store.jobs.find(account!.id, id))!
      assert.deepEqual([job.state, job.attempt, job.credits.reserved], ['pending', 0, 1])
    })
    site.on('/gate', { body: '<h1>Kettle</h1>' })
    const second = await start(folder)
    const job = await second.ended(`/v1/jobs/${id}`)
    assert.deepEqual([job.state, job.attempt, job.credits], ['completed', 1, { reserved: 0, used: 1 }])
    await second.stop()
  })
})

test('a parser that open jobs need cannot be deleted', async () => {
  const service = await start(tempFolder())
  const parser = await service.parser({ fields: { title: 'h1' } })
  const gate = gatePage(site, '/needed')
  const id = await scrape(service, parser, '/needed')
  await gate.waiting(1)
  const remove = () => service.call(`/v1/parsers/${parser}`, { method: 'DELETE' })
  const refused = await remove()
  assert.deepEqual([refused.status, refused.json.dependants], [409, [id]])
  gate.open()
  await service.ended(`/v1/jobs/${id}`)
  assert.equal((await remove()).status, 204)
  await service.stop()
})
