import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ensureRenderer } from '../../build/renderer.mjs'
import { MAX_FIRST_LOAD_KB, measureApp } from '../support/app-chunks.ts'

test('the code that the Overview needs to load stays within its limit', async () => {
  await ensureRenderer()
  const { firstKb } = measureApp(fileURLToPath(new URL('../../dist/app', import.meta.url)))
  assert.ok(
    firstKb <= MAX_FIRST_LOAD_KB,
    `It is ${firstKb.toFixed(1)} kB, of ${MAX_FIRST_LOAD_KB} kB at most.`,
  )
})
