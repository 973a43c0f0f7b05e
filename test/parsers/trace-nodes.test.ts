import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPage } from './support/read-page.ts'

describe('the trace of a field', () => {
  const traceOf = (rule: Parameters<typeof readPage>[0][string]) =>
    readPage({ x: rule }, '<ul><li>a<b>1</b><li>b<b>2</b></ul><p>9').trace!

  test('lists the elements that the value was read from', () => {
    // The elements are html, head, body, ul, li, b, li, b, p, numbered from 0.
    assert.deepEqual(traceOf('p')[0]!.nodes, [8])
    assert.deepEqual(traceOf({ css: 'b', all: true })[0]!.nodes, [5, 7])
    const items = traceOf({ css: 'li', all: true, fields: { n: 'b', own: { css: '' } } })
    assert.deepEqual(
      items.map(({ field, nodes }) => [field, nodes]),
      [
        ['x[0].n', [5]],
        ['x[0].own', [4]],
        ['x[1].n', [7]],
        ['x[1].own', [6]],
        ['x', [4, 6]],
      ],
    )
  })

  test('lists no elements when nothing matched', () => {
    assert.equal(traceOf('h1')[0]!.nodes, undefined)
    assert.equal(traceOf({ const: 'x' })[0]!.nodes, undefined)
  })

  test('reports why the rules before the chosen one had no value', () => {
    const [entry] = traceOf({ any: ['h1', { css: 'li', type: 'date' }, 'p'] })
    assert.equal(entry!.chosen, 2)
    assert.deepEqual(entry!.nodes, [8])
    assert.match(entry!.passed![0]!, /^0: no element matches "h1"/)
    assert.match(entry!.passed![1]!, /^1: .*no date/)
  })
})
