import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { fieldsOfLarge, LargeJson, LargePart } from '../../server/base/text/large-json.ts'
import { packResult } from '../../server/store/jobs/files.ts'
import { openStore } from '../../server/store/open-store.ts'
import { newStoredJob } from '../jobs/support/stored-job.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Values whose text has everything that separates values, inside and outside of strings. */
const VALUES: Record<string, unknown>[] = [
  {},
  { a: {} },
  { '': [], 'a"b': '"', c: '\\', 'd:e,': ':,{}[]"\\"' },
  {
    list: [1, { a: [null, true, '\\"]'] }, -1.5e300],
    text: 'příliš 🍵\ud800',
    n: null,
    t: false,
    o: { o: { o: 'x' } },
  },
  JSON.parse('{"__proto__": 1, "1": 2}'),
]

const inPieces = (text: string, size: number) => {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / size)
  return new LargeJson(
    Readable.from(Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size))),
  )
}

describe('a large result', () => {
  test('has the same fields wherever its text is split', async () => {
    for (const value of VALUES)
      for (const size of [1, 2, 3, 5, 7, 1_000]) {
        const text = JSON.stringify(value)
        assert.equal(JSON.stringify(await fieldsOfLarge(inPieces(text, size))), text)
      }
  })

  test('keeps its large lists as text', async () => {
    const list = Array.from({ length: 100_000 }, (_, i) => i)
    const { small, large } = await fieldsOfLarge(
      inPieces(JSON.stringify({ small: [1], large: list }), 65_536),
    )
    assert.deepEqual(small, [1])
    assert.ok(large instanceof LargePart)
    assert.equal(Buffer.concat(large.pieces).toString(), JSON.stringify(list))
  })

  test('is read from the store without being parsed', async () => {
    const store = openStore(tempFolder())
    const { id: account } = await store.accounts.ensure('someone', 0, 1)
    const values = [{ text: 'short' }, { text: 'x'.repeat(10_000) }, { text: 'x'.repeat(600_000) }]
    const jobs = store.jobs.prepareAll(
      account,
      values.map((_, i) => newStoredJob(0, { id: `job_${i}` })),
      0,
    )
    await store.write(() => jobs.open(jobs.write()))
    for (const [i, job] of (await store.jobQueue.claim(account, () => 3, 0, 1_000)).entries())
      await store.jobQueue.endAlone(
        job,
        { state: 'completed', used: 0, result: packResult(values[i]), expires_at: 0, timings: null },
        0,
      )
    const results = await Promise.all(values.map((_, i) => store.jobFiles.result(account, `job_${i}`)))
    assert.deepEqual(results.slice(0, 2), [{ value: values[0] }, { value: values[1] }])
    const large = results[2]!.value
    assert.ok(large instanceof LargeJson)
    assert.equal(
      Buffer.concat(await Readable.from(large.pieces).toArray()).toString(),
      JSON.stringify(values[2]),
    )
    store.close()
  })
})
