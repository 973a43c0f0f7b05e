import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastEngine } from '../../server/html/fast-engine.ts'
import { charactersOf } from '../../server/prebuilt/markup.ts'

test('the visible text of an element with 300,000 children is read', () => {
  const html = fastEngine.parse(`<p>${'<b>a</b>'.repeat(300_000)}`)
  assert.equal(
    charactersOf(html, html.root, () => undefined),
    'a'.repeat(300_000),
  )
})
