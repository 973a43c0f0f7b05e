import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findInJson } from '../../renderer/ui/json/find-in-json.ts'
import { childPath, openAtFirst, rowsOf } from '../../renderer/ui/json/json-rows.ts'

const VALUE = { name: 'Kettle', 'on sale': true, offers: [{ price: 19.9 }, { price: null }] }
const shownBy = (...open: string[]) => rowsOf(VALUE, new Set(open)).map(({ path }) => path)

describe('the lines of a JSON tree', () => {
  test('are those of open branches, in order', () => {
    assert.deepEqual(shownBy(), [''])
    assert.deepEqual(shownBy(''), ['', 'name', '["on sale"]', 'offers'])
    assert.deepEqual(shownBy('', 'offers', 'offers[1]').slice(4), [
      'offers[0]',
      'offers[1]',
      'offers[1].price',
    ])
  })

  test('know their depth and what is open', () => {
    const row = rowsOf(VALUE, new Set(['', 'offers'])).find(({ path }) => path === 'offers')
    assert.deepEqual([row?.depth, row?.open, row?.name], [1, true, 'offers'])
  })

  test('open small branches at first, and of large ones nothing', () => {
    assert.ok(openAtFirst(VALUE).has('offers'))
    assert.deepEqual([...openAtFirst({ long: Array.from({ length: 500 }, () => 1) })], [''])
    assert.deepEqual([...openAtFirst('a text')], [''])
  })

  test('have paths that name odd keys in quotes', () => {
    assert.equal(childPath('a', 'b c'), 'a["b c"]')
    assert.equal(childPath('', 0), '[0]')
  })
})

describe('the search in a JSON tree', () => {
  const find = async (text: string) =>
    (await findInJson(VALUE, text, new AbortController().signal)).map(({ path }) => path)

  test('finds names and values, whatever their case', async () => {
    assert.deepEqual(await find('PRICE'), ['offers[0].price', 'offers[1].price'])
    assert.deepEqual(await find('kettle'), ['name'])
    assert.deepEqual(await find('nothing like it'), [])
  })

  test('names the branches on the way', async () => {
    const [found] = await findInJson(VALUE, '19.9', new AbortController().signal)
    assert.deepEqual(found?.branches, ['', 'offers', 'offers[0]'])
  })

  test('stops at 1,000, and where it is no longer wanted', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ index }))
    const controller = new AbortController()
    assert.equal((await findInJson(many, 'index', controller.signal)).length, 1_000)
    const search = findInJson(many, 'not there', controller.signal)
    controller.abort()
    await assert.rejects(search, { name: 'AbortError' })
  })
})
