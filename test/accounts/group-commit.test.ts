import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type Database from 'better-sqlite3'
import { createEngine, type Engine } from '../../server/store/engine.ts'
import { openDatabase } from '../../server/store/file/open-database.ts'

let folder: string
let db: Database.Database
let engine: Engine

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-engine-'))
  db = openDatabase(folder)
  db.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT')
  engine = createEngine(db)
})
afterEach(async () => {
  if (db.open) engine.close()
  await rm(folder, { recursive: true, force: true })
})

const add = (text: string | null) =>
  engine.write(() => db.prepare('INSERT INTO notes VALUES (?)').run(text).changes)
const notes = () => db.prepare('SELECT text FROM notes ORDER BY text').pluck().all()
const outcomes = async (writes: Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map(({ status }) => status)

/** From now on no page can be added to the file, as on a full disk. */
const fillDisk = () => db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
const bigNote = (letter: string) => letter.repeat(100_000)

describe('writes started in one turn of the event loop', () => {
  test('share one transaction, and each resolves to its own result', async () => {
    const seen: boolean[] = []
    const writes = [1, 2, 3].map(number =>
      engine.write(() => {
        seen.push(db.inTransaction)
        return number
      }),
    )
    assert.deepEqual(seen, [], 'nothing runs before the turn ends')
    assert.deepEqual(await Promise.all(writes), [1, 2, 3])
    assert.deepEqual(seen, [true, true, true])
  })

  test('resolve after the commit', async () => {
    await add('a')
    assert.equal(db.inTransaction, false)
    assert.deepEqual(notes(), ['a'])
  })

  test('succeed even when another one fails', async () => {
    const writes = [add('a'), add('a'), add(null), add('b')]
    assert.deepEqual(await outcomes(writes), ['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    assert.deepEqual(notes(), ['a', 'b'])
  })

  test('do not keep anything of the one that fails', async () => {
    const half = engine.write(() => {
      db.prepare('INSERT INTO notes VALUES (?)').run('half')
      throw new Error('no more')
    })
    assert.deepEqual(await outcomes([half, add('whole')]), ['rejected', 'fulfilled'])
    assert.deepEqual(notes(), ['whole'])
  })

  test('are followed by writes started inside them, in the same transaction', async () => {
    const seen: string[] = []
    const recordCall = (text: string) => () => void seen.push(`${text} ${db.inTransaction}`)
    let inner: Promise<void> | undefined
    const first = engine.write(() => {
      recordCall('first')()
      inner = engine.write(recordCall('inner'))
    })
    const second = engine.write(recordCall('second'))
    const next = new Promise(resolve => setImmediate(resolve))
    await Promise.all([first, second, next])
    assert.deepEqual(seen, ['first true', 'second true', 'inner true'])
    await inner
  })

  test('succeed even when a write started inside them fails', async () => {
    let inner: Promise<unknown> | undefined
    const outer = engine.write(() => {
      inner ??= add(null)
      return db.prepare('INSERT INTO notes VALUES (?)').run('outer').changes
    })
    assert.equal(await outer, 1)
    await assert.rejects(inner!, { code: 'SQLITE_CONSTRAINT_NOTNULL' })
    assert.deepEqual(notes(), ['outer'])
  })

  test('are committed when the engine is closed', async () => {
    const write = add('last')
    engine.close()
    assert.equal(await write, 1)
    db = openDatabase(folder)
    engine = createEngine(db)
    assert.deepEqual(notes(), ['last'])
  })
})

describe('when the store cannot be written', () => {
  const unwritable = {
    code: 'unavailable_service',
    status: 503,
    message: 'The store cannot be written.',
  }

  test('every write of the turn is rejected with 503 while it is read-only', async () => {
    db.pragma('query_only = ON')
    const writes = ['a', 'b', 'c'].map(text => assert.rejects(add(text), unwritable))
    await Promise.all(writes)
    db.pragma('query_only = OFF')
    assert.deepEqual(notes(), [])
  })

  test('a write is rejected with 503 when the disk is full, and smaller ones that still fit succeed', async () => {
    fillDisk()
    const big = [add(bigNote('x')), add(bigNote('y'))]
    await Promise.all([...big.map(write => assert.rejects(write, unwritable)), add('small')])
    assert.deepEqual(notes(), ['small'])
  })

  test('the error says when to try again, and writing works once there is space', async () => {
    fillDisk()
    await assert.rejects(add(bigNote('x')), (error: { facts: { retryAfter?: number; hint?: string } }) => {
      assert.equal(error.facts.retryAfter, 10)
      assert.match(error.facts.hint!, /nothing was charged/)
      return true
    })
    db.pragma('max_page_count = 100000')
    assert.equal(await add(bigNote('x')), 1)
  })

  test('other errors are not changed', async () => {
    await assert.rejects(add(null), { code: 'SQLITE_CONSTRAINT_NOTNULL' })
  })
})

describe('values gathered from the writes of one turn', () => {
  let batches: string[][]
  let addValue: (text: string) => void
  beforeEach(() => {
    batches = []
    addValue = engine.gather<string>(values => {
      assert.ok(db.inTransaction)
      db.prepare('INSERT INTO notes VALUES (?)').run(values.join())
      batches.push(values)
    })
  })

  test('are written once, in the same transaction', async () => {
    await Promise.all(['a', 'b'].map(text => engine.write(() => addValue(text))))
    assert.deepEqual([batches, notes()], [[['a', 'b']], ['a,b']])
    await engine.write(() => addValue('c'))
    assert.deepEqual(batches, [['a', 'b'], ['c']])
  })

  test('do not include those of a write that fails', async () => {
    const fails = engine.write(() => {
      addValue('b')
      throw new Error('b')
    })
    const writes = [engine.write(() => addValue('a')), fails, engine.write(() => addValue('c'))]
    assert.deepEqual(await outcomes(writes), ['fulfilled', 'rejected', 'fulfilled'])
    assert.deepEqual(notes(), ['a', 'c'])
  })

  test('affect only the writes that added them when they cannot be written', async () => {
    await add('a')
    const writes = [engine.write(() => addValue('a')), engine.write(() => addValue('b'))]
    assert.deepEqual(await outcomes(writes), ['fulfilled', 'fulfilled'])
    assert.deepEqual(notes(), ['a', 'a,b'])
    assert.deepEqual(await outcomes([engine.write(() => addValue('a')), add('c')]), ['rejected', 'fulfilled'])
    assert.deepEqual(notes(), ['a', 'a,b', 'c'])
  })

  test('can start further writes in the same transaction', async () => {
    const lead = engine.gather<number>(() => void engine.write(() => addValue('later')))
    await engine.write(() => lead(1))
    assert.deepEqual(notes(), ['later'])
  })
})
