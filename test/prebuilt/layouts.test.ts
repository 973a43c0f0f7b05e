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
  test('return their parts in the order of the readers, not of the payloads', () => {
    const payloads = [payload({ old: { name: 'o' } }), payload({ recent: { name: 'r' } })]
    assert.deepEqual(readLayouts([layout('recent'), layout('old')], payloads), [{ name: 'r' }, { name: 'o' }])
  })

  test('fill the gaps of earlier parts from later ones, where an empty text is not a gap', () => {
    const parts = [{ a: null, b: '', c: [] as string[] }, { a: 'A', b: 'B', c: ['C'] }, { d: 1 }]
    assert.deepEqual(mergeParts<object>(parts), { a: 'A', b: '', c: ['C'], d: 1 })
  })

  test('report the layouts they tried, or the ones that match but lack a required value', () => {
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
