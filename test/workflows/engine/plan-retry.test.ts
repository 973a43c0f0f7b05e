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

const plan = (from: string, failedItemsOnly: boolean, failedNodes: string[], nodes = NODES) =>
  [
    ...planRetry(
      parse(NODES),
      readGraph(parse(nodes), null),
      NODES.map(([node]) => ({ node, state: 'completed', items_failed: failedNodes.includes(node) ? 1 : 0 })),
      { from, failedItemsOnly },
    ).values(),
  ].join(' ')

describe('a retry of a workflow run keeps', () => {
  test('no items when it starts from the beginning', () => {
    assert.equal(plan('start', false, ['shape']), 'none none none none none')
  })

  test('the completed items when it retries only failed ones', () => {
    assert.equal(plan('failed', true, ['shape']), 'all all completed none completed')
  })

  test('the items of earlier nodes when all items of the failed node are repeated', () => {
    assert.equal(plan('failed', false, ['shape']), 'all all none none none')
  })

  test('the items of all nodes before the given node', () => {
    assert.equal(plan('once', false, []), 'all all all none none')
  })

  test('all items when nothing failed', () => {
    assert.equal(plan('failed', true, []), 'all all all all all')
  })

  test('no items of a node that was changed, and none after it', () => {
    const changed = NODES.map<ShortNode>(node =>
      node[0] === 'shape' ? ['shape', 'map', { value: 'item.x' }] : node,
    )
    assert.equal(plan('failed', true, ['end'], changed), 'all all none none completed')
  })
})
