import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeKey } from '../../server/databases/propose-key.ts'
import type { Column } from '../../server/store/databases/databases.ts'

const column = (name: string, type: Column['type'] = 'string'): Column => ({
  name,
  path: name,
  type,
  nullable: true,
})

test('an id is proposed before an address, and an address before a title', () => {
  const columns = ['title', 'Link', 'sku'].map(name => column(name))
  assert.deepEqual(proposeKey(columns), ['sku'])
  assert.deepEqual(proposeKey(columns.slice(0, 2)), ['Link'])
  assert.deepEqual(proposeKey(columns.slice(0, 1)), ['title'])
})

test('a column that holds a value twice, or none, is no key', () => {
  const rows = [
    { sku: null, title: 'Kettle', code: 'a' },
    { sku: 'k', title: 'Kettle', code: 'b' },
  ]
  const columns = ['title', 'sku', 'code'].map(name => column(name))
  assert.deepEqual(proposeKey(columns, rows), ['code'])
  assert.deepEqual(proposeKey(columns.slice(0, 2), rows), [])
})

test('amounts, JSON and what is true or false are no keys', () => {
  const columns = [column('id', 'json'), column('price', 'number'), column('url', 'boolean')]
  assert.deepEqual(proposeKey(columns), [])
  assert.deepEqual(proposeKey([column('stars')], [{ stars: 'five' }]), [], 'one row says nothing')
})
