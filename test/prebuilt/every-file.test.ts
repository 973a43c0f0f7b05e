import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const folder = resolve(import.meta.dirname, '../../server/prebuilt')

/** Coverage counts only loaded files, so a file that no test loads would raise it by being absent. */
test('every file of the prebuilt APIs can be loaded by itself, so that coverage counts it', async () => {
  const files = globSync('**/*.ts', { cwd: folder })
  const loaded = await Promise.all(files.map(file => import(pathToFileURL(resolve(folder, file)).href)))
  assert.ok(loaded.length > 100)
})
