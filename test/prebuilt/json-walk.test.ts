import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  at,
  booleanAt,
  find,
  findAll,
  getOwn,
  holdersOf,
  integerAt,
  listAt,
  numberAt,
  secondsAt,
  stringAt,
} from '../../server/prebuilt/json-walk.ts'

const PAGE = { tabs: [{ title: 'Home', size: 3 }, { title: null }], nested: { deep: [{ title: 'Inner' }] } }

describe('reading JSON by paths and keys', () => {
  test('a dotted path leads through objects and lists', () => {
    assert.equal(at(PAGE, 'tabs.0.title'), 'Home')
    assert.equal(stringAt(PAGE, 'tabs.0.title'), 'Home')
    assert.equal(integerAt(PAGE, 'tabs.0.size'), 3)
    assert.deepEqual(listAt(PAGE, 'nested.deep'), [{ title: 'Inner' }])
  })

  test('a key that contains dots is read with `own`', () => {
    assert.equal(getOwn({ 'webapp.detail': 1 }, 'webapp.detail'), 1)
    assert.equal(getOwn({}, 'toString'), undefined)
    assert.equal(getOwn(null, 'a'), undefined)
  })

  test('a value of another type is null', () => {
    assert.equal(numberAt({ size: 2.5 }, 'size'), 2.5)
    assert.equal(numberAt({ size: '2.5' }, 'size'), null)
    assert.equal(numberAt({ size: Number.NaN }, 'size'), null)
    assert.equal(booleanAt({ open: false }, 'open'), false)
    assert.equal(booleanAt({ open: 0 }, 'open'), null)
  })

  test('a time is in seconds since 1970, or null', () => {
    const times: [given: unknown, seconds: number | null][] = [
      [1_770_281_693, 1_770_281_693],
      ['1770281693', 1_770_281_693],
      [1_770_281_693_521, 1_770_281_693],
      ['1770281693521', 1_770_281_693],
      [1_770_281_693_521_000, null],
      ['2026-02-05T08:54:53Z', null],
      [0, null],
      [-1, null],
      [1e20, null],
    ]
    for (const [given, seconds] of times) assert.equal(secondsAt({ given }, 'given'), seconds, `${given}`)
  })

  test('a missing or unsuitable step gives undefined, null or an empty list, never an exception', () => {
    for (const root of [null, undefined, 'text', 7, [], {}]) {
      assert.equal(at(root, 'a.b.c'), undefined)
      assert.equal(stringAt(root, 'length'), null)
      assert.equal(integerAt(root, 'a'), null)
      assert.deepEqual(listAt(root, 'a'), [])
    }
    assert.equal(at(PAGE, 'tabs.length'), 2)
    assert.equal(at(PAGE, 'constructor.name'), undefined)
    assert.equal(at(PAGE, '__proto__'), undefined)
  })

  test('a search finds every value under a key in document order', () => {
    assert.deepEqual([...findAll(PAGE, 'title')], ['Home', null, 'Inner'])
    assert.equal(find(PAGE, 'title'), 'Home')
    assert.equal(find(PAGE, 'absent'), undefined)
  })

  test('a search can match keys by a pattern, or find the objects that have a key', () => {
    assert.deepEqual([...findAll(PAGE, /^(?:size|deep)$/)], [3, [{ title: 'Inner' }]])
    assert.deepEqual([...holdersOf(PAGE, 'size')], [{ title: 'Home', size: 3 }])
  })

  test('a search goes to any depth', () => {
    let root: unknown = { wanted: 1 }
    for (let depth = 0; depth < 200_000; depth++) root = [root]
    assert.equal(find(root, 'wanted'), 1)
  })
})
