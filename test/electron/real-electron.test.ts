import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { _electron } from 'playwright-core'

const root = fileURLToPath(new URL('../../', import.meta.url))
const home = dirname(createRequire(import.meta.url).resolve('electron/package.json'))

function skip(): string | false {
  if (!existsSync(join(home, 'path.txt'))) return 'the binary of Electron is not here: npx install-electron'
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display'
  if (process.getuid?.() === 0) return 'Electron keeps no sandbox for the user root'
  return false
}

test('the real Electron shows the app signed in, with the bridge and without access to Node', {
  skip: skip(),
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-electron-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const { compile } = await import(`${root}build/compile.mjs`)
  // Compiled into the repository, since packages that are not bundled are resolved from there.
  const dist = join(root, 'dist')
  await compile(dist)
  const args = [
    dist,
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
    `--user-data-dir=${join(folder, 'user')}`,
  ]
  const app = await _electron.launch({ executablePath: createRequire(import.meta.url)('electron'), args })
  const page = await app.firstWindow()
  await page.waitForURL(/\/app\/$/)
  assert.equal(await page.evaluate("fetch('/admin/sign-in').then(answer => answer.status)"), 200)
  assert.equal(
    await page.evaluate('typeof require + typeof process + typeof winnow.about'),
    'undefinedundefinedfunction',
  )
  await app.evaluate(({ app: shell }) => shell.quit()).catch(() => undefined)
})
