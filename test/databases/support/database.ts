import assert from 'node:assert/strict'
import type { Answer, RequestOptions, TestApp } from '../../support/start-app.ts'

/** One column of each type. */
export const COLUMNS = [
  { name: 'sku', type: 'string', nullable: false },
  { name: 'title', type: 'string' },
  { name: 'price', type: 'number' },
  { name: 'stock', type: 'integer' },
  { name: 'sold', type: 'boolean' },
  { name: 'tags', type: 'json' },
]

/** A database of the service under test. */
export interface TestDatabase {
  id: string
  path: string
  call(path: string, sent?: RequestOptions): Promise<Answer>
  /** Writes rows and returns the counts. Fails the test when the rows are refused. */
  write(...rows: Record<string, unknown>[]): Promise<Record<string, number>>
  /** Sends rows and returns the answer, whatever it is. */
  post(rows: unknown): Promise<Answer>
  /** The values of the rows that match a query, one page. */
  rows(query?: string): Promise<Record<string, unknown>[]>
  /** The values of one column. */
  column(name: string, query?: string): Promise<unknown[]>
}

export async function makeDatabase(
  service: TestApp,
  fields: Record<string, unknown> = {},
): Promise<TestDatabase> {
  const created = await service.call('/v1/databases', { json: { name: 'Shop', columns: COLUMNS, ...fields } })
  assert.equal(created.status, 201, created.text)
  const path = `/v1/databases/${created.json.id}`
  const call: TestDatabase['call'] = (more, sent) => service.call(path + more, sent)
  const post = (rows: unknown) => call('/rows', { json: { rows } })
  const rows: TestDatabase['rows'] = async (query = '') => {
    const answer = await call(`/rows?limit=1000&${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data.map(({ data }: { data: object }) => data)
  }
  return {
    id: created.json.id,
    path,
    call,
    post,
    rows,
    async write(...list) {
      const answer = await post(list)
      assert.equal(answer.status, 200, answer.text)
      const { cursor: _, ...counts } = answer.json
      return counts
    },
    column: async (name, query) => (await rows(query)).map(row => row[name]),
  }
}

/** Imports a file into a database. Returns the answer, whatever it is. */
export function upload(
  database: TestDatabase,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
) {
  const body = new FormData()
  body.append('file', new Blob([content as string]), 'rows')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return database.call('/import', { body })
}
