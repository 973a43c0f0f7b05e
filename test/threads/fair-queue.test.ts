import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFairQueue, type Waiting } from '../../server/threads/fair-queue.ts'

interface Item extends Waiting {
  name: string
}

/** `A1 p` is work `p` that key 1 of account A asks for. */
function itemOf(name: string): Item {
  const [who = '', work = ''] = name.split(' ')
  return { name, owner: { account: who[0]!, caller: who }, work }
}

function queueOf(places: number, ...names: string[]) {
  const queue = createFairQueue<Item>(places)
  for (const name of names) queue.add(itemOf(name))
  return queue
}

/** Serves all that waits, one place at a time, and tells the order. */
function order(queue: ReturnType<typeof queueOf>, ranOut = false): string[] {
  const names: string[] = []
  for (let item = queue.take(); item; item = queue.take()) {
    names.push(item.name)
    queue.end(item, ranOut)
  }
  return names
}

/** Runs work to its deadline so often. */
function overrun(queue: ReturnType<typeof queueOf>, name: string, times: number): void {
  for (let time = 0; time < times; time++) {
    queue.add(itemOf(name))
    queue.end(queue.take()!, true)
  }
}

describe('places are given', () => {
  test('to accounts in turn, however much one of them asks for', () => {
    const queue = queueOf(1, 'A1 p', 'A1 q', 'A1 r', 'B1 p', 'B1 q', 'C1 p')
    assert.deepEqual(order(queue), ['A1 p', 'B1 p', 'C1 p', 'A1 q', 'B1 q', 'A1 r'])
  })

  test('to the callers of an account in turn, each in its own order', () => {
    const queue = queueOf(1, 'A1 p', 'A1 q', 'A1 r', 'A2 p', 'B1 p', 'A2 q')
    assert.deepEqual(order(queue), ['A1 p', 'B1 p', 'A2 p', 'A1 q', 'A2 q', 'A1 r'])
  })

  test('to an account that comes late before more of one that was served', () => {
    const queue = queueOf(1, 'A1 p', 'A1 q')
    const first = queue.take()!
    queue.add(itemOf('B1 p'))
    queue.end(first, false)
    assert.deepEqual(order(queue), ['B1 p', 'A1 q'])
  })

  test('to no more than there are places', () => {
    const queue = queueOf(2, 'A1 p', 'A1 q', 'A1 r')
    const taken = [queue.take(), queue.take(), queue.take()]
    assert.deepEqual(
      taken.map(item => item?.name),
      ['A1 p', 'A1 q', undefined],
    )
    queue.end(taken[0]!, false)
    assert.equal(queue.take()?.name, 'A1 r')
  })

  test('to what may start now, and to the rest later', () => {
    const queue = queueOf(2, 'A1 job', 'B1 p')
    assert.equal(queue.take(({ work }) => work !== 'job')?.name, 'B1 p')
    assert.equal(
      queue.take(({ work }) => work !== 'job'),
      undefined,
    )
    assert.equal(queue.take()?.name, 'A1 job')
  })

  test('to nothing that was taken back', () => {
    const queue = queueOf(1, 'B1 p')
    const item = itemOf('A1 p')
    queue.add(item)
    assert.deepEqual([queue.remove(item), queue.remove(item)], [true, false])
    assert.deepEqual(order(queue), ['B1 p'])
  })
})

describe('what ran to its deadline', () => {
  test('once waits like all others', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 1)
    for (const name of ['A1 slow', 'A1 p']) queue.add(itemOf(name))
    assert.deepEqual(order(queue), ['A1 slow', 'A1 p'])
  })

  test('twice in a row comes after all others', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 2)
    for (const name of ['A1 slow', 'B1 p', 'B1 q', 'C1 p']) queue.add(itemOf(name))
    assert.deepEqual(order(queue), ['B1 p', 'C1 p', 'B1 q', 'A1 slow'])
  })

  test('counts for its account, until other work of that ends in time', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 1)
    overrun(queue, 'A1 slower', 1)
    for (const name of ['A1 p', 'B1 p', 'A1 slow', 'A1 slower', 'B1 q']) queue.add(itemOf(name))
    assert.deepEqual(order(queue), ['B1 p', 'B1 q', 'A1 p', 'A1 slow', 'A1 slower'])
  })

  test('is as good as any once it ends in time', () => {
    const queue = queueOf(1)
    overrun(queue, 'A1 slow', 2)
    queue.add(itemOf('A1 slow'))
    queue.end(queue.take()!, false)
    for (const name of ['A1 slow', 'A1 p']) queue.add(itemOf(name))
    assert.deepEqual(order(queue), ['A1 slow', 'A1 p'])
  })

  test('twice never takes the last free place, so that whoever comes next is served at once', () => {
    const queue = queueOf(2)
    overrun(queue, 'A1 slow', 2)
    for (const name of ['A1 slow', 'A1 slow']) queue.add(itemOf(name))
    assert.deepEqual([queue.take()?.name, queue.take()], ['A1 slow', undefined])
    queue.add(itemOf('B1 p'))
    assert.equal(queue.take()?.name, 'B1 p')
  })

  test('is known though much of it waited before it ran out', () => {
    const queue = queueOf(2, ...Array<string>(8).fill('A1 slow'))
    const running = [queue.take()!, queue.take()!]
    queue.add(itemOf('B1 p'))
    for (const item of running) queue.end(item, true)
    assert.deepEqual([queue.take()?.name, queue.take()?.name, queue.take()], ['B1 p', undefined, undefined])
  })
})

describe('what goes along', () => {
  test('is of the same caller, in its order, and not slow', () => {
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

describe('a spare place', () => {
  test('goes to an account that waits while another one has all places', () => {
    const queue = queueOf(2, 'A1 p', 'A1 q', 'A1 r')
    const taken = [queue.take(), queue.take()]
    assert.deepEqual([queue.isHeldByOne(), queue.takeSpare()], [false, undefined])
    queue.add(itemOf('B1 p'))
    queue.add(itemOf('C1 p'))
    assert.ok(queue.isHeldByOne())
    const spare = queue.takeSpare()
    assert.equal(spare?.name, 'B1 p')
    assert.deepEqual([queue.isHeldByOne(), queue.takeSpare(), queue.take()], [false, undefined, undefined])
    queue.end(taken[0]!, false)
    assert.equal(queue.take(), undefined)
    queue.end(spare!, false)
    assert.equal(queue.take()?.name, 'C1 p')
  })

  test('goes to nobody while places are left, or several accounts have them', () => {
    const queue = queueOf(2, 'A1 p')
    queue.take()
    queue.add(itemOf('B1 p'))
    assert.equal(queue.takeSpare(), undefined)
    queue.take()
    queue.add(itemOf('C1 p'))
    assert.equal(queue.takeSpare(), undefined)
  })

  test('goes to nothing that ran to its deadline twice', () => {
    const queue = queueOf(1)
    overrun(queue, 'B1 p', 2)
    queue.add(itemOf('A1 p'))
    queue.take()
    queue.add(itemOf('B1 p'))
    assert.equal(queue.takeSpare(), undefined)
  })
})
