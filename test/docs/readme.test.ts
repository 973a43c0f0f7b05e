import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settingsTable } from '../support/settings-table.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the README shows the settings as the one list has them', () => {
  assert.ok(readme.includes(settingsTable()), `Put this table into README.md:\n\n${settingsTable()}\n`)
})
