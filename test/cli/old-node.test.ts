import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** The Node of the system, which may be older than the one that npm installs along with Winnow. */
const SYSTEM_NODE = '/usr/bin/node'
const program = fileURLToPath(new URL('../../bin/winnow.mjs', import.meta.url))

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

describe('under a Node that is too old', { skip }, () => {
  const old = { node: SYSTEM_NODE, program }

  test('a command runs on the Node that npm installed, without an extra message', async () => {
    const data = ['--data-dir', tempFolder()]
    const { code, stdout, stderr } = await run(['keys', 'create', ...data], {}, old)
    assert.deepEqual([code, stderr], [0, `Created a store in ${data[1]}.\n`])
    assert.match(stdout, /^wk_[\w-]{32}\n$/)
  })

  test('a command reads standard input and passes its exit code on', async () => {
    const folder = tempFolder()
    const read = await run(['parse', '-', '/no/page'], {}, old, '{"fields": {"t": "h1"}}')
    assert.deepEqual([read.code, read.stdout], [1, ''])
    assert.match(read.stderr, /^\/no\/page does not exist/)
    assert.equal((await run(['status', '--data-dir', folder], {}, old)).code, 1)
  })

  test('a service shuts down cleanly when it is stopped', async () => {
    const served = await startServe(['--data-dir', tempFolder()], {}, old)
    assert.equal((await fetch(`${served.url}/health`)).status, 200)
    assert.equal(await served.stop(), 0)
    assert.match(served.stderr(), /^Stopping: /)
  })

  test('a message says what to do when npm installed no Node', async () => {
    const folder = join(tempFolder(), 'bin')
    cpSync(dirname(program), folder, { recursive: true })
    const oldLaunch = { node: SYSTEM_NODE, program: join(folder, 'winnow.mjs') }
    const { code, stdout, stderr } = await run(['status'], {}, oldLaunch)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      new RegExp(
        `^Winnow needs Node 24\\.6 or later; this is v${major}\\..*\nUpdate Node\\. .*\`npm install\``,
      ),
    )
  })
})

test('a link to the program, as `npm link` creates it, works as a command in any folder', () => {
  const folder = tempFolder()
  symlinkSync(program, join(folder, 'winnow'))
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  const version = execFileSync('winnow', ['--version'], { cwd: folder, env, encoding: 'utf8' })
  assert.match(version, /^\d+\.\d+\.\d+\n$/)
})
