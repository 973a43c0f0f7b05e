import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

let service: TestApp
before(async () => {
  service = await startTestApp()
  const make = (name: string) => service.parser({ fields: { title: 'h1' } }, { name })
  for (const name of NAMES) await make(name)
})
after(() => service.stop())

interface ParserList {
  data: { id: string; name: string; created_at: string }[]
  has_more: boolean
  next_cursor: string | null
}

const list = async (query = ''): Promise<ParserList> => {
  const answer = await service.call(`/v1/parsers${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

/** The names on each page of the list. */
async function pages(limit: number): Promise<string[][]> {
  const found: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: ParserList = await list(`?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    found.push(page.data.map(({ name }) => name))
    assert.equal(page.has_more, page.next_cursor !== null)
    cursor = page.next_cursor
  }
  return found
}

describe('the list of parsers', () => {
  test('has the newest first, on one page when they fit', async () => {
    const page = await list()
    assert.deepEqual(
      page.data.map(({ name }) => name),
      [...NAMES].reverse(),
    )
    assert.deepEqual([page.has_more, page.next_cursor], [false, null])
  })

  test('shows each parser as it is read alone', async () => {
    const [first] = (await list('?limit=1')).data
    assert.deepEqual((await service.call(`/v1/parsers/${first!.id}`)).json, first)
  })

  for (const [limit, sizes] of [
    [1, [1, 1, 1, 1, 1, 1, 1]],
    [3, [3, 3, 1]],
    [7, [7]],
    [100, [7]],
  ] as const) {
    test(`in pages of ${limit} has every parser exactly once`, async () => {
      const found = await pages(limit)
      assert.deepEqual(
        found.map(page => page.length),
        sizes,
      )
      assert.deepEqual(found.flat(), [...NAMES].reverse())
    })
  }

  test('goes on at the same place when a parser is created between two pages', async () => {
    const first = await list('?limit=2')
    const id = await service.parser({ fields: { title: 'h1' } }, { name: 'new' })
    const second = await list(`?limit=2&cursor=${first.next_cursor}`)
    await service.call(`/v1/parsers/${id}`, { method: 'DELETE' })
    assert.deepEqual(
      second.data.map(({ name }) => name),
      ['e', 'd'],
    )
  })

  test('keeps its place when the last row of a page is deleted', async () => {
    const id = await service.parser({ fields: { title: 'h1' } }, { name: 'new' })
    const first = await list('?limit=1')
    await service.call(`/v1/parsers/${id}`, { method: 'DELETE' })
    const second = await list(`?limit=1&cursor=${first.next_cursor}`)
    assert.deepEqual(
      second.data.map(({ name }) => name),
      ['g'],
    )
  })

  test('is empty for an account without parsers', async () => {
    const headers = { 'x-api-key': await service.keyFor('empty') }
    const { json } = await service.call('/v1/parsers', { headers })
    assert.deepEqual(json, { data: [], has_more: false, next_cursor: null })
  })

  for (const [query, field] of [
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=-1', 'limit'],
    ['?limit=2.5', 'limit'],
    ['?limit=many', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?cursor=', 'cursor'],
    ['?cursor=nonsense', 'cursor'],
    [`?cursor=${'x'.repeat(300)}`, 'cursor'],
    [`?cursor=${Buffer.from("1 ' OR 1=1").toString('base64url')}`, 'cursor'],
    ['?page=2', 'page'],
  ]) {
    test(`refuses the query ${query!.slice(0, 40)}`, async () => {
      const answer = await service.call(`/v1/parsers${query}`)
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
      assert.ok(answer.json.hint)
    })
  }
})
