import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findBrowser } from '../../../server/pages/browser/find-browser.ts'
import { tempFolder } from '../../support/temp-folder.ts'

function program(...parts: string[]): string {
  const path = join(...parts)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  return path
}

test('with a path in the settings, no other browser is used', () => {
  const folder = tempFolder()
  const path = program(folder, 'own-browser')
  program(folder, 'chromium')
  const machine = { platform: 'linux', env: { PATH: folder } } as const
  assert.deepEqual(findBrowser(path, machine), { path, name: 'set' })
  assert.equal(findBrowser(join(folder, 'missing'), machine), null)
})

test('a browser in PATH is found by its usual names, Edge before Chromium', t => {
  const folder = tempFolder()
  const machine = { platform: 'linux', env: { PATH: folder } } as const
  const elsewhere = findBrowser(null, { platform: 'linux', env: { PATH: '' } })
  if (elsewhere) return t.skip(`${elsewhere.path} is installed and comes first`)
  assert.equal(findBrowser(null, machine), null)
  const chromium = program(folder, 'chromium')
  assert.deepEqual(findBrowser(null, machine), { path: chromium, name: 'Chromium' })
  const edge = program(folder, 'microsoft-edge')
  assert.deepEqual(findBrowser(null, machine), { path: edge, name: 'Edge' })
})

test('on Windows, a browser is found at its usual place in the program folders', () => {
  const folder = tempFolder()
  const path = program(folder, 'Google\\Chrome\\Application\\chrome.exe')
  const machine = { platform: 'win32', env: { LOCALAPPDATA: folder } } as const
  assert.deepEqual(findBrowser(null, machine), { path, name: 'Chrome' })
})
