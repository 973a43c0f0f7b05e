import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
let client: Client

before(async () => {
  winnow = await startTestApp()
  const options = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const
  const requestInit = { headers: { 'x-api-key': winnow.key } }
  client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${winnow.url}/mcp`), { requestInit }))
})
after(async () => {
  await client.close()
  await winnow.stop()
})

describe('the resources', () => {
  test('are the documentation of every prebuilt API, the same as over REST', async () => {
    const { resources } = await client.listResources()
    const apis = (await winnow.call('/v1/apis')).json as { id: string }[]
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      [...apis.map(({ id }) => id), 'parser-language'].map(id => `apidoc://${id}`),
    )
    for (const { uri, name } of resources) {
      const { contents } = await client.readResource({ uri })
      assert.equal((contents[0] as { text: string }).text, (await winnow.call(`/v1/apis/${name}`)).text)
    }
  })

  test('reject an unknown URI', async () => {
    for (const uri of ['apidoc://nothing', 'apidoc://', 'file:///etc/passwd'])
      await assert.rejects(client.readResource({ uri }), { code: -32602 })
  })

  test('are completed from the beginning of an id', async () => {
    const ref = { type: 'ref/resource', uri: 'apidoc://{apiId}' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'apiId', value: 'realty' } })
    assert.deepEqual(completion.values, ['realty-details'])
  })

  test('are not completed for what is no template, nor for another argument', async () => {
    const valuesFor = async (uri: string, name: string) =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value: '' } }))
        .completion.values
    await assert.rejects(valuesFor('file:///{path}', 'path'), {
      code: -32602,
      message: /no resource template `file:\/\/\/\{path\}`\. Templates: apidoc:\/\/\{apiId\}\./,
    })
    assert.deepEqual(await valuesFor('apidoc://{apiId}', 'lang'), [])
    assert.deepEqual(await valuesFor('apidoc://realty-details', 'apiId'), [])
  })
})

test('an unknown name of 1,001 characters is refused for its length, and not repeated in the error', async () => {
  const name = 'x'.repeat(1_001)
  for (const request of [
    () => client.readResource({ uri: name }),
    () => client.getPrompt({ name }),
    () => client.callTool({ name }),
  ])
    await assert.rejects(request, ({ message }: Error) => /at most 1,000 characters/.test(message))
  const ref = { type: 'ref/prompt', name } as const
  await assert.rejects(client.complete({ ref, argument: { name: 'a', value: '' } }), /at most 1,000/)
})

