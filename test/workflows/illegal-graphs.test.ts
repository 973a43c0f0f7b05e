import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeDatabase } from '../databases/support/database.ts'
import { callAtOnce } from '../support/at-once.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

interface Node {
  id: string
  type: string
  config?: Record<string, unknown>
}

const INPUT: Node = { id: 'input', type: 'input' }
const node = (id: string, type: string, config: Node['config'] = {}): Node => ({ id, type, config })
const filterNode = (id: string) => node(id, 'filter', { condition: 'true' })
const call = (operation: string, input: unknown) => node('call', 'operation', { operation, input })

/** A chain of nodes: each one follows the one before. */
const chain = (...nodes: Node[]) => ({
  name: 'test',
  nodes: [INPUT, ...nodes],
  edges: nodes.map(({ id }, index) => ({ from: [INPUT, ...nodes][index]!.id, to: id })),
  input_schema: { type: 'object', properties: { handle: { type: 'string' }, n: { type: 'integer' } } },
})

const create = (json: unknown, headers = {}) => service.call('/v1/workflows', { json, headers })

/** Checks the form of the refusal, and returns the field that the workflow is refused for. */
async function refusedFor(workflow: unknown, message: RegExp): Promise<string> {
  const { status, json, text } = await create(workflow)
  assert.equal(status, 422, text)
  assert.equal(json.detail, 'invalid_graph')
  assert.match(json.error, message)
  const [{ field, error }] = json.problems
  assert.deepEqual([field, error], [json.field, json.error])
  return json.field
}

