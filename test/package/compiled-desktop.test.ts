import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { desk } from '../electron/support/desk.ts'
import { endDesktop, startMain } from '../electron/support/start-desktop.ts'

const folder = mkdtempSync(join(tmpdir(), 'winnow-compiled-'))
const script = fileURLToPath(new URL('../../build/package.mjs', import.meta.url))

before(() => {
  execFileSync(process.execPath, [script, '--compile', join(folder, 'dist')])
})
after(async () => {
  await endDesktop()
  rmSync(folder, { recursive: true, force: true })
})

test('the compiled desktop app shows the app, signed in, with its compiled bridge', async () => {
  const loaded = desk.nextPage()
  await startMain(pathToFileURL(join(folder, 'dist', 'electron', 'main.js')).href)
  const page = await loaded
  assert.match(page.url(), /^http:\/\/127\.0\.0\.1:\d+\/app\/$/)
  assert.equal(await page.evaluate("fetch('/admin/session').then(answer => answer.status)"), 200)
  assert.deepEqual(await page.evaluate("winnow['updates:check']()"), { state: 'off' })
  assert.ok(desk.images.every(file => file.startsWith(folder)))
})
