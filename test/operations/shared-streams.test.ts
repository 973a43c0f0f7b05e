import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createJobEvents } from '../../server/jobs/job-events.ts'
import { batchFollowing } from '../../server/operations/batches/following.ts'
import type { Services } from '../../server/operations/services.ts'
import { openStore, type Store } from '../../server/store/open-store.ts'
import { until } from '../http/support/until.ts'
import { newStoredJob } from '../jobs/support/stored-job.ts'
import { tempFolder } from '../support/temp-folder.ts'

const FOLLOWERS = 50
const ITEMS = 5

let store: Store
before(() => {
  store = openStore(tempFolder())
})
after(() => store.close())

/**
 * A batch of open items, functions to follow it and to cancel an item, and how often the batch was read from the
 * store.
 */
async function createScene(id: string) {
  const batch = { id, name: null, parser_id: null, api_id: 'x', max_credits: null, concurrency: null }
  const none = { database_id: null, webhook: null, retry_of: null, cron_id: null }
  await store.batches.begin({ ...batch, ...none }, 1)
  const jobs = Array.from({ length: ITEMS }, (_, i) =>
    newStoredJob(1, { id: `job_${id}_${i}`, batch_id: id }),
  )
  const created = store.jobs.prepareAll('acc_1', jobs, 1)
  await store.write(() => {
    const span = created.write()
    created.open(span)
    store.batches.appear('acc_1', id, span, null)
  })
  let reads = 0
  const counting = {
    ...store.batches,
    find(...of: Parameters<Store['batches']['find']>) {
      reads++
      return store.batches.find(...of)
    },
  }
  const jobEvents = createJobEvents()
  const services = { store: { ...store, batches: counting }, jobs: { events: jobEvents } }
  const [, events] = batchFollowing(services as unknown as Services)
  const stop = new AbortController()
  const context = { account: { id: 'acc_1' }, caller: { account: { id: 'acc_1' } }, signal: stop.signal }
  const follow = () => {
    const seen: number[] = []
    const ended = (async () => {
      const states = events.run({ id }, context as never) as unknown as AsyncIterable<{
        counts: { cancelled: number }
      }>
      for await (const { counts } of states) seen.push(counts.cancelled)
    })()
    return { seen, ended }
  }
  const cancel = async (i: number) => {
    await store.jobQueue.cancel('acc_1', jobs[i]!.id, 2)
    jobEvents.changed(jobs[i]!.id, id)
  }
  return { follow, cancel, stop, reads: () => reads }
}

describe('a batch that several clients follow', () => {
  test('is read from the store once at the start and once for each change, however many follow it', async () => {
    const { follow, cancel, reads } = await createScene('bat_1')
    const followers = Array.from({ length: FOLLOWERS }, follow)
    await until(async () => followers.every(({ seen }) => seen.length === 1))
    assert.equal(reads(), 1)
    for (let i = 0; i < ITEMS; i++) {
      await cancel(i)
      await until(async () => followers.every(({ seen }) => seen.at(-1) === i + 1))
      assert.equal(reads(), i + 2)
    }
    await Promise.all(followers.map(({ ended }) => ended))
  })

  test('is shown in its current state to a client that joins later, even right after a change', async () => {
    const { follow, cancel, stop } = await createScene('bat_2')
    const first = follow()
    await until(async () => first.seen.length === 1)
    await cancel(0)
    const second = follow()
    await until(async () => second.seen.length === 1)
    assert.deepEqual(second.seen, [1])
    await until(async () => first.seen.length === 2)
    const third = follow()
    await until(async () => third.seen.length === 1)
    assert.deepEqual([first.seen, third.seen], [[0, 1], [1]])
    stop.abort()
    await Promise.all([first.ended, second.ended, third.ended])
  })

  test('is no longer read once nobody follows it', async () => {
    const { follow, cancel, stop, reads } = await createScene('bat_3')
    const first = follow()
    await until(async () => first.seen.length === 1)
    stop.abort()
    await first.ended
    await cancel(0)
    assert.equal(reads(), 1)
  })
})

async function collect<T>(states: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const state of states) all.push(state)
  return all
}

test('when a followed record cannot be read, all that follow it now get the error, and later ones read it again', async () => {
  const events = createJobEvents()
  let isBroken = true
  const followed = {
    read: async () => {
      if (isBroken) throw new Error('The store is gone.')
      return { isOver: true }
    },
    isLast: ({ isOver }: { isOver: boolean }) => isOver,
  }
  const collectAll = () => collect(events.watch('job_1', followed, new AbortController().signal))
  await Promise.all([assert.rejects(collectAll(), /is gone/), assert.rejects(collectAll(), /is gone/)])
  isBroken = false
  assert.deepEqual(await collectAll(), [{ isOver: true }])
})

test('a client that joins while a change is read waits for it', async () => {
  const events = createJobEvents()
  const reads = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let begun = 0
  const source = { read: () => reads[begun++]!.promise, isLast: (state: string) => state === 'ended' }
  const collectAll = () => collect(events.watch('job_1', source, new AbortController().signal))
  const first = collectAll()
  reads[0]!.resolve('running')
  await until(async () => begun === 1)
  events.changed('job_1')
  await until(async () => begun === 2)
  const second = collectAll()
  reads[1]!.resolve('ended')
  assert.deepEqual([await first, await second], [['running', 'ended'], ['ended']])
})
