import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { run } from '../support/run-cli.ts'

/** The system's own Node, which may be older than the one that npm brings along. */
const SYSTEM_NODE = '/usr/bin/node'

function majorOf(node: string): number | null {
  try {
    return Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))![1])
  } catch {
    return null
  }
}

const major = majorOf(SYSTEM_NODE)
const skip =
  major === null
    ? `there is no ${SYSTEM_NODE}`
    : major >= 24 && `${SYSTEM_NODE} is Node ${major}, which Winnow takes`

test('a Node that is too old gets a clear message and the command to type', { skip }, async () => {
  const { code, stdout, stderr } = await run(['keys', 'create', '--account', 'shop'], {}, SYSTEM_NODE)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, new RegExp(`^Winnow needs Node 24 or later; this is v${major}\\.`))
  assert.match(stderr, /npm install && npm run -s winnow -- keys create --account shop\n$/)
})
