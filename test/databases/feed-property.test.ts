import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { randomFrom, rounds, SEED } from '../support/seeds.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, type TestDatabase } from './support/database.ts'

const WRITES = rounds(25)

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

interface Change {
  kind: 'added' | 'changed' | 'removed' | 'returned'
  row_id: string
  fields: Record<string, { from: unknown; to: unknown }>
  data: Record<string, unknown>
}

type RowsById = Map<string, Record<string, unknown>>

/** The rows by id: those that are present, or those that are marked as removed. */
async function stateOf(database: TestDatabase, removed: string): Promise<RowsById> {
  const state: RowsById = new Map()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `/rows?limit=1000&removed=${removed}${cursor && `&cursor=${cursor}`}`
    const { data, next_cursor } = (await database.call(query)).json
    for (const row of data) state.set(row.id, row.data)
    cursor = next_cursor
  }
  return state
}

/** Applies a feed to an earlier state. Each change must be possible in the state before it. */
function replay(present: RowsById, removedRows: RowsById, changes: Change[]): void {
  for (const { kind, row_id, fields, data } of changes) {
    const before = kind === 'returned' ? removedRows.get(row_id) : present.get(row_id)
    if (kind === 'added') assert.ok(!before && !removedRows.has(row_id), 'an added row was not there')
    else assert.ok(before, `a ${kind} row was there`)
    if (kind === 'changed' || kind === 'returned') {
      const differing = Object.keys(data).filter(
        name => JSON.stringify(before![name]) !== JSON.stringify(data[name]),
      )
      assert.deepEqual(Object.keys(fields).sort(), differing.sort(), 'the fields are the difference')
      for (const name of differing) assert.deepEqual(fields[name], { from: before![name], to: data[name] })
    }
    if (kind === 'removed') assert.deepEqual(data, before)
    present.delete(row_id)
    removedRows.delete(row_id)
    ;(kind === 'removed' ? removedRows : present).set(row_id, data)
  }
}

const MODES = [
  { write_mode: 'append', primary_key: [] },
  { write_mode: 'append', primary_key: ['sku'] },
  { write_mode: 'upsert', primary_key: ['sku'] },
  { write_mode: 'replace', primary_key: ['sku'], on_missing: 'delete' },
  { write_mode: 'replace', primary_key: ['sku'], on_missing: 'mark_removed' },
]

describe(`replaying the feed of changes leads from one state of the rows to the next (WINNOW_SEED=${SEED})`, () => {
  for (const [i, mode] of MODES.entries())
    test(JSON.stringify(mode), async () => {
      const chance = randomFrom(SEED + i)
      const random = (limit: number) => Math.floor(chance() * limit)
      const database = await makeDatabase(service, mode)
      const [present, removedRows]: [RowsById, RowsById] = [new Map(), new Map()]
      let cursor = ''
      for (let i = 0; i < WRITES; i++) {
        if (random(5) === 0 && present.size) {
          const id = [...present.keys()][random(present.size)]!
          assert.equal((await database.call(`/rows/${id}`, { method: 'DELETE' })).status, 204)
        }
        const rows = Array.from({ length: 1 + random(12) }, () => ({
          sku: `s${random(mode.write_mode === 'append' ? 200 : 15)}`,
          price: random(3) ? random(4) : null,
          tags: random(2) ? [random(2), { deep: random(2) }] : null,
        }))
        const answer = await database.post(rows)
        assert.ok([200, 409].includes(answer.status), answer.text)
        const page = (await database.call(`/changes?limit=100&cursor=${cursor}`.replace(/&cursor=$/, '')))
          .json
        assert.equal(page.has_more, false)
        cursor = page.next_cursor
        replay(present, removedRows, page.data)
        const now = await stateOf(database, 'without')
        assert.deepEqual(new Map([...present].sort()), new Map([...now].sort()))
        const marked = await stateOf(database, 'only')
        for (const [id, data] of marked) assert.deepEqual(removedRows.get(id), data)
        if (mode.on_missing !== 'mark_removed') assert.equal(marked.size, 0)
        assert.equal((await service.call(database.path)).json.row_count, now.size)
        if (answer.status === 200) checkCounts(answer.json, page.data)
      }
    })
})

/** The counts of a write equal its changes. A row that is deleted by hand in between is not counted. */
function checkCounts(counts: Record<string, number>, changes: Change[]): void {
  for (const kind of ['added', 'changed', 'returned'] as const)
    assert.equal(counts[kind], changes.filter(change => change.kind === kind).length, kind)
}
