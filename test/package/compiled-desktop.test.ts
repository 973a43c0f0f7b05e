import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { desktop } from '../electron/support/desktop.ts'
import { endDesktop, startMain } from '../electron/support/start-desktop.ts'
import { compiledFolder } from '../support/compiled.ts'

const folder = compiledFolder()
after(endDesktop)

test('the compiled desktop app shows the app, signed in, and its bridge works', async () => {
  const loaded = desktop.nextPage()
  await startMain(pathToFileURL(join(folder, 'electron', 'main.js')).href)
  const page = await loaded
  assert.match(page.url(), /^http:\/\/127\.0\.0\.1:\d+\/app\/$/)
  assert.equal(await page.evaluate("fetch('/admin/sign-in').then(answer => answer.status)"), 200)
  assert.deepEqual(await page.evaluate("winnow['updates:check']()"), { state: 'off' })
  assert.ok(desktop.images.every(file => file.startsWith(folder)))
})
