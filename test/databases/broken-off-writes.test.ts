import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createImport } from '../../server/databases/import-rows.ts'
import { createRowWriter, type WriteProgress } from '../../server/databases/write-rows.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A writer over a new store, with the progress that its calls have kept. */
async function createScene(write_mode: 'append' | 'replace') {
  const store = openStore(tempFolder())
  const writer = createRowWriter({ store, now: Date.now })
  const column = { name: 'n', path: 'n', type: 'integer' as const, nullable: true }
  const { record, write } = store.databases.create(
    'acc',
    'db_1',
    {
      name: 'Numbers',
      description: '',
      columns: [column],
      rows_path: '',
      primary_key: ['n'],
      write_mode,
      track_history: true,
      on_missing: 'delete',
      from_parser: null,
    },
    Date.now(),
  )
  await store.write(write)
  const kept: WriteProgress[] = []
  const progress = (before: WriteProgress | null = null) => ({
    before,
    keep: (next: WriteProgress) => void kept.push(next),
  })
  return {
    store,
    writer,
    record,
    kept,
    progress,
    count: () => store.databases.read('acc', 'db_1')!.row_count,
  }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ n: from + i }))

describe('a write that is resumed', () => {
  test('skips the rows that are already written, even if they end in the middle of a slice', async () => {
    const { store, writer, record, kept, progress, count } = await createScene('append')
    await writer.writeAll('acc', record, [numbers(0, 3)], progress())
    const slices = [numbers(0, 2), numbers(2, 5), numbers(5, 6)]
    const { added } = await writer.writeAll('acc', record, slices, progress(kept.at(-1)))
    assert.deepEqual([added, count()], [6, 6])
    store.close()
  })

  test('counts the rows that were removed before the interruption, too', async () => {
    const { store, writer, record, kept, progress, count } = await createScene('replace')
    await writer.writeAll('acc', record, [numbers(0, 1_200)])
    const { keep } = progress()
    const breakAfter = (next: WriteProgress) => {
      if (next.written.removed > 500) throw new Error('broken off')
      keep(next)
    }
    const slices = [numbers(0, 10)]
    await assert.rejects(writer.writeAll('acc', record, slices, { before: null, keep: breakAfter }))
    assert.equal(count(), 700)
    const { removed } = await writer.writeAll('acc', record, slices, progress(kept.at(-1)))
    assert.deepEqual([removed, count()], [1_190, 10])
    store.close()
  })

  test('removes nothing when the database is no longer replaced', async () => {
    const { store, writer, record, kept, progress, count } = await createScene('replace')
    await writer.writeAll('acc', record, [numbers(0, 3)])
    async function* brokenOff() {
      yield numbers(0, 1)
      throw new Error('broken off')
    }
    await assert.rejects(writer.writeAll('acc', record, brokenOff(), progress()), /broken off/)
    const { row_count: _, ...upserted } = { ...record, write_mode: 'upsert' as const }
    await store.write(() => store.databases.update('db_1', upserted, Date.now()))
    const database = store.databases.read('acc', 'db_1')!
    const slices = [numbers(0, 1), numbers(3, 4)]
    const { added, removed } = await writer.writeAll('acc', database, slices, progress(kept.at(-1)))
    assert.deepEqual([added, removed, count()], [1, 0, 4])
    store.close()
  })

  test('takes the keys that it has written itself for its own, and refuses all others', async () => {
    const { store, writer, record, kept, progress, count } = await createScene('append')
    const importRows = createImport({ store, writer })
    const fileOf = (rows: object[]) => ({
      bytes: Buffer.from(JSON.stringify(rows)),
      format: 'json' as const,
      mapping: new Map(),
    })
    const importAgain = (rows: object[]) =>
      importRows({
        accountId: 'acc',
        database: record,
        file: fileOf(rows),
        progress: progress(kept.at(-1)),
        signal: new AbortController().signal,
      })
    await writer.writeAll('acc', record, [numbers(0, 3)], progress())
    assert.equal((await importAgain(numbers(0, 5))).added, 5)
    const before = kept.length
    await assert.rejects(importAgain([...numbers(0, 5), { n: 1 }]), { code: 'conflict' })
    assert.deepEqual([kept.length, count()], [before, 5])
    store.close()
  })

  test('writes the rows of one call only once', async () => {
    const { store, writer, kept, progress, count } = await createScene('append')
    const first = await writer.writeInputs('acc', 'db_1', numbers(0, 5), progress())
    const again = await writer.writeInputs('acc', 'db_1', numbers(0, 5), progress(kept.at(-1)))
    assert.deepEqual([again, count()], [first, 5])
    store.close()
  })
})