describe('the prompts', () => {
  test('contain each of their arguments, and name only tools that exist', async () => {
    const { prompts } = await client.listPrompts()
    const tools = (await client.listTools()).tools.map(({ name }) => name)
    assert.ok(prompts.length >= 3)
    for (const { name, arguments: promptArguments = [] } of prompts) {
      const args = Object.fromEntries(
        promptArguments.map(argument => [
          argument.name,
          argument.name === 'platform' ? 'videosite' : `<${argument.name}>`,
        ]),
      )
      const { messages } = await client.getPrompt({ name, arguments: args })
      const promptText = (messages[0]!.content as { text: string }).text
      for (const argument of promptArguments)
        assert.ok(promptText.includes(args[argument.name]!), `${name}: ${argument.name}`)
      for (const [tool] of promptText.matchAll(
        /\b(?:videosite|shortvideo|photosocial|realty|parser)_[a-z_]+/g,
      ))
        assert.ok(tools.includes(tool), `${name}: ${tool}`)
    }
  })

  test('reject a missing argument and an unknown name', async () => {
    await assert.rejects(client.getPrompt({ name: 'video_digest', arguments: {} }), /`video` is missing/)
    await assert.rejects(client.getPrompt({ name: 'nothing' }), /There is no prompt `nothing`/)
  })

  test('treat null as missing, and accept values that are not texts', async () => {
    const get = async (args: unknown) => {
      const { text } = await winnow.call('/mcp', {
        headers: { accept: 'application/json, text/event-stream' },
        json: {
          jsonrpc: '2.0',
          id: 1,
          method: 'prompts/get',
          params: { name: 'video_digest', arguments: args },
        },
      })
      return text
    }
    assert.match(await get(null), /-32602.*`video` is missing/)
    assert.match(await get({ video: 5, language: null }), /Read the video 5 .*captions \(en\)/)
  })

  test('accept only a platform that has the tools they need', async () => {
    const refusals: [name: string, given: Record<string, string>, message: RegExp][] = [
      ['comment_mood', { platform: 'realty', video: 'x' }, /`platform` must be shortvideo or videosite\./],
      [
        'creator_report',
        { platform: 'foo', account: 'x' },
        /`platform` must be photosocial, shortvideo or videosite\./,
      ],
      ['comment_mood', { video: 'x' }, /`platform` is missing\. Platform: shortvideo or videosite\./],
    ]
    for (const [name, args, message] of refusals)
      await assert.rejects(client.getPrompt({ name, arguments: args }), message)
    await client.getPrompt({ name: 'video_digest', arguments: { video: 'x', language: 'pt' } })
    const tools = (await client.listTools()).tools.map(({ name }) => name)
    for (const platform of ['shortvideo', 'videosite']) assert.ok(tools.includes(`${platform}_comments`))
  })

  test('name the tools that the connection lacks', async () => {
    const textFor = async (groups: string) => {
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'prompts/get',
        params: { name: 'video_digest', arguments: { video: 'x' } },
      }
      const accept = 'application/json, text/event-stream'
      return (await winnow.call(`/mcp?groups=${groups}`, { json: body, headers: { accept } })).text
    }
    assert.match(
      await textFor('pages'),
      / This connection does not have videosite_video \(group video\), videosite_transcript \(group video\);/,
    )
    assert.doesNotMatch(await textFor('pages,video'), /This connection/)
  })

  test('complete an argument from its allowed values', async () => {
    const ref = { type: 'ref/prompt', name: 'creator_report' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'platform', value: 'v' } })
    assert.deepEqual(completion.values, ['videosite'])
  })

  test("complete a parser from the beginning of the names of the account's parsers", async () => {
    const schema = { fields: { title: 'h1' } }
    for (const name of ['Kettles', 'kettle lids', 'Pots', '100 % tea']) await winnow.parser(schema, { name })
    await winnow.parser(schema, { name: 'Kettles of others' }, await winnow.keyFor('other'))
    const ref = { type: 'ref/prompt', name: 'page_to_table' } as const
    const completionsFor = async (value: string) =>
      (await client.complete({ ref, argument: { name: 'parser', value } })).completion.values
    assert.deepEqual((await completionsFor('ket')).toSorted(), ['Kettles', 'kettle lids'])
    assert.deepEqual(await completionsFor('100 %'), ['100 % tea'])
    assert.deepEqual(await completionsFor('%'), [])
    assert.equal((await completionsFor('')).length, 4)
  })
})

describe('an error about invalid params is a sentence', () => {
  const wrong: [method: string, params: unknown, message: string][] = [
    ['resources/read', {}, '`uri` is missing. `resources/list` lists what there is.'],
    ['resources/read', { uri: 5 }, '`uri` must be a string. `resources/list` lists what there is.'],
    ['prompts/get', undefined, '`name` is missing. `prompts/list` lists what there is.'],
    ['tools/call', { name: null }, '`name` must be a string. `tools/list` lists what there is.'],
    ['tools/list', { cursor: 5 }, '`cursor` must be a string. Leave it out: each list is complete.'],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt' } },
      '`ref.name` is missing. Send {"type": "ref/prompt", "name": …} or {"type": "ref/resource", "uri": …}.',
    ],
  ]
  for (const [method, params, message] of wrong)
    test(`${method} ${JSON.stringify(params)}`, async () => {
      const { text } = await winnow.call('/mcp', {
        headers: { accept: 'application/json, text/event-stream' },
        json: { jsonrpc: '2.0', id: 1, method, params },
      })
      const { error } = JSON.parse(text.slice(text.indexOf('{')))
      assert.deepEqual(error, { code: -32602, message })
    })
})
