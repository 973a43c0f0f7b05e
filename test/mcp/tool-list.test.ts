import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CLIENTS, connect, type ListedTool } from './support/clients.ts'
import { startListedTools } from './support/listed-tools.ts'

const { winnow, operations, tools, listed, names, operationOf } = startListedTools()

test('an unknown query parameter of the endpoint is refused, and the error lists the known ones', async () => {
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
    test(`name every group and say when to use which tools (${title})`, async () => {
      const client = await open({ url: `${winnow.url}/mcp`, headers: { 'x-api-key': winnow.key } })
      const instructions = client.instructions() ?? ''
      await client.close()
      const mentions = (word: string) => new RegExp(`\\b${word}\\b`).test(instructions)
      for (const { faces } of operations) assert.ok(mentions(faces!.tool!.group), faces!.tool!.group)
      const toolNames = [...instructions.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name)
      assert.ok(toolNames.length > 6)
      for (const name of toolNames) assert.ok(operationOf(name), name)
    })
})

describe('the list of tools', () => {
  test('has each operation that is a tool once, sorted by name', () => {
    const faces = operations.map(({ faces }) => faces!.tool!.name)
    assert.deepEqual(
      tools.map(({ name }) => name),
      faces.toSorted(),
    )
    assert.equal(new Set(faces).size, faces.length)
  })

  test('has every prebuilt API, and the tools for parsers and the account', () => {
    for (const { id, group, faces } of operations)
      if (group === 'prebuilt') assert.equal(faces!.tool!.name, id.replaceAll('-', '_'))
    for (const name of ['api_docs', 'credits', 'parser_list', 'parser_parse_html', 'parser_scrape_url'])
      assert.ok(tools.some(tool => tool.name === name))
  })

  test('has by default only the groups that read pages', async () => {
    const groups = new Set((await names()).map(name => operationOf(name).faces!.tool!.group))
    assert.deepEqual([...groups].sort(), ['account', 'docs', 'pages', 'parsers', 'realty', 'social', 'video'])
    assert.deepEqual(await names({}, '?groups=default'), await names())
  })

  test('describes the tools of a platform with the words that people use for it', async () => {
    const list = await listed()
    const containsWords = (tool: ListedTool, words: string) =>
      words.split(' ').every(word => JSON.stringify(tool).includes(word))
    for (const [words, names] of [
      ['photo reels', ['photosocial_post', 'photosocial_posts', 'photosocial_profile']],
      ['clips followers', ['shortvideo_comments', 'shortvideo_profile']],
      ['video captions said', ['videosite_transcript']],
      ['channels subtitles comments', ['videosite_comments']],
      ['real-estate homes rent', ['realty_details']],
    ] as const)
      for (const name of names)
        assert.ok(containsWords(list.find(tool => tool.name === name)!, words), `${name}: ${words}`)
  })

  test('shows the form of the names that `api_id` takes, which are not the names of the tools', () => {
    for (const name of ['job_create', 'batch_create']) {
      const { properties } = tools.find(tool => tool.name === name)!.inputSchema
      const { api_id } = properties.target?.properties ?? properties
      const [, shown] = /such as `(.+?)`/.exec(api_id.description)!
      assert.ok(
        operations.some(({ id, group }) => id === shown && group === 'prebuilt'),
        shown,
      )
    }
  })

  test('says that each page costs where a schema may lead to further pages', async () => {
    const perPage = (await listed()).filter(({ description }) => description!.endsWith(' for each page.'))
    assert.deepEqual(
      perPage.map(({ name }) => name),
      ['page_extract', 'parser_scrape_url'],
    )
  })

  test('takes less than 8,000 tokens by default', async t => {
    const list = await listed()
    const tokens = Math.ceil(JSON.stringify(list).length / 4)
    t.diagnostic(`${list.length} tools, about ${tokens} tokens (4 characters each)`)
    assert.ok(tokens < 8_000, `${tokens} tokens`)
  })
})

describe('a client chooses its tools', () => {
  const realty = ['realty_details']

  test('by group, in the query or a header', async () => {
    assert.deepEqual(await names({}, '?groups=realty'), realty)
    assert.deepEqual(await names({ 'x-mcp-groups': 'realty' }), realty)
    assert.deepEqual(await names({ 'x-mcp-groups': 'realty' }, '?groups=social'), realty)
    const both = await names({}, '?groups=realty,account')
    assert.deepEqual(both, ['credits', 'realty_details', 'result_read'])
  })

  test('by name, in addition to its groups', async () => {
    assert.deepEqual(await names({ 'x-mcp-tools': 'credits, api_docs' }), ['api_docs', 'credits'])
    assert.deepEqual(await names({ 'x-mcp-tools': 'credits' }, '?groups=realty'), [
      'credits',
      'realty_details',
    ])
  })

  test('and gets an error with the known names when one is unknown', async () => {
    for (const [query, words] of [
      [
        '?groups=sozial',
        /among the groups.*Known groups: account, batches, crons, databases, default, docs, jobs, learning, pages, parsers, realty, sessions, social, usage, video, webhooks, workflows\./,
      ],
      ['?tools=kredits', /among the tools.*credits/],
      ['?groups=', /No tools are chosen.*default tools/],
      ['?tools=,', /No tools are chosen.*default tools/],
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

  test('with `readonly` among those that only read', async () => {
    const all = new Map(tools.map(({ name, annotations }) => [name, annotations!.readOnlyHint]))
    for (const name of await names({}, '?readonly=1')) assert.equal(all.get(name), true)
  })

  test('and cannot call any other', async () => {
    const client = await connect(winnow.url, winnow.key, {}, '?groups=realty')
    await assert.rejects(client.call('credits'), /There is no tool `credits`\. Tools: realty_details\./)
    await assert.rejects(
      client.call('batch_create'),
      /This connection does not have batch_create \(group batches\); the user can add the group.* Tools: realty_details\./,
    )
    await client.close()
  })

  test('among those that its key may use', async () => {
    const key = await winnow.keyFor('default', { scopes: ['read'] })
    const readable = await names({}, '', key)
    assert.ok(readable.includes('credits') && readable.includes('api_docs'))
    assert.ok(!readable.includes('videosite_channel') && !readable.includes('parser_scrape_url'))
  })
})
