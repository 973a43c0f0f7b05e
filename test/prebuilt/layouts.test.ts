import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Reader } from '../../server/prebuilt/define-prebuilt.ts'
import { at, stringAt } from '../../server/prebuilt/json-walk.ts'
import { mergeParts, readLayouts, unreadable } from '../../server/prebuilt/layouts.ts'

const layout = (name: string): Reader<{ name: string | null }> => ({
  layout: name,
  recognise: body => at(body, name),
  read: node => ({ name: stringAt(node, 'name') }),
})

const payload = (body: unknown) => ({ source: 'saved', body })

describe('readers of several layouts', () => {
  test('give their parts in the order of the readers, not of the payloads', () => {
    const payloads = [payload({ old: { name: 'o' } }), payload({ recent: { name: 'r' } })]
    assert.deepEqual(readLayouts([layout('recent'), layout('old')], payloads), [{ name: 'r' }, { name: 'o' }])
  })

  test('fill from a later part what an earlier one lacks; an empty text is no lack', () => {
    const parts = [{ a: null, b: '', c: [] as string[] }, { a: 'A', b: 'B', c: ['C'] }, { d: 1 }]
    assert.deepEqual(mergeParts<object>(parts), { a: 'A', b: '', c: ['C'], d: 1 })
  })

  test('name what they tried, or what fits and yet lacks something', () => {
    const readers = [layout('recent'), layout('old')]
    const none = unreadable(readers, [payload({ other: {} })], 'a name')
    assert.equal(none.code, 'changed')
    assert.match(none.message, /Tried: recent, old\./)
    assert.match(
      unreadable(readers, [payload({ old: {} })], 'a name').message,
      /does not have a name\. Layouts that fit: old\./,
    )
  })
})
