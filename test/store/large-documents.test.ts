import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../server/store/open-store.ts'
import type { ParserDocument } from '../../server/store/parsers/parsers.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NOW = Date.parse('2026-03-01T00:00:00.000Z')

/** A parser as large as one may be. */
const largeParser = (name: string): ParserDocument => ({
  name,
  description: '',
  status: 'active',
  schema: { fields: { text: { const: name.padEnd(1_000_000, '.') } } },
  fetch: {
    mode: 'http',
    wait_for: null,
    scroll: null,
    load_more: null,
    load_more_times: 0,
    headers: {},
    timeout_ms: null,
    proxy: null,
    max_age_s: null,
    robots: null,
  },
  match: { url_patterns: [] },
  test_urls: [],
})

test('a large parser is parsed once for all that read it', async () => {
  const store = openStore(tempFolder())
  const { id } = await store.accounts.ensure('one', 0, NOW)
  await store.write(store.parsers.create(id, 'prs_1', largeParser('first'), NOW).write)
  const one = await store.parsers.find(id, 'prs_1')
  const again = await store.parsers.find(id, 'prs_1')
  assert.equal(again!.schema, one!.schema)

  // Five of them are more than is kept.
  for (const name of ['second', 'third', 'fourth', 'fifth'])
    await store.parsers.replace(id, 'prs_1', largeParser(name), NOW)
  const first = await store.parsers.at(id, 'prs_1', 1)
  assert.notEqual(first!.schema, one!.schema)
  assert.deepEqual(first!.schema, one!.schema)
  store.close()
})

test('other work runs between reading a parser and reading its versions', async () => {
  const store = openStore(tempFolder())
  const { id } = await store.accounts.ensure('one', 0, NOW)
  await store.write(store.parsers.create(id, 'prs_1', largeParser('first'), NOW).write)
  let isTurnOver = false
  setImmediate(() => {
    isTurnOver = true
  })
  await store.parsers.find(id, 'prs_1')
  assert.equal(isTurnOver, false)
  assert.equal((await store.parsers.versions('prs_1', { limit: 1 })).data.length, 1)
  assert.equal(isTurnOver, true)
  store.close()
})
