import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

const APIS = ['site-profile', 'site-posts']

/** A store with these calls, one second apart. The first word of each is its operation, the second its outcome. */
async function storeOf(t: { after(end: () => void): void }, calls: string[]) {
  const store = openStore(tempFolder())
  t.after(store.close)
  for (const [i, call] of calls.entries()) {
    const [operation, outcome] = call.split(' ') as [string, string]
    const went = outcome === 'ok'
    const rest = { key_id: 'key_1', source: 'api', credits: 0, ms: 1, parser_id: null } as const
    await store.calls.finish({
      accountId: 'acc_1',
      call: {
        ...rest,
        id: `req_${i}`,
        operation,
        status: went ? 200 : 502,
        error: went ? null : outcome,
        sources: went ? ['page'] : [],
        created_at: i * 1000,
      },
    })
  }
  return store
}

const at = (second: number) => new Date(second * 1000).toISOString()

const cases: [calls: string[], success: number | null, blocked: number | null][] = [
  [[], null, null],
  [['site-profile ok'], 0, null],
  [['site-profile ok', 'site-posts ok'], 1, null],
  [['site-profile blocked', 'site-profile blocked'], null, 0],
  [['site-profile ok', 'site-posts timeout'], 0, null],
  [['site-posts blocked', 'site-profile ok', 'site-posts blocked', 'site-profile blocked'], 1, 2],
  [['site-profile blocked', 'site-posts ok'], 1, null],
  [['other-profile ok', 'other-profile blocked'], null, null],
] // biome-ignore format: a table

for (const [calls, success, blocked] of cases)
  test(`after ${calls.join(', ') || 'no calls'}: last success at ${success}, blocked since ${blocked}`, async t => {
    const store = await storeOf(t, calls)
    assert.deepEqual(await store.platformCalls.of(APIS), {
      last_success_at: success === null ? null : at(success),
      blocked_since: blocked === null ? null : at(blocked),
    })
  })
