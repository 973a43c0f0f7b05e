import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createSerialWork } from '../../server/crons/serial-work.ts'

/** Work that records when it starts, and ends when the test lets it. */
function notedWork() {
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const work = (title: string) => async () => {
    begun.push(title)
    const gate = Promise.withResolvers<void>()
    gates.set(title, gate)
    await gate.promise
  }
  return { begun, work, finish: (title: string) => gates.get(title)!.resolve() }
}

describe('work with the same name', () => {
  test('runs one after another, including work that is added later', async () => {
    const { begun, work, finish } = notedWork()
    const runSerially = createSerialWork()
    const first = runSerially('cron_1', work('first'))
    void runSerially('cron_1', work('second'))
    await setImmediate()
    finish('first')
    await first
    await setImmediate()
    void runSerially('cron_1', work('third'))
    await setImmediate()
    assert.deepEqual(begun, ['first', 'second'])
    finish('second')
    await setImmediate()
    assert.deepEqual(begun, ['first', 'second', 'third'])
  })

  test('continues after an error, which only its own caller gets', async () => {
    const runSerially = createSerialWork()
    const failure = runSerially('cron_1', async () => Promise.reject(new Error('no disk')))
    const next = runSerially('cron_1', async () => 'done')
    await assert.rejects(failure, /no disk/)
    assert.equal(await next, 'done')
  })
})

test('work with different names runs side by side', async () => {
  const { begun, work } = notedWork()
  const runSerially = createSerialWork()
  void runSerially('cron_1', work('first'))
  void runSerially('cron_2', work('second'))
  await setImmediate()
  assert.deepEqual(begun, ['first', 'second'])
})
