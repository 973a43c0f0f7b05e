import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { runPackage } from './support/run-node.ts'

/** Exit codes of the inspector's command line. */
const ENDED = { well: 0, unknownKey: 3, toolError: 5 }

const GROUPS = 'default,jobs,batches,databases,learning,sessions,webhooks,crons,workflows,usage'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp({ videosite_url: 'http://127.0.0.1:9' })
})
after(() => winnow.stop())

const inspect = (...args: string[]) =>
  runPackage('@modelcontextprotocol/inspector/clients/launcher/build/index.js', [
    ...['--cli', '--server-url', `${winnow.url}/mcp`, '--transport', 'http', '--format', 'json', '-q'],
    ...args,
  ])
const key = () => ['--header', `X-API-Key: ${winnow.key}`]

describe('the MCP inspector', () => {
  for (const era of ['legacy', 'modern'])
    test(`has no warnings about the list of all tools (${era})`, async () => {
      const list = ['--protocol-era', era, '--method', 'tools/list', '--strict']
      const { code, output } = await inspect(...key(), '--header', `X-MCP-Groups: ${GROUPS}`, ...list)
      assert.equal(code, ENDED.well, output)
      assert.match(output, /videosite_channel/)
      assert.doesNotMatch(output, /schemaFindings|Warning:/)
    })

  const calls: [title: string, tool: string, given: object, code: number][] = [
    ['that goes well', 'credits', {}, ENDED.well],
    ['that fails', 'videosite_channel', { handle: '@x' }, ENDED.toolError],
    ['of a tool that is none', 'nothing', {}, ENDED.toolError],
  ]
  for (const [title, tool, given, code] of calls)
    test(`calls a tool ${title}`, async () => {
      const bearer = ['--header', `Authorization: Bearer ${winnow.key}`]
      const call = ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(given)]
      const ran = await inspect(...bearer, ...call)
      assert.equal(ran.code, code, ran.output)
    })

  test('ends with the exit code for a missing key', async () => {
    const { code, output } = await inspect('--method', 'tools/list')
    assert.equal(code, ENDED.unknownKey, output)
  })

  test('reads a resource and a prompt', async () => {
    const page = ['--method', 'resources/read', '--uri', 'apidoc://videosite-channel']
    const read = await inspect(...key(), ...page)
    assert.deepEqual([read.code, /# videosite-channel/.test(read.output)], [ENDED.well, true], read.output)
    const prompt = ['--method', 'prompts/get', '--prompt-name', 'video_digest', '--prompt-args', 'video=abc']
    const got = await inspect(...key(), ...prompt)
    assert.deepEqual([got.code, /abc/.test(got.output)], [ENDED.well, true], got.output)
  })

  test('gets no error in 200 calls, ten at a time', async () => {
    const load = ['--load', '--load-requests', '200', '--load-concurrency', '10']
    const { code, output } = await inspect(
      ...key(),
      '--method',
      'tools/call',
      '--tool-name',
      'credits',
      ...load,
    )
    assert.equal(code, ENDED.well, output)
    assert.match(output, /"errorRate":\s*0\b/)
  })
})
