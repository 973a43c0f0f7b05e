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

test('an id column is proposed as key before a URL, and a URL before a title', () => {
  const columns = ['title', 'Link', 'sku'].map(name => column(name))
  assert.deepEqual(proposeKey(columns), ['sku'])
  assert.deepEqual(proposeKey(columns.slice(0, 2)), ['Link'])
  assert.deepEqual(proposeKey(columns.slice(0, 1)), ['title'])
})

test('a column with duplicate or empty values is not proposed as key', () => {
  const rows = [
    { sku: null, title: 'Kettle', code: 'a' },
    { sku: 'k', title: 'Kettle', code: 'b' },
  ]
  const columns = ['title', 'sku', 'code'].map(name => column(name))
  assert.deepEqual(proposeKey(columns, rows), ['code'])
  assert.deepEqual(proposeKey(columns.slice(0, 2), rows), [])
})

test('prices, JSON and booleans are not proposed as key', () => {
  const columns = [column('id', 'json'), column('price', 'number'), column('url', 'boolean')]
  assert.deepEqual(proposeKey(columns), [])
  assert.deepEqual(proposeKey([column('stars')], [{ stars: 'five' }]), [], 'one row says nothing')
})
