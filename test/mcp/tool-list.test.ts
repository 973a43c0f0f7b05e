import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Operation } from '../../server/operations/operation.ts'
import { startWithList } from '../docs/support/start-with-list.ts'
import type { TestApp } from '../support/start-app.ts'
import { withAllowedNulls, withFurther } from './support/changed-values.ts'
import { CLIENTS, connect, type ListedTool } from './support/clients.ts'

/** What every tool keeps to, because some client refuses it otherwise or a model goes wrong. */

const ALL = 'default,jobs,batches,databases,learning,webhooks,crons,workflows'

let winnow: TestApp
let operations: Operation[]
let tools: ListedTool[]

before(async () => {
  const started = await startWithList()
  winnow = started.service
  operations = started.list.filter(({ faces }) => faces?.tool)
  tools = await listed({}, `?groups=${ALL}`)
})
after(() => winnow.stop())

async function listed(headers: Record<string, string> = {}, query = '', key = winnow.key) {
  const client = await connect(winnow.url, key, headers, query)
  return client.tools().finally(client.close)
}
const names = async (...choice: Parameters<typeof listed>) =>
  (await listed(...choice)).map(({ name }) => name)

test('an address with a parameter that it does not take is refused, with those that it takes', async () => {
  const answer = await fetch(`${winnow.url}/mcp?grops=social`, {
    method: 'POST',
    headers: { 'x-api-key': winnow.key, 'content-type': 'application/json' },
    body: '{}',
  })
  const { field, hint } = (await answer.json()) as { field: string; hint: string }
  assert.deepEqual([answer.status, field], [400, 'grops'])
  assert.match(hint, /groups, parsers, readonly, tools/)
})

describe('the instructions of the server', () => {
  for (const [title, open] of Object.entries(CLIENTS))
    test(`tell the groups, and which tools to use when (${title})`, async () => {
      const client = await open({ url: `${winnow.url}/mcp`, headers: { 'x-api-key': winnow.key } })
      const said = client.instructions() ?? ''
      await client.close()
      const says = (word: string) => new RegExp(`\\b${word}\\b`).test(said)
      for (const { faces } of operations) assert.ok(says(faces!.tool!.group), faces!.tool!.group)
      const named = [...said.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name)
      assert.ok(named.length > 6)
      for (const name of named) assert.ok(operationOf(name), name)
    })
})