const cases: [string, unknown, RegExp, string][] = [
  ['a type that there is not', chain(node('a', 'teleport')), /no type of node `teleport`/, 'nodes[1].type'],
  [
    'an operation that there is not',
    chain(call('videosite-dreams', {})),
    /no operation `videosite-dreams`/,
    'nodes[1].config.operation',
  ],
  [
    'an operation that is nothing for workflows',
    chain(call('workflow-delete', { id: 'x' })),
    /no operation `workflow-delete` for workflows/,
    'nodes[1].config.operation',
  ],
  [
    'a missing input',
    chain(call('videosite-channel', {})),
    /`handle` is missing/,
    'nodes[1].config.input.handle',
  ],
  [
    'one expression for the whole input of an operation',
    chain(call('videosite-channel', '{{ item }}')),
    /`input` must be an object/,
    'nodes[1].config.input',
  ],
  [
    'a literal that the operation refuses',
    chain(call('photosocial-posts', { username: 'tide', first: 500 })),
    /`first`/,
    'nodes[1].config.input.first',
  ],
  [
    'an input that the operation does not have',
    chain(call('videosite-channel', { handle: '{{ item.handle }}', colour: 'red' })),
    /no field `colour`/,
    'nodes[1].config.input.colour',
  ],
  [
    'a name that no header can have',
    chain(node('a', 'http_request', { url: 'https://a.example', headers: { 'X A': '{{ item }}' } })),
    /is not a header name/,
    'nodes[1].config.headers.X A',
  ],
  [
    'a config that its schema refuses',
    chain(node('a', 'delay', { seconds: -1 })),
    /`seconds`/,
    'nodes[1].config.seconds',
  ],
  [
    'a rule over several fields',
    chain(node('a', 'delay', {})),
    /one of `seconds` and `until`/,
    'nodes[1].config.seconds',
  ],
  [
    'a header of the connection',
    chain(node('a', 'http_request', { url: 'https://shop.example', headers: { Upgrade: 'h2c' } })),
    /`headers.Upgrade` cannot be set/,
    'nodes[1].config.headers.Upgrade',
  ],
  ['a missing expression', chain(node('a', 'filter')), /`condition` is missing/, 'nodes[1].config.condition'],
  [
    'an address that is none',
    chain(node('a', 'http_request', { url: 'ftp://x' })),
    /`url`/,
    'nodes[1].config.url',
  ],
  [
    'an expression of no sense',
    chain(node('a', 'filter', { condition: 'item.n >' })),
    /Unexpected end of expression/,
    'nodes[1].config.condition',
  ],
  [
    'a regular expression with look-around',
    chain(node('a', 'map', { value: '{"tag": $match(item.text, /#(?=\\w)/)}' })),
    /`\/#\(\?=\\w\)\/` is not a regular expression of RE2/,
    'nodes[1].config.value',
  ],
  [
    'a condition that puts text together, which always holds',
    chain(node('a', 'filter', { condition: '{{ item.n }} > 10' })),
    /`condition` is one expression/,
    'nodes[1].config.condition',
  ],
  [
    'a list of two templates',
    chain(node('a', 'for_each', { list: '{{ item.n }}, {{ item.handle }}' })),
    /`list` is one expression/,
    'nodes[1].config.list',
  ],
  [
    'a template of no sense, deep inside',
    chain(node('a', 'http_request', { url: 'https://a.example', body: { list: ['x', '{{ item.. }}'] } })),
    /`item..`/,
    'nodes[1].config.body.list[1]',
  ],
  [
    'a name that is no variable',
    chain(node('a', 'map', { value: '{"title": title}' })),
    /`title` cannot begin an expression/,
    'nodes[1].config.value',
  ],
  [
    'a variable that there is not, which would be nothing without an error',
    chain(node('a', 'filter', { condition: '$json.price > 3' })),
    /There is no variable or function `\$json`/,
    'nodes[1].config.condition',
  ],
  [
    'a reference to a node that comes later',
    chain(node('a', 'map', { value: 'nodes.b.x' }), filterNode('b')),
    /No node `b` comes before/,
    'nodes[1].config.value',
  ],
  [
    'a circle',
    {
      ...chain(filterNode('a'), filterNode('b')),
      edges: [
        ['input', 'a'],
        ['a', 'b'],
        ['b', 'a'],
      ].map(([from, to]) => ({ from, to })),
    },
    /form a circle/,
    'nodes[1]',
  ],
  [
    'a node that nothing leads to',
    { ...chain(filterNode('a')), nodes: [INPUT, filterNode('a'), filterNode('lost')] },
    /Nothing leads to node `lost`/,
    'nodes[2]',
  ],
  [
    'an edge to nowhere',
    {
      ...chain(filterNode('a')),
      edges: [
        { from: 'input', to: 'a' },
        { from: 'a', to: 'void' },
      ],
    },
    /no node `void`/,
    'edges[1].to',
  ],
  [
    'a branch that there is not',
    {
      ...chain(filterNode('a'), filterNode('b')),
      edges: [
        { from: 'input', to: 'a' },
        { from: 'a', to: 'b', when: 'maybe' },
      ],
    },
    /no branch `maybe`/,
    'edges[1].when',
  ],
  ['two inputs', chain(node('again', 'input')), /one node of type `input`, and this has 2/, 'nodes'],
  ['two nodes of one name', chain(filterNode('a'), filterNode('a')), /two nodes `a`/, 'nodes[2].id'],
  [
    'a schema of its input that is none',
    { ...chain(), input_schema: { type: 'objct' } },
    /input of a run is an object/,
    'input_schema.type',
  ],
  [
    'a schema of its input that holds something else',
    { ...chain(), input_schema: { type: 'object', properties: { n: 1 } } },
    /^A schema is an object\.$/,
    'input_schema.properties.n',
  ],
  [
    'a schema of its input with a type that there is not',
    { ...chain(), input_schema: { type: 'object', properties: { n: { type: 'nubmer' } } } },
    /^There is no type "nubmer"\.$/,
    'input_schema.properties.n.type',
  ],
  [
    'a schema of its input that takes long to read',
    { ...chain(), input_schema: { type: 'object', enum: Array(5_000).fill({}) } },
    /has at most 5,000 values\.$/,
    'input_schema',
  ],
  [
    'a parser that there is not',
    chain(call('scrape', { parserId: 'prs_none', url: '{{ item.handle }}' })),
    /no parser `prs_none`/,
    'nodes[1].config.input.parserId',
  ],
  [
    'a database that there is not',
    chain(node('a', 'write_rows', { database_id: 'db_none' })),
    /no database `db_none`/,
    'nodes[1].config.database_id',
  ],
]

