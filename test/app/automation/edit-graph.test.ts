import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import jsonata from 'jsonata'
import type { Graph, NodeKind } from '../../../renderer/features/workflows/api.ts'
import {
  nodesBefore,
  otherPaths,
  partsOf,
  pathTo,
  sizeOf,
} from '../../../renderer/features/workflows/data/paths.ts'
import { planRun } from '../../../renderer/features/workflows/data/run-plan.ts'
import {
  clipboardText,
  copyNodes,
  pasteNodes,
  readClipboard,
} from '../../../renderer/features/workflows/graph/copy-nodes.ts'
import {
  addNode,
  changeNode,
  connect,
  disconnect,
  freeId,
  moveNodes,
  newGraph,
  removeNodes,
  renameNode,
} from '../../../renderer/features/workflows/graph/edit-graph.ts'
import { readGraph } from '../../../renderer/features/workflows/graph/read-graph.ts'
import { coerceValues, expressionSchema } from '../../../renderer/features/workflows/nodes/written-schema.ts'
import type { WorkflowRun } from '../../../renderer/ui/runs/records.ts'

const kind = (type: string, operation: string | null = null): NodeKind =>
  ({ type, operation, branches: ['out'] }) as NodeKind

/** input → first → second */
function chain(): Graph {
  const first = addNode(newGraph(), kind('map'), { id: 'input', branch: 'out' })
  return addNode(first.graph, kind('map'), { id: first.id, branch: 'out' }).graph
}

describe('an edited graph', () => {
  test('gets a new node with a unique id, connected after the given node', () => {
    const { nodes, edges } = chain()
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['input', 'map', 'map_2'],
    )
    assert.deepEqual(edges, [
      { from: 'input', to: 'map' },
      { from: 'map', to: 'map_2' },
    ])
    assert.equal(freeId(newGraph(), '2nd page!'), '_2nd_page_')
    const call = addNode(newGraph(), kind('operation', 'videosite-channel'), null)
    assert.deepEqual(
      [call.id, call.graph.nodes[1]!.config],
      ['channel', { operation: 'videosite-channel', input: {} }],
    )
  })

  test('has each edge only once, and no edge from a node to itself', () => {
    const graph = chain()
    assert.equal(connect(graph, { from: 'map', to: 'map_2', when: 'out' }), graph)
    assert.equal(connect(graph, { from: 'map', to: 'map' }), graph)
    const withErrorEdge = connect(graph, { from: 'map', to: 'map_2', when: 'error' })
    assert.deepEqual(withErrorEdge.edges.at(-1), { from: 'map', to: 'map_2', when: 'error' })
    assert.deepEqual(disconnect(withErrorEdge, { from: 'map', to: 'map_2', when: 'error' }), graph)
  })

  test('loses the edges of a node that is removed', () => {
    const { nodes, edges } = removeNodes(chain(), ['map'])
    assert.deepEqual([nodes.length, edges], [2, []])
  })

  test('keeps its edges and expressions when a node is renamed', () => {
    const graph = chain()
    const value = '{"a": nodes.map.x, "b": $nodes.map, "c": nodes.map_2, "d": item.map}'
    graph.nodes[2]!.config = { value, list: ['{{ nodes.map.y }}'] }
    const renamed = renameNode(graph, 'map', 'titles')
    assert.deepEqual(renamed.edges, [
      { from: 'input', to: 'titles' },
      { from: 'titles', to: 'map_2' },
    ])
    assert.deepEqual(renamed.nodes[2]!.config, {
      value: '{"a": nodes.titles.x, "b": $nodes.titles, "c": nodes.map_2, "d": item.map}',
      list: ['{{ nodes.titles.y }}'],
    })
  })

  test('that is renamed leaves fields of the data alone that are called `nodes`', () => {
    const graph = chain()
    const fields = 'item.nodes.map & item.list[0].nodes.map & item.`a b`.nodes.map'
    graph.nodes[2]!.config = { value: `${fields} & $$.nodes.map` }
    const renamed = renameNode(graph, 'map', 'titles')
    assert.deepEqual(renamed.nodes[2]!.config, { value: `${fields} & $$.nodes.titles` })
  })
})

test('a text is read as a graph with defaults, or as nothing when it cannot be drawn', () => {
  const node = { id: 'a', type: 'input' }
  const graph = readGraph(JSON.stringify({ nodes: [{ ...node, odd: 1 }], settings: { budget: 5 } }))
  assert.deepEqual(graph, {
    ...newGraph(),
    nodes: [{ ...newGraph().nodes[0], ...node, odd: 1 }],
    settings: { ...newGraph().settings, budget: 5 },
  })
  for (const text of ['', '7', '{}', '{"nodes": [1]}', '{"nodes": [{"id": "a", "type": "b", "config": []}]}'])
    assert.equal(readGraph(text), null, text)
  assert.equal(readGraph(JSON.stringify({ nodes: [node], edges: [{}] })), null)
})

test('an expression can use the nodes before its node and the input', () => {
  const graph = { ...chain(), input_schema: { type: 'object', properties: { handle: {} } } }
  assert.deepEqual(nodesBefore(graph, 'map_2'), ['map', 'input'])
  assert.deepEqual(otherPaths(graph, 'map_2'), ['input.handle', 'nodes.map', 'nodes.input', 'index'])
})

