import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Graph, NodeKind } from '../../renderer/features/workflows/api.ts'
import {
  addNode,
  connect,
  disconnect,
  freeId,
  newGraph,
  removeNodes,
  renameNode,
} from '../../renderer/features/workflows/graph/edit-graph.ts'
import { readGraph } from '../../renderer/features/workflows/graph/read-graph.ts'
import { nodesBefore, variablesAt } from '../../renderer/features/workflows/nodes/variables.ts'
import { meantValues, writtenSchema } from '../../renderer/features/workflows/nodes/written-schema.ts'

const kind = (type: string, operation: string | null = null): NodeKind =>
  ({ type, operation, branches: ['out'] }) as NodeKind

/** input → first → second */
function chain(): Graph {
  const first = addNode(newGraph(), kind('map'), { id: 'input', branch: 'out' })
  return addNode(first.graph, kind('map'), { id: first.id, branch: 'out' }).graph
}

describe('a graph that is edited', () => {
  test('gets nodes with ids of their own, after the one that is named', () => {
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

  test('has each line once, and none of a node to itself', () => {
    const graph = chain()
    assert.equal(connect(graph, { from: 'map', to: 'map_2', when: 'out' }), graph)
    assert.equal(connect(graph, { from: 'map', to: 'map' }), graph)
    const split = connect(graph, { from: 'map', to: 'map_2', when: 'error' })
    assert.deepEqual(split.edges.at(-1), { from: 'map', to: 'map_2', when: 'error' })
    assert.deepEqual(disconnect(split, { from: 'map', to: 'map_2', when: 'error' }), graph)
  })

  test('loses the lines of a node with it', () => {
    const { nodes, edges } = removeNodes(chain(), ['map'])
    assert.deepEqual([nodes.length, edges], [2, []])
  })

  test('keeps its lines and expressions when a node is renamed', () => {
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
})

test('a text is a graph where it can be drawn, with what it leaves open', () => {
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

test('an expression is offered what comes before its node', () => {
  const graph = { ...chain(), input_schema: { type: 'object', properties: { handle: {} } } }
  assert.deepEqual(nodesBefore(graph, 'map_2'), ['map', 'input'])
  const sample = { title: 'x', author: { name: 'y', 'odd name': 1 }, tags: [1], empty: {} }
  assert.deepEqual(variablesAt(graph, 'map_2', sample), [
    'item.title',
    'item.author.name',
    'item.tags',
    'item.empty',
    'input.handle',
    'nodes.map',
    'nodes.input',
    'index',
  ])
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

  test('takes an expression wherever a value may stand', () => {
    const { properties } = writtenSchema(schema, { any: '{{ item.ok }}' })
    assert.deepEqual(Object.keys(properties!), ['count', 'deep', 'any'])
    assert.deepEqual(properties!.count, { type: 'string', description: 'How many.', default: 20 })
    assert.equal(properties!.deep!.properties!.ratio!.type, 'string')
    assert.equal(properties!.any!.type, 'string')
    assert.equal(writtenSchema(schema).properties!.any!.type, 'boolean')
  })

  test('means a number by its digits, and leaves out what is empty', () => {
    assert.deepEqual(meantValues(schema, { count: '7', deep: { ratio: '-1.5' }, any: undefined }), {
      count: 7,
      deep: { ratio: -1.5 },
    })
    assert.deepEqual(meantValues(schema, { count: '{{ item.n }}' }), { count: '{{ item.n }}' })
  })
})
