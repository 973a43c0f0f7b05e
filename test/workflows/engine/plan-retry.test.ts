import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planRetry } from '../../../server/workflows/engine/plan-retry.ts'
import { readGraph } from '../../../server/workflows/engine/run-graph.ts'
import { workflowBody } from '../../../server/workflows/graph.ts'
import { documentOf, type ShortNode } from '../support/run-site.ts'

const NODES: ShortNode[] = [
  ['start', 'input'],
  ['each', 'for_each', { list: 'item.list' }],
  ['shape', 'map', { value: 'item' }],
  ['once', 'dedupe', { key: 'item' }],
  ['end', 'map', { value: 'item' }],
]
const parse = (nodes: ShortNode[]) => workflowBody.parse(documentOf({ nodes }))

const plan = (from: string, failedItemsOnly: boolean, failed: string[], nodes = NODES) =>
  [
    ...planRetry(
      parse(NODES),
      readGraph(parse(nodes), null),
      NODES.map(([node]) => ({ node, state: 'completed', items_failed: failed.includes(node) ? 1 : 0 })),
      { from, failedItemsOnly },
    ).values(),
  ].join(' ')

describe('a repeated run takes over', () => {
  test('nothing from the start', () => {
    assert.equal(plan('start', false, ['shape']), 'none none none none none')
  })

  test('what completed, from what failed', () => {
    assert.equal(plan('failed', true, ['shape']), 'all all completed none completed')
  })

  test('what lies before what failed, where all items of that are to be done again', () => {
    assert.equal(plan('failed', false, ['shape']), 'all all none none none')
  })

  test('what lies before a node', () => {
    assert.equal(plan('once', false, []), 'all all all none none')
  })

  test('everything, where nothing failed', () => {
    assert.equal(plan('failed', true, []), 'all all all all all')
  })

  test('nothing from a node on that has changed since', () => {
    const changed = NODES.map<ShortNode>(node =>
      node[0] === 'shape' ? ['shape', 'map', { value: 'item.x' }] : node,
    )
    assert.equal(plan('failed', true, ['end'], changed), 'all all none none completed')
  })
})