interface Schema {
  [key: string]: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** A schema and all that it holds. */
const nodes = (schema: Schema): Schema[] => [
  schema,
  ...Object.values(schema.properties ?? {}).flatMap(nodes),
  ...(schema.items ? nodes(schema.items) : []),
  ...(schema.anyOf ?? []).flatMap(nodes),
]

const operationOf = (tool: string) => operations.find(({ faces }) => faces!.tool!.name === tool)!

describe('the list of tools', () => {
  test('has each operation with that face once, in the order of names', () => {
    const faces = operations.map(({ faces }) => faces!.tool!.name)
    assert.deepEqual(
      tools.map(({ name }) => name),
      faces.toSorted(),
    )
    assert.equal(new Set(faces).size, faces.length)
  })

  test('holds every prebuilt API, and what goes with parsers and the account', () => {
    for (const { id, group, faces } of operations)
      if (group === 'prebuilt') assert.equal(faces!.tool!.name, id.replaceAll('-', '_'))
    for (const name of ['api_docs', 'credits', 'parser_list', 'parser_parse_html', 'parser_scrape_url'])
      assert.ok(tools.some(tool => tool.name === name))
  })

  test('has by default what goes with reading pages alone', async () => {
    const groups = new Set((await names()).map(name => operationOf(name).faces!.tool!.group))
    assert.deepEqual([...groups].sort(), ['account', 'docs', 'pages', 'parsers', 'realty', 'social', 'video'])
    assert.deepEqual(await names({}, '?groups=default'), await names())
  })

  test('finds the tools of a platform by the words that people have for it', async () => {
    const list = await listed()
    const holds = (tool: ListedTool, words: string) =>
      words.split(' ').every(word => JSON.stringify(tool).includes(word))
    for (const [words, names] of [
      ['photo reels', ['photosocial_post', 'photosocial_posts', 'photosocial_profile']],
      ['clips followers', ['shortvideo_comments', 'shortvideo_profile']],
      ['video captions said', ['videosite_transcript']],
      ['channels subtitles comments', ['videosite_comments']],
      ['real-estate homes rent', ['realty_details']],
    ] as const)
      for (const name of names)
        assert.ok(holds(list.find(tool => tool.name === name)!, words), `${name}: ${words}`)
  })

  test('costs a conversation less than 8,000 tokens by default', async t => {
    const list = await listed()
    const tokens = Math.ceil(JSON.stringify(list).length / 4)
    t.diagnostic(`${list.length} tools, about ${tokens} tokens (4 characters each)`)
    assert.ok(tokens < 8_000, `${tokens} tokens`)
  })
})

const each = (check: (tool: ListedTool) => void) => () => {
  assert.ok(tools.length > 10)
  for (const tool of tools) check(tool)
}

describe('every tool', () => {
  test(
    'has a name that every host takes',
    each(({ name }) => assert.match(name, /^[a-z][a-z0-9_]{0,39}$/)),
  )

  test(
    'says what it does and what it costs',
    each(({ name, description }) => {
      const { cost, example, answer } = operationOf(name)
      const price = cost?.(example.input as never)
      const free = answer === 'accepted' ? /Each success costs what its call does\.$/ : /Free\.$/
      const { faces, summary } = operationOf(name)
      assert.ok(description!.startsWith(faces!.tool!.summary ?? summary), name)
      assert.match(description!, price ? /Costs 1 credit\.$/ : cost ? /free;.* costs / : free, name)
    }),
  )

  test(
    'speaks of no requests, headers or statuses',
    each(tool =>
      assert.doesNotMatch(
        JSON.stringify(tool),
        /\/v1\/|\b(GET|POST|PUT|DELETE)\b|X-[A-Z]|If-Match|multipart|in a query|with 422/,
        tool.name,
      ),
    ),
  )

  test(
    'takes an object without choices at its root and without references',
    each(({ name, inputSchema }) => {
      assert.equal(inputSchema.type, 'object', name)
      for (const word of ['anyOf', 'oneOf', 'allOf', 'not', '$schema'])
        assert.ok(!(word in inputSchema), name)
      assert.doesNotMatch(JSON.stringify(inputSchema), /"\$ref"|additionalProperties|9007199254740991/, name)
    }),
  )

  test(
    'describes every argument',
    each(({ name, inputSchema }) => {
      for (const [argument, schema] of Object.entries<Schema>(inputSchema.properties))
        assert.equal(typeof schema.description, 'string', `${name}.${argument}`)
    }),
  )

  test(
    'takes what its operation takes',
    each(({ name, inputSchema }) => {
      const { input, faces } = operationOf(name)
      for (const field of Object.keys(input.shape))
        assert.equal(
          field in inputSchema.properties,
          !faces!.tool!.omits?.includes(field),
          `${name}.${field}`,
        )
    }),
  )

  test(
    'promises of its result names and types alone, each optional, further ones allowed',
    each(({ name, outputSchema }) => {
      if (!outputSchema) return assert.equal(operationOf(name).answer, 'text')
      assert.equal(outputSchema.type, 'object', name)
      for (const node of nodes(outputSchema))
        assert.deepEqual(
          Object.keys(node).filter(key => !['type', 'properties', 'items', 'anyOf'].includes(key)),
          [],
          name,
        )
    }),
  )

  test(
    'has schemas of one type each, which every host can read',
    each(({ name, inputSchema, outputSchema }) => {
      for (const node of [inputSchema, outputSchema ?? inputSchema].flatMap(nodes))
        if (node.anyOf) assert.ok(node.anyOf.length > 1, name)
        else assert.equal(typeof node.type, 'string', `${name}: ${JSON.stringify(node)}`)
    }),
  )
})

describe('the schema of every result', () => {
  // One for all tests: it compiles a schema once.
  const ajv = new Ajv2020({ strict: false })
  const accepts = (
    { name, outputSchema }: ListedTool,
    change: (value: unknown, schema: Operation['output']) => unknown,
  ) => {
    if (!outputSchema) return
    const check = ajv.compile(outputSchema)
    const { example, output } = operationOf(name)
    const value = change(example.output, output)
    assert.ok(check(value), `${name}: ${JSON.stringify(check.errors)}`)
  }
  test(
    'takes the example of its operation',
    each(tool => accepts(tool, value => value)),
  )
  test(
    'takes fields that it does not know',
    each(tool => accepts(tool, withFurther)),
  )
  test(
    'takes null in the place of every leaf that its operation allows it for',
    each(tool => accepts(tool, (value, schema) => withAllowedNulls(schema, value))),
  )
  test(
    'takes nothing at all',
    each(tool => accepts(tool, () => ({}))),
  )
})

describe('the hints of every tool', () => {
  test(
    'are all there that mean something',
    each(({ name, annotations }) => {
      const changes = annotations!.readOnlyHint ? [] : ['idempotentHint']
      assert.deepEqual(
        Object.keys(annotations!).sort(),
        ['destructiveHint', ...changes, 'openWorldHint', 'readOnlyHint'],
        name,
      )
    }),
  )

  test(
    'are what its operation does',
    each(({ name, annotations }) => {
      const { access, method, group, input, answer, id } = operationOf(name)
      const starts = answer === 'accepted'
      const cancels = id.endsWith('-cancel')
      const reads = access !== 'manage' && !starts && !cancels
      assert.equal(annotations!.readOnlyHint, reads, name)
      assert.equal(
        annotations!.destructiveHint,
        !reads && (cancels || method === 'PUT' || method === 'DELETE'),
        name,
      )
      if (!reads) assert.equal(annotations!.idempotentHint, cancels || method !== 'POST', name)
      const fetches = access !== 'manage' && ('url' in input.shape || 'fetch' in input.shape)
      assert.equal(annotations!.openWorldHint, starts || group === 'prebuilt' || fetches, name)
    }),
  )
})

describe('a connection chooses its tools', () => {
  const realty = ['realty_details']

  test('by groups, in its address or a header', async () => {
    assert.deepEqual(await names({}, '?groups=realty'), realty)
    assert.deepEqual(await names({ 'x-mcp-groups': 'realty' }), realty)
    assert.deepEqual(await names({ 'x-mcp-groups': 'realty' }, '?groups=social'), realty)
    const both = await names({}, '?groups=realty,account')
    assert.deepEqual(both, ['credits', 'realty_details', 'result_read'])
  })

  test('by name, beside its groups', async () => {
    assert.deepEqual(await names({ 'x-mcp-tools': 'credits, api_docs' }), ['api_docs', 'credits'])
    assert.deepEqual(await names({ 'x-mcp-tools': 'credits' }, '?groups=realty'), [
      'credits',
      'realty_details',
    ])
  })

  test('that there are: others are named', async () => {
    for (const [query, words] of [
      [
        '?groups=sozial',
        /among the groups.*Known groups: account, batches, crons, databases, default, docs, jobs, learning, pages, parsers, realty, social, video, webhooks, workflows\./,
      ],
      ['?tools=kredits', /among the tools.*credits/],
      ['?readonly=yes', /`readonly` must be true or false/],
    ] as const) {
      const answer = await fetch(`${winnow.url}/mcp${query}`, {
        method: 'POST',
        headers: { 'x-api-key': winnow.key, 'content-type': 'application/json' },
        body: '{}',
      })
      assert.equal(answer.status, 400)
      assert.match(await answer.text(), words)
    }
  })

  test('that only read', async () => {
    const all = new Map(tools.map(({ name, annotations }) => [name, annotations!.readOnlyHint]))
    for (const name of await names({}, '?readonly=1')) assert.equal(all.get(name), true)
  })

  test('and cannot call the others', async () => {
    const client = await connect(winnow.url, winnow.key, {}, '?groups=realty')
    await assert.rejects(client.call('credits'), /There is no tool `credits`\. Tools: realty_details\./)
    await client.close()
  })

  test('within what its key may do', async () => {
    const key = await winnow.keyFor('default', { scopes: ['read'] })
    const readable = await names({}, '', key)
    assert.ok(readable.includes('credits') && readable.includes('api_docs'))
    assert.ok(!readable.includes('videosite_channel') && !readable.includes('parser_scrape_url'))
  })
})