describe('a workflow is refused, with the node in the error, for', () => {
  for (const [what, workflow, error, field] of cases)
    test(what, async () => {
      assert.equal(await refusedFor(workflow, error), field)
    })

  test('a parser of another account, as if it did not exist', async () => {
    const other = await service.keyFor('other')
    const parser = await service.parser({ fields: { t: 'h1' } }, {}, other)
    const graph = (id: string) => chain(call('scrape', { parserId: id, url: '{{ item.handle }}' }))
    const [foreign, absent] = [await create(graph(parser)), await create(graph('prs_none'))]
    assert.equal(foreign.status, 422)
    assert.equal(foreign.text.replaceAll(parser, 'prs_none'), absent.text)
    assert.equal((await create(graph(parser), { 'x-api-key': other })).status, 201)
  })

  test('endless expressions, within 2 s', async () => {
    const loop = '($f := function($n) { $f($n) }; $f(item.n))'
    const graph = chain(node('a', 'filter', { condition: loop }), node('b', 'map', { value: loop }))
    assert.equal(await refusedFor(graph, /was stopped after 0.4 s/), 'nodes[1].config.condition')
  })

  test('texts that are designed to make the check slow', async () => {
    const body = Array.from({ length: 50 }, () => '{{'.repeat(3_000) + '}}'.repeat(3_000))
    const graph = chain(node('a', 'http_request', { url: 'https://a.example', body }))
    const { status, json } = await create(graph)
    assert.deepEqual([status, json.detail], [422, 'invalid_graph'])
  })

  test('more than 10,000 settings, with the field `nodes`, even as a draft', async () => {
    const settings = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, [1]]))
    const { status, json } = await create({
      ...chain(node('a', 'delay', settings(2_500)), node('b', 'delay', settings(2_501))),
      state: 'draft',
    })
    assert.deepEqual([status, json.field], [400, 'nodes'])
    assert.match(json.error, /at most 10,000 values in all `config` together/)
    const { status: fewer } = await create({ ...chain(node('a', 'delay', settings(5_000))), state: 'draft' })
    assert.equal(fewer, 201)
  })

  test('values that are nested too deep, with the field `nodes`', async () => {
    const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)
    const { status, json } = await create(
      chain(node('a', 'http_request', { url: 'https://a.example', body: deep })),
    )
    assert.deepEqual([status, json.field], [400, 'nodes'])
    assert.match(json.error, /nested deeper than 72 levels/)
  })

  test('nodes or an input schema that nest more than 64 levels, in a sentence that names the bound', async () => {
    const deep = JSON.parse(`${'['.repeat(66)}${']'.repeat(66)}`)
    const error = 'must be nested at most 64 levels deep.'
    const nodes = await create(chain(node('a', 'http_request', { url: 'https://a.example', body: deep })))
    assert.deepEqual([nodes.status, nodes.json.error], [400, `\`nodes\` ${error}`])
    const schema = await create({ ...chain(), input_schema: { default: deep } })
    assert.deepEqual([schema.status, schema.json.error], [400, `\`input_schema\` ${error}`])
  })

  test('running itself through another workflow', async () => {
    const sub = (id: string) => chain(node('sub', 'sub_workflow', { workflow_id: id }))
    const first = (await create(chain(filterNode('a')))).json.id
    const second = (await create(sub(first))).json.id
    const { status, json } = await service.call(`/v1/workflows/${first}`, {
      method: 'PUT',
      json: sub(second),
    })
    assert.deepEqual([status, json.field], [422, 'nodes[1].config.workflow_id'])
    assert.match(json.error, /run itself/)
  })

  test('running itself through another workflow that is changed at the same moment', async () => {
    const sub = (id: string) => chain(node('sub', 'sub_workflow', { workflow_id: id }))
    const first: string = (await create(chain(filterNode('a')))).json.id
    const second: string = (await create(chain(filterNode('a')))).json.id
    const change = (id: string, json: object) => ({ method: 'PUT', path: `/v1/workflows/${id}`, json })
    const answers = await callAtOnce(service, [change(first, sub(second)), change(second, sub(first))])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
    assert.match(answers.find(({ status }) => status === 422)!.json.error, /run itself/)
  })

  test('several problems, all listed in one answer', async () => {
    const { json } = await create(chain(node('a', 'filter'), call('videosite-channel', {}), node('c', 'x')))
    assert.deepEqual(
      json.problems.map(({ field }: { field: string }) => field),
      ['nodes[3].type', 'nodes[1].config.condition', 'nodes[2].config.input.handle'],
    )
  })
})

