import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type Platform, startPlatform } from '../extraction/support/platform.ts'
import type { TestApp } from '../support/start-app.ts'
import { codeBlocks, startWithOperations } from './support/start-with-operations.ts'

/** The examples of the docs, run as a reader would run them. */

const run = promisify(execFile)
const reasonToSkip = (program: string) =>
  spawnSync(program, ['--version']).error && `there is no ${program} here`

let platform: Platform
let service: TestApp
let markdown: string
let expected: unknown
before(async () => {
  platform = await startPlatform()
  service = (await startWithOperations({ videosite_url: platform.url })).service
  markdown = (await service.call('/v1/apis/videosite-channel')).text
  const answer = await service.call('/v1/videosite-channel?handle=@tidepoolstudio')
  assert.equal(answer.status, 200, answer.text)
  expected = answer.json
})
after(async () => {
  await service.stop()
  await platform.close()
})

const example = (language: string) => {
  const [code] = codeBlocks(markdown, language)
  assert.ok(code)
  return code
}
const env = () => ({ ...process.env, KEY: service.key })

describe("the documentation's example of a call", () => {
  test('runs with curl as it is', { skip: reasonToSkip('curl') || reasonToSkip('sh') }, async () => {
    const { stdout } = await run('sh', ['-c', example('sh').replace(/^curl/, 'curl -sS')], { env: env() })
    assert.deepEqual(JSON.parse(stdout), expected)
  })

  test('runs in JavaScript as it is', async () => {
    const code = example('js').replace(/console\.log\((.*)\)/, 'console.log(JSON.stringify($1))')
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { env: env() })
    assert.deepEqual(JSON.parse(stdout), expected)
  })

  test('is valid Python', { skip: reasonToSkip('python3') }, async () => {
    const check = 'import ast, sys; ast.parse(sys.argv[1])'
    await run('python3', ['-c', check, example('python')])
  })
})
