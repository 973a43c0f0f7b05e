import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { receiveMessageOnPort } from 'node:worker_threads'
import { createPageFeed } from '../../server/threads/page-feed.ts'
import type { JobPageTask } from '../../server/threads/tasks.ts'

interface QueuedPage {
  page: JobPageTask
}

const pageOf = (key: string): QueuedPage => ({
  page: {
    key,
    schema: { fields: {} },
    bytes: new Uint8Array(),
    contentType: null,
    trace: false,
    owner: { account: 'acc', caller: 'key' },
  },
})
const keysOf = (groups: QueuedPage[][]) => groups.map(group => group.map(({ page }) => page.key).join(''))

/** A feed that started with page a, and the answers that it got. */
function startFeed() {
  const told: string[] = []
  const feed = createPageFeed([pageOf('a')], (group, answers) => told.push(`${keysOf([group])}: ${answers}`))
  return { feed, told }
}

describe('a feed of pages to a thread', () => {
  test('has room for one more group beside the one that is being parsed', async () => {
    const { feed, told } = startFeed()
    assert.equal(feed.hasRoom(), true)
    feed.add([pageOf('b'), pageOf('c')])
    assert.equal(feed.hasRoom(), false)
    const { message } = receiveMessageOnPort(feed.port) as { message: JobPageTask[] }
    assert.deepEqual(
      message.map(({ key }) => key),
      ['b', 'c'],
    )
    feed.port.postMessage(['of a'])
    while (!told.length) await turn()
    assert.deepEqual(told, ['a: of a'])
    assert.equal(feed.hasRoom(), true)
    feed.end()
  })

  test('delivers pending answers when it ends, and returns the groups without an answer', () => {
    const { feed, told } = startFeed()
    feed.add([pageOf('b')])
    feed.port.postMessage(['of a'])
    assert.deepEqual(keysOf(feed.end()), ['b'])
    assert.deepEqual(told, ['a: of a'])
  })
})
