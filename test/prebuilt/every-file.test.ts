import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const folder = resolve(import.meta.dirname, '../../server/prebuilt')

/** Coverage counts only what was loaded: a file that no test knows of would raise it by not being there. */
test('every file of the prebuilt APIs can be loaded by itself, and counts in the coverage', async () => {
  const files = globSync('**/*.ts', { cwd: folder })
  const loaded = await Promise.all(files.map(file => import(pathToFileURL(resolve(folder, file)).href)))
  assert.ok(loaded.length > 100)
})
