import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settingsTables } from './support/settings-table.ts'

const guide = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')

test('docs/settings.md has the tables made from the list of settings', () => {
  const tables = guide.slice(guide.indexOf('## '))
  assert.equal(tables, settingsTables(), `End docs/settings.md with:\n\n${settingsTables()}`)
})