test('a misspelt name is refused with the one that is meant, before the field that it is missing for', async () => {
  const url = 'https://a.example'
  const misspelt: [Node, string, string][] = [
    [node('a', 'http_request', { urls: url }), 'config.urls', 'Did you mean url?'],
    [node('a', 'map', { Value: 'item' }), 'config.Value', 'Did you mean value?'],
    [node('a', 'map', { value: 'item', code: '1' }), 'config.code', 'Fields: value.'],
    [call('scrape', { parser_id: 'prs_1', url }), 'config.input.parser_id', 'Did you mean parserId?'],
    [call('parse', { parserId: 'prs_1', htm: '' }), 'config.input.htm', 'Did you mean html?'],
    [call('scrap', {}), 'config.operation', 'Did you mean scrape?'],
    [node('a', 'foreach', { list: 'item' }), 'type', 'Did you mean for_each?'],
  ]
  for (const [one, field, hint] of misspelt) {
    const { json } = await create(chain(one))
    assert.deepEqual([json.field, json.hint], [`nodes[1].${field}`, hint])
  }
  const { json } = await create({ ...chain(), nodes: [{ ...INPUT, config: { a: 1 } }] })
  assert.equal(json.hint, 'This node has no settings.')
})

test('an edge to a misspelt node is refused with the node that is meant', async () => {
  const graph = chain(filterNode('page'))
  for (const [edge, field, hint] of [
    [{ from: 'input', to: 'pgae' }, 'to', 'Did you mean page?'],
    [{ from: 'Input', to: 'page' }, 'from', 'Did you mean input?'],
    [{ from: 'input', to: 'rows' }, 'to', 'Connect the edge to an existing node.'],
  ] as const) {
    const { json } = await create({ ...graph, edges: [edge] })
    assert.deepEqual([json.field, json.hint], [`edges[0].${field}`, hint])
  }
})

test('templates are allowed wherever a value is allowed', async () => {
  const { id: database } = await makeDatabase(service)
  const { status, text } = await create(
    chain(
      call('photosocial-posts', { username: '{{ item.handle }}', first: '{{ item.n }}' }),
      node('each', 'for_each', { list: 'item.posts' }),
      node('rest', 'http_request', {
        url: 'https://a.example/{{ nodes.call.user_id }}',
        method: 'POST',
        body: '{{ item }}',
      }),
      node('wait', 'delay', { seconds: '{{ input.n }}' }),
      node('rows', 'write_rows', {
        database_id: database,
        row: '{"title": $nodes.each.caption, "n": index}',
      }),
    ),
  )
  assert.equal(status, 201, text)
})

describe('a workflow with many problems is refused with the first 100', () => {
  const names = Array.from({ length: 60 }, (_, i) => `x${i}`)
  const absentNodes = names.map(name => `nodes.${name}`).join(' + ')
  const absentFields = Object.fromEntries(names.map(name => [name, 1]))
  const many: [what: string, nodes: Node[], lastField: string][] = [
    [
      'nodes that there are not',
      ['a', 'b', 'c', 'd'].map(id => node(id, 'map', { value: absentNodes })),
      'nodes[2].config.value',
    ],
    [
      'fields that there are not',
      ['a', 'b', 'c', 'd'].map(id => node(id, 'map', { value: 'item', ...absentFields })),
      'nodes[2].config.x39',
    ],
  ]
  for (const [what, nodes, lastField] of many)
    test(what, async () => {
      const { status, json } = await create(chain(...nodes))
      assert.deepEqual([status, json.problems.length, json.problems.at(-1).field], [422, 100, lastField])
    })
})
