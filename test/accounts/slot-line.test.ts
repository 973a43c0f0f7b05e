import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSlots } from '../../server/accounts/slots.ts'
import type { Account } from '../../server/store/accounts/accounts.ts'

const accountWith = (concurrency: number) =>
  ({ id: 'acc', name: 'a', limits: { concurrency } }) as unknown as Account

const { signal } = new AbortController()

describe('the line of calls that wait for a slot of an account', () => {
  test('holds 200 calls, and the next one is refused', async () => {
    const slots = createSlots()
    const account = accountWith(1)
    const free = await slots.wait(account, signal)
    const waiters = Array.from({ length: 200 }, () => slots.wait(account, signal))
    await assert.rejects(slots.wait(account, signal), { code: 'too_many_calls' })
    free()
    for (const waiting of waiters) (await waiting)()
    assert.equal(slots.count('acc'), 0)
  })

  test('drops a call that is cancelled, before or while it waits', async () => {
    const slots = createSlots()
    const account = accountWith(1)
    const free = await slots.wait(account, signal)
    const controller = new AbortController()
    const abortedWait = slots.wait(account, controller.signal)
    const next = slots.wait(account, signal)
    controller.abort()
    await assert.rejects(abortedWait, { name: 'AbortError' })
    await assert.rejects(slots.wait(account, controller.signal), { name: 'AbortError' })
    free()
    ;(await next)()
    assert.equal(slots.count('acc'), 0)
  })

  test('comes before a call that does not want to wait, which is refused', async () => {
    const slots = createSlots()
    const account = accountWith(1)
    const free = slots.take(account)
    const next = slots.wait(account, signal)
    free()
    assert.throws(() => slots.take(account), { code: 'too_many_calls' })
    ;(await next)()
    slots.take(account)()
  })

  test('lets in as many calls as a raised limit allows', async () => {
    const slots = createSlots()
    const free = await slots.wait(accountWith(1), signal)
    const waiters = [1, 2].map(() => slots.wait(accountWith(3), signal))
    free()
    await Promise.all(waiters)
    assert.equal(slots.count('acc'), 2)
  })
})
