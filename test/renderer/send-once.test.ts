import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendOnce, watchDoublePresses } from '../../renderer/lib/service/send-once.ts'

const buttons = new EventTarget()
watchDoublePresses(buttons)
const click = (detail: number) => buttons.dispatchEvent(new CustomEvent('click', { detail }))
const press = (key: string) => buttons.dispatchEvent(Object.assign(new Event('keydown'), { key }))

test('a double click sends a change once; another change, or a retry after a failure, is sent', async () => {
  const sentBodies: unknown[] = []
  const ask = (input: unknown, id = 'cron-create') =>
    sendOnce(id, input, async () => {
      sentBodies.push(input)
      return sentBodies.length
    })
  assert.deepEqual(await Promise.all([ask({ name: 'a' }), ask({ name: 'a' })]), [1, 1])
  click(1)
  assert.equal(await ask({ name: 'a' }), 2, 'a click of its own is meant')
  click(2)
  assert.equal(await ask({ name: 'a' }), 2)
  assert.equal(await ask({ name: 'b' }), 3)
  assert.equal(await ask({ name: 'a' }), 4, 'what was changed since may change the answer')
  assert.equal(await ask({ name: 'a' }, 'webhook-create'), 5)

  const failing = () => sendOnce('key-create', {}, () => Promise.reject(new Error('away')))
  await assert.rejects(failing)
  assert.equal(await ask({}, 'key-create'), 6)
})

test('a key pressed twice sends one request', async () => {
  let sendCount = 0
  const ask = () => sendOnce('cron-run', {}, async () => ++sendCount)
  click(1)
  press('Enter')
  await ask()
  press('a')
  assert.equal(await ask(), 2)
  press('Enter')
  assert.equal(await ask(), 2)
})

test('two files of the same size are both uploaded', async () => {
  const file = new Blob(['a'])
  const other = new Blob(['b'])
  let sendCount = 0
  const upload = (page: Blob) => sendOnce('fixture-create', { page }, async () => ++sendCount)
  assert.deepEqual(await Promise.all([upload(file), upload(file), upload(other)]), [1, 1, 2])
})
