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

/** `[state, items in, items open]` of each node, in order. */
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

describe('steps settle', () => {
  test('not while items are open', () => {
    assert.deepEqual(settle(['running', 1, 1], NEW, NEW, NEW), { ready: [], ended: [], isOver: false })
  })

  test('not before those whose items may still come', () => {
    const settled = settle(['completed', 1, 0], ['running', 3, 1], ['pending', 2, 2], NEW)
    assert.deepEqual(settled, { ready: [], ended: [], isOver: false })
  })

  test('one that takes all at once has its turn when nothing more can come', () => {
    const settled = settle(['completed', 1, 0], ['running', 3, 0], ['pending', 2, 2], NEW)
    assert.deepEqual(settled, {
      ready: ['once'],
      ended: [{ node: 'good', state: 'completed' }],
      isOver: false,
    })
  })

  test('all in one go where nothing came', () => {
    const { ended, isOver } = settle(['completed', 1, 0], ['running', 1, 0], NEW, NEW)
    assert.deepEqual(
      ended.map(({ state }) => state),
      ['completed', 'skipped', 'skipped'],
    )
    assert.ok(isOver)
  })
})