test('a path is written so that JSONata reads it, whatever the name of its field', async () => {
  const names = ['title', 'sold by', 'in', 'a`b', '__proto__']
  const value = JSON.parse('{"title": 1, "sold by": 2, "in": 3, "a`b": 4, "__proto__": 5}')
  const read = await Promise.all(names.map(name => jsonata(pathTo('item', name)).evaluate({ item: value })))
  assert.deepEqual(read, [1, 2, 3, 4, 5])
  assert.equal(pathTo('item.tags', 0), 'item.tags[0]')
  const many = Array.from({ length: 500 }, (_, index) => index)
  assert.deepEqual([partsOf(many, 100).length, sizeOf(many)], [100, 500])
})

describe('copied nodes', () => {
  const graph = chain()
  graph.nodes[2]!.config = { value: 'nodes.map.x + item.y' }

  test('are the same when read from the clipboard, with the edges between them', () => {
    const copied = readClipboard(clipboardText(copyNodes(graph, ['map', 'map_2'])))!
    assert.deepEqual(
      copied.nodes.map(({ id }) => id),
      ['map', 'map_2'],
    )
    assert.deepEqual(copied.edges, [{ from: 'map', to: 'map_2' }])
    for (const text of ['', 'winnow-nodes/1', '{"format": "winnow-nodes/1"}', JSON.stringify(graph)])
      assert.equal(readClipboard(text), null, text)
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const node = `{"id": "a", "type": "map", "config": ${deep}}`
    assert.equal(readClipboard(`{"format": "winnow-nodes/1", "nodes": [${node}]}`), null)
  })

  test('get unique ids, also in their edges and expressions', () => {
    const pasted = pasteNodes(graph, copyNodes(graph, ['input', 'map', 'map_2']))
    assert.deepEqual(pasted.ids, ['map_3', 'map_4'])
    assert.deepEqual(pasted.graph.edges.at(-1), { from: 'map_3', to: 'map_4' })
    assert.equal(pasted.graph.nodes.at(-1)!.config.value, 'nodes.map_3.x + item.y')
    assert.equal(pasted.graph.nodes.filter(({ type }) => type === 'input').length, 1)
  })

  test('are pasted next to nodes at the same position, not on top of them', () => {
    const moved = moveNodes(graph, new Map([['map', { x: 10, y: 20 }]]))
    const once = pasteNodes(moved, copyNodes(moved, ['map']))
    const twice = pasteNodes(once.graph, copyNodes(moved, ['map']))
    assert.deepEqual(
      twice.graph.nodes.slice(-2).map(({ position }) => position),
      [
        { x: 266, y: 20 },
        { x: 522, y: 20 },
      ],
    )
  })
})

describe('a run to a node', () => {
  const call: NodeKind = { ...kind('operation', 'page'), is_effect: true, credits: 2 }
  const kinds = [kind('input'), kind('map'), call]
  const called = addNode(newGraph(), call, { id: 'input', branch: 'out' })
  const { graph } = addNode(called.graph, kind('map'), { id: 'page', branch: 'out' })
  const runWith = (items_in: number) => () => ({ steps: [{ node_id: 'page', items_in }] }) as WorkflowRun

  test('is estimated to cost as many calls as in the last run', () => {
    const unknown = planRun(graph, 'map', kinds, () => undefined)
    assert.deepEqual([unknown.credits, unknown.asksInput], [null, true])
    const known = planRun(graph, 'map', kinds, runWith(3))
    assert.equal(known.credits, 6)
    const dry = () => ({ ...runWith(3)(), dry_run: true })
    assert.equal(planRun(graph, 'map', kinds, dry).credits, null)
    assert.deepEqual(known.lines, [{ node: 'page', text: '3 items in the last run, 2 credits each' }])
  })

  test('is free when pinned items replace the calls', () => {
    const pinned = changeNode(graph, 'page', { pinned: [{ title: 'x' }] })
    assert.deepEqual(planRun(pinned, 'map', kinds, runWith(3)), { asksInput: false, lines: [], credits: 0 })
    assert.equal(planRun(pinned, 'page', kinds, () => undefined).lines.length, 1)
  })
})

describe('the form of a node', () => {
  const schema = {
    type: 'object',
    properties: {
      operation: { const: 'x' },
      count: { type: 'integer', default: 20, description: 'How many.' },
      deep: { type: 'object', properties: { ratio: { type: 'number' } } },
      any: { type: 'boolean' },
    },
  }

  test('accepts an expression in place of any value', () => {
    const { properties } = expressionSchema(schema, { any: '{{ item.ok }}' })
    assert.deepEqual(Object.keys(properties!), ['count', 'deep', 'any'])
    assert.deepEqual(properties!.count, { type: 'string', description: 'How many.', default: 20 })
    assert.equal(properties!.deep!.properties!.ratio!.type, 'string')
    assert.equal(properties!.any!.type, 'string')
    assert.equal(expressionSchema(schema).properties!.any!.type, 'boolean')
  })

  test('converts digits to numbers, and leaves out empty fields', () => {
    assert.deepEqual(coerceValues(schema, { count: '7', deep: { ratio: '-1.5' }, any: undefined }), {
      count: 7,
      deep: { ratio: -1.5 },
    })
    assert.deepEqual(coerceValues(schema, { count: '{{ item.n }}' }), { count: '{{ item.n }}' })
  })
})
