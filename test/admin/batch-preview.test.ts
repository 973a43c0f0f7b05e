import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
let parser: string
before(async () => {
  service = await startTestApp()
  parser = await service.parser({ fields: { title: 'h1' } })
})
after(() => service.stop())

async function preview(items: string, fields: Record<string, string> = { parser_id: parser }) {
  const body = new FormData()
  body.append('items', new Blob([items]), 'items')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { authorization: `Bearer ${service.app.adminToken}` }
  const answer = await fetch(`${service.url}/admin/batches/preview`, { method: 'POST', headers, body })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: answer.status, json: (await answer.json()) as any }
}

const LINES = [
  '{"url": "https://shop.example/a"}',
  '{"url": "https://shop.example/a"}',
  '{"link": 1}',
  'no JSON',
]

describe('the preview of a batch', () => {
  test('separates valid items from rejected ones, names the price, and creates nothing', async () => {
    const { json } = await preview(LINES.join('\n'))
    assert.equal(json.accepted, 2)
    assert.equal(json.credits, 2)
    assert.deepEqual(
      json.rejected.map(({ index }: { index: number }) => index),
      [2, 3],
    )
    assert.deepEqual(json.items[0].input, { url: 'https://shop.example/a' })
    assert.deepEqual((await service.call('/v1/batches')).json.data, [])
    assert.equal((await service.admin('/admin/credits')).json.available, 1_000)
  })

  test('skips duplicate items when `dedupe` is set', async () => {
    const { json } = await preview(LINES.join('\n'), { parser_id: parser, dedupe: 'true' })
    assert.deepEqual([json.accepted, json.skipped, json.credits], [1, 1, 1])
  })

  test('counts all rejected items and lists the first hundred', async () => {
    const { json } = await preview(Array.from({ length: 150 }, () => '{"link": 1}').join('\n'))
    assert.deepEqual([json.accepted, json.rejected_total, json.rejected.length], [0, 150, 100])
  })

  test('refuses a target of another account', async () => {
    await service.keyFor('other')
    assert.equal((await preview(LINES[0]!, { parser_id: parser, account: 'other' })).status, 404)
  })

  const CSV = [
    'Website,ID,note',
    'https://shop.example/a,first,one',
    'http://192.168.0.1/,second,two',
    'shop.example/b,third,three',
    'https://shop.example/d,fourth,four',
  ].join('\n')

  test('maps columns to fields by their names, and leaves the others unmapped', async () => {
    const { status, json } = await preview(CSV)
    assert.equal(status, 200)
    assert.deepEqual(json.columns, [
      {
        name: 'Website',
        field: null,
        examples: ['https://shop.example/a', 'http://192.168.0.1/', 'shop.example/b'],
      },
      { name: 'ID', field: null, examples: ['first', 'second', 'third'] },
      { name: 'note', field: null, examples: ['one', 'two', 'three'] },
    ])
    assert.deepEqual(json.fields, ['url', 'custom_id'])
    const clean = await preview('Link,Custom ID\nhttps://shop.example/a,first')
    assert.deepEqual(
      clean.json.columns.map(({ field }: { field: string }) => field),
      ['url', 'custom_id'],
    )
    assert.deepEqual(clean.json.items, [
      { index: 0, custom_id: 'first', input: { url: 'https://shop.example/a' } },
    ])
  })

  test('reads columns by the given mapping, checks addresses, and groups invalid ones by cause', async () => {
    const { json } = await preview(CSV, {
      parser_id: parser,
      mapping: JSON.stringify({ Website: 'url', ID: 'custom_id', note: null }),
    })
    assert.deepEqual(
      json.items.map(({ custom_id }: { custom_id: string }) => custom_id),
      ['first', 'fourth'],
    )
    assert.deepEqual(json.causes, [
      {
        error: '192.168.0.1 is not a public address.',
        field: 'input.url',
        count: 1,
        first: [1],
      },
      { error: 'The address is not a valid URL.', field: 'input.url', count: 1, first: [2] },
    ])
  })

  test('groups a hundred rows without an address as one cause', async () => {
    const { json } = await preview(`custom_id\n${'x\n'.repeat(100)}`)
    assert.deepEqual(json.causes, [
      { error: '`url` is missing.', field: 'input.url', count: 100, first: [0, 1, 2, 3, 4] },
    ])
  })
})
