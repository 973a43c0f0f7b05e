import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFairQueue, type QueueEntry } from '../../server/threads/fair-queue.ts'

interface Item extends QueueEntry {
  name: string
}

/** `A1 p` is work `p` for key 1 of account A. */
function itemOf(name: string): Item {
  const [caller = '', work = ''] = name.split(' ')
  return { name, owner: { account: caller[0]!, caller: caller }, work }
}

function queueOf(places: number, ...names: string[]) {
  const queue = createFairQueue<Item>(places)
  for (const name of names) queue.add(itemOf(name))
  return queue
}

/** Takes all items one at a time. Returns their order. */
function order(queue: ReturnType<typeof queueOf>, ranOut = false): string[] {
  const names: string[] = []
  for (let item = queue.take(); item; item = queue.take()) {
    names.push(item.name)
    queue.end(item, ranOut)
  }
  return names
}

/** Runs an item to its deadline this many times. */
function overrun(queue: ReturnType<typeof queueOf>, name: string, times: number): void {
  for (let time = 0; time < times; time++) {
    queue.add(itemOf(name))
    queue.end(queue.take()!, true)
  }
}

describe('slots are given', () => {
  test('to accounts in turn, however much one of them asks for', () => {
    const queue = queueOf(1, 'A1 p', 'A1 q', 'A1 r', 'B1 p', 'B1 q', 'C1 p')
    assert.deepEqual(order(queue), ['A1 p', 'B1 p', 'C1 p', 'A1 q', 'B1 q', 'A1 r'])
  })

  test('to the keys of an account in turn, each in its own order', () => {
    const queue = queueOf(1, 'A1 p', 'A1 q', 'A1 r', 'A2 p', 'B1 p', 'A2 q')
    assert.deepEqual(order(queue), ['A1 p', 'B1 p', 'A2 p', 'A1 q', 'A2 q', 'A1 r'])
  })

  test('to an account that comes later before a second item of an account that was just served', () => {
    const queue = queueOf(1, 'A1 p', 'A1 q')
    const first = queue.take()!
    queue.add(itemOf('B1 p'))
    queue.end(first, false)
    assert.deepEqual(order(queue), ['B1 p', 'A1 q'])
  })

  test('to no more items than there are slots', () => {
    const queue = queueOf(2, 'A1 p', 'A1 q', 'A1 r')
    const order = [queue.take(), queue.take(), queue.take()]
    assert.deepEqual(
      order.map(item => item?.name),
      ['A1 p', 'A1 q', undefined],
    )
    queue.end(order[0]!, false)
    assert.equal(queue.take()?.name, 'A1 r')
  })

  test('only to items that may start now, and to the others later', () => {
    const queue = queueOf(2, 'A1 job', 'B1 p')
    assert.equal(queue.take(({ work }) => work !== 'job')?.name, 'B1 p')
    assert.equal(
      queue.take(({ work }) => work !== 'job'),
      undefined,
    )
    assert.equal(queue.take()?.name, 'A1 job')
  })

  test('to no item that was removed', () => {
    const queue = queueOf(1, 'B1 p')
    const item = itemOf('A1 p')
    queue.add(item)
    assert.deepEqual([queue.remove(item), queue.remove(item)], [true, false])
    assert.deepEqual(order(queue), ['B1 p'])
  })
})

