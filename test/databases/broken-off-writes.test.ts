import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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

  test('writes the rows of one call only once', async () => {
    const { store, writer, kept, progress, count } = await createScene('append')
    const first = await writer.writeInputs('acc', 'db_1', numbers(0, 5), progress())
    const again = await writer.writeInputs('acc', 'db_1', numbers(0, 5), progress(kept.at(-1)))
    assert.deepEqual([again, count()], [first, 5])
    store.close()
  })
})
