import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readGraph } from '../../../server/workflows/engine/run-graph.ts'
import { settleSteps } from '../../../server/workflows/engine/settle-steps.ts'
import { workflowBody } from '../../../server/workflows/graph.ts'
import { documentOf } from '../support/run-site.ts'

const graph = readGraph(
  workflowBody.parse(
    documentOf({
      nodes: [
        ['start', 'input'],
        ['good', 'filter', { condition: 'item.good' }],
        ['once', 'dedupe', { key: 'item.id' }],
        ['end', 'map', { value: 'item' }],
      ],
    }),
  ),
  null,
)

/** Settles steps, given as `[state, items in, items open]` in the order of the nodes. */
const settle = (...steps: [state: string, items_in: number, items_open: number][]) =>
  settleSteps(
    graph,
    steps.map(([state, items_in, items_open], i) => ({
      node: graph.nodes[i]!.node,
      state: state as 'pending',
      items_in,
      items_open,
    })),
  )

const NEW = ['pending', 0, 0] as [string, number, number]

describe('settling the steps of a workflow run', () => {
  test('ends no step while it has open items', () => {
    assert.deepEqual(settle(['running', 1, 1], NEW, NEW, NEW), { ready: [], ended: [], isOver: false })
  })

  test('ends no step while more items may come from earlier steps', () => {
    const settled = settle(['completed', 1, 0], ['running', 3, 1], ['pending', 2, 2], NEW)
    assert.deepEqual(settled, { ready: [], ended: [], isOver: false })
  })

  test('makes a node that takes all items at once ready when no more items can come', () => {
    const settled = settle(['completed', 1, 0], ['running', 3, 0], ['pending', 2, 2], NEW)
    assert.deepEqual(settled, {
      ready: ['once'],
      ended: [{ node: 'good', state: 'completed' }],
      isOver: false,
    })
  })

  test('ends all steps without items at once', () => {
    const { ended, isOver } = settle(['completed', 1, 0], ['running', 1, 0], NEW, NEW)
    assert.deepEqual(
      ended.map(({ state }) => state),
      ['completed', 'skipped', 'skipped'],
    )
    assert.ok(isOver)
  })
})
