import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tempFolder } from '../support/temp-folder.ts'

const COMMAND = fileURLToPath(new URL('../../build/test.mjs', import.meta.url))

/** Runs `npm test` as in a shell, without the variable that marks it as part of this test run. */
function runTests(name: string) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, [COMMAND, name], { env, encoding: 'utf8' })
  return { status, stdout }
}

test('`npm test` with a folder runs the tests below it, and fails for a folder without tests', () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'inner'))
  const passes = "import { test } from 'node:test'\ntest('a kettle whistles', () => undefined)\n"
  writeFileSync(join(folder, 'inner/kettle.test.ts'), passes)
  const { status, stdout } = runTests(folder)
  assert.equal(status, 0, stdout)
  assert.match(stdout, /a kettle whistles/)

  mkdirSync(join(folder, 'empty'))
  assert.notEqual(runTests(join(folder, 'empty')).status, 0)
})
