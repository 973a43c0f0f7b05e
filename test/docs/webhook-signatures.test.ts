import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { signatureOf } from '../../server/webhooks/sign.ts'
import { codeBlocks } from './support/start-with-operations.ts'

/** The code in docs/webhooks.md that checks a signature, run on headers as the sender signs them. */

const run = promisify(execFile)
const markdown = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const reasonToSkip = (program: string) =>
  spawnSync(program, ['--version']).error && `there is no ${program} here`

const BODY = '{"type":"webhook.test","data":{"name":"příliš"}}'
const now = Math.floor(Date.now() / 1_000)
const headersAt = (timestamp: number, body = BODY) => ({
  'x-winnow-timestamp': String(timestamp),
  'x-winnow-signature': `sha256=${signatureOf('whsec_x', timestamp, body)}`,
})
/** Genuine, too old, for another body, with another secret, cut short, not ASCII, with no time in it, and without headers. */
const CASES = [
  [headersAt(now), true],
  [headersAt(now - 301), false],
  [headersAt(now, '{}'), false],
  [{ ...headersAt(now), 'x-winnow-signature': `sha256=${signatureOf('other', now, BODY)}` }, false],
  [{ ...headersAt(now), 'x-winnow-signature': 'sha256=' }, false],
  [{ ...headersAt(now), 'x-winnow-signature': 'sha256=é' }, false],
  [{ ...headersAt(now), 'x-winnow-timestamp': 'now' }, false],
  [{}, false],
] as const

const expectedResults = JSON.stringify(CASES.map(([, isGenuine]) => isGenuine))
const snippetInput = JSON.stringify([CASES.map(([headers]) => headers), BODY])

describe('the documented check of a webhook signature accepts only genuine ones', () => {
  test('in JavaScript', async () => {
    const [code] = codeBlocks(markdown, 'js')
    const call = `const [list, body] = JSON.parse(process.argv[1])
      console.log(JSON.stringify(list.map(headers => isGenuine(headers, body, 'whsec_x'))))`
    const { stdout } = await run(process.execPath, [
      '--input-type=module',
      '-e',
      `${code}\n${call}`,
      snippetInput,
    ])
    assert.equal(stdout.trim(), expectedResults)
  })

  test('in Python', { skip: reasonToSkip('python3') }, async () => {
    const [code] = codeBlocks(markdown, 'python')
    const call = `import json, sys
cases, body = json.loads(sys.argv[1])
print(json.dumps([is_genuine(headers, body.encode(), 'whsec_x') for headers in cases], separators=(',', ':')))`
    const { stdout } = await run('python3', ['-c', `${code}\n${call}`, snippetInput])
    assert.equal(stdout.trim(), expectedResults)
  })
})