describe('work that ran to its deadline', () => {
  test('once waits like any other work', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 1)
    for (const name of ['A1 slow', 'A1 p']) queue.add(itemOf(name))
    assert.deepEqual(order(queue), ['A1 slow', 'A1 p'])
  })

  test('twice in a row waits behind all other work', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 2)
    for (const name of ['A1 slow', 'B1 p', 'B1 q', 'C1 p']) queue.add(itemOf(name))
    assert.deepEqual(order(queue), ['B1 p', 'C1 p', 'B1 q', 'A1 slow'])
  })

  test('counts against its account until other work of the account ends in time', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 1)
    overrun(queue, 'A1 slower', 1)
    for (const name of ['A1 p', 'B1 p', 'A1 slow', 'A1 slower', 'B1 q']) queue.add(itemOf(name))
    assert.deepEqual(order(queue), ['B1 p', 'B1 q', 'A1 p', 'A1 slow', 'A1 slower'])
  })

  test('waits like any other work again once it ends in time', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 2)
    queue.add(itemOf('A1 slow'))
    queue.end(queue.take()!, false)
    for (const name of ['A1 slow', 'A1 p']) queue.add(itemOf(name))
    assert.deepEqual(order(queue), ['A1 slow', 'A1 p'])
  })

  test('twice never gets the last free slot, so that the next item is served at once', () => {
    const queue = queueOf(2)
    overrun(queue, 'A1 slow', 2)
    for (const name of ['A1 slow', 'A1 slow']) queue.add(itemOf(name))
    assert.deepEqual([queue.take()?.name, queue.take()], ['A1 slow', undefined])
    queue.add(itemOf('B1 p'))
    assert.equal(queue.take()?.name, 'B1 p')
  })

  test('moves behind other work even when many such items were already waiting', () => {
    const queue = queueOf(2, ...Array<string>(8).fill('A1 slow'))
    const running = [queue.take()!, queue.take()!]
    queue.add(itemOf('B1 p'))
    for (const item of running) queue.end(item, true)
    assert.deepEqual([queue.take()?.name, queue.take()?.name, queue.take()], ['B1 p', undefined, undefined])
  })
})

describe('items that are taken along with another one', () => {
  test('are of the same key, in order, and not slow', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 2)
    queue.add(itemOf('A1 fine'))
    queue.end(queue.take()!, false)
    for (const name of ['A1 p', 'A1 q', 'A2 p', 'A1 slow', 'A1 r', 'A1 s']) queue.add(itemOf(name))
    const first = queue.take()!
    assert.equal(first.name, 'A2 p')
    queue.end(first, false)
    const second = queue.take()!
    assert.deepEqual(
      queue.takeAlong(second, 2, () => true).map(({ name }) => name),
      ['A1 q', 'A1 r'],
    )
    queue.end(second, null)
    assert.deepEqual([second.name, ...order(queue)], ['A1 p', 'A1 s', 'A1 slow'])
  })
})

describe('a spare slot', () => {
  test('goes to an account that waits while a single other account uses all slots', () => {
    const queue = queueOf(2, 'A1 p', 'A1 q', 'A1 r')
    const order = [queue.take(), queue.take()]
    assert.deepEqual([queue.isHeldByOne(), queue.takeSpare()], [false, undefined])
    queue.add(itemOf('B1 p'))
    queue.add(itemOf('C1 p'))
    assert.ok(queue.isHeldByOne())
    const spare = queue.takeSpare()
    assert.equal(spare?.name, 'B1 p')
    assert.deepEqual([queue.isHeldByOne(), queue.takeSpare(), queue.take()], [false, undefined, undefined])
    queue.end(order[0]!, false)
    assert.equal(queue.take(), undefined)
    queue.end(spare!, false)
    assert.equal(queue.take()?.name, 'C1 p')
  })

  test('is not given while slots are free or several accounts use them', () => {
    const queue = queueOf(2, 'A1 p')
    queue.take()
    queue.add(itemOf('B1 p'))
    assert.equal(queue.takeSpare(), undefined)
    queue.take()
    queue.add(itemOf('C1 p'))
    assert.equal(queue.takeSpare(), undefined)
  })

  test('is not given to work that ran to its deadline twice', () => {
    const queue = queueOf(1)
    overrun(queue, 'B1 p', 2)
    queue.add(itemOf('A1 p'))
    queue.take()
    queue.add(itemOf('B1 p'))
    assert.equal(queue.takeSpare(), undefined)
  })
})
