import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ensureRenderer } from '../../build/renderer.mjs'
import { MOST_FIRST_KB, weighApp } from '../support/app-chunks.ts'

test('the code that the Overview needs to load stays within its limit', async () => {
  await ensureRenderer()
  const { firstKb } = weighApp(fileURLToPath(new URL('../../dist/app', import.meta.url)))
  assert.ok(firstKb <= MOST_FIRST_KB, `It is ${firstKb.toFixed(1)} kB, of ${MOST_FIRST_KB} kB at most.`)
})
