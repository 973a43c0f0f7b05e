import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { newId } from '../../server/base/ids.ts'
import { DAY, HOUR, iso, MINUTE } from '../../server/base/times.ts'
import type { Call } from '../../server/store/accounts/calls.ts'
import type { LedgerEntry, LedgerQuery } from '../../server/store/accounts/ledger.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { openStore, type Store } from '../../server/store/open-store.ts'
import type { Page, PageQuery } from '../../server/store/page-of.ts'
import { randomFrom, SEED } from '../support/seeds.ts'
import { tempFolder } from '../support/temp-folder.ts'

const START = Date.parse('2026-03-01T00:00:00.000Z')
const ACCOUNTS = ['acc_one', 'acc_two', 'acc_none']
const CALLS = 4_000
/** The operation that is left out when the app calls it by itself. */
const LEFT_OUT = 'parse'

/** Creates the calls of ten days, some of them made by jobs, with grants in between. */
function createHistory(store: Store, random: () => number) {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  let at = START
  return async (count: number) => {
    const ends = Array.from({ length: count }, () => {
      at += Math.floor(random() * 2 * ((10 * DAY) / CALLS))
      const startedAt = at - Math.floor(random() * 2 * MINUTE)
      const status = pick([200, 200, 200, 201, 404, 502])
      const accountId = pick(ACCOUNTS.slice(0, 2))
      return store.calls.finish({
        accountId,
        job: random() < 0.2 ? { id: newId('job', startedAt), end: () => random() < 0.9 } : undefined,
        call: {
          id: newId('req', startedAt),
          operation: pick(['parse', 'scrape-url', 'null']),
          key_id: `${accountId}_${pick(['a', 'b', 'c'])}`,
          source: pick(['api', 'app'] as const),
          status,
          error: status < 300 ? null : 'blocked',
          credits: status < 300 ? pick([0, 1, 5]) : 0,
          sources: [],
          ms: at - startedAt,
          parser_id: null,
          created_at: startedAt,
        },
      })
    })
    await Promise.all(ends)
    await store.ledger.add(pick(ACCOUNTS), pick([100, -3]), `owner: ${iso(at)} Req_${newId('req', at)}`, at)
    return at
  }
}

/** The same totals, calculated directly from the rows. */
function computeSums(db: Database.Database) {
  const selectAll = (sql: string, ...params: unknown[]) =>
    db
      .prepare(sql)
      .all(...params)
      .map(row => ({ ...(row as object) }))
  const sums = 'count(*) AS calls, sum(status >= 400) AS failed, sum(credits) AS credits'
  const isLeftOut = `source = 'app' AND operation = '${LEFT_OUT}'`
  return {
    usage: (account: string, since: number, span: number) =>
      selectAll(
        `SELECT created_at - created_at % ${span} AS at, operation, ${sums}, sum(ms) AS ms FROM calls
         WHERE account_id = ? AND created_at >= ? AND NOT (${isLeftOut}) GROUP BY 1, 2 ORDER BY 1, 2`,
        account,
        since,
      ).map(row => ({ ...row, at: iso((row as unknown as { at: number }).at) })),
    keys: (account: string, since: number) =>
      selectAll(
        `SELECT key_id, ${sums} FROM calls WHERE account_id = ? AND created_at >= ? GROUP BY 1 ORDER BY 1`,
        account,
        since,
      ),
    lastUse: (key: string) =>
      db.prepare('SELECT max(created_at) FROM calls WHERE key_id = ?').pluck().get(key) as number | null,
    balance: (account: string) =>
      db.prepare('SELECT coalesce(sum(delta), 0) FROM ledger WHERE account_id = ?').pluck().get(account),
    spent: (key: string, since: number) =>
      db
        .prepare(
          "SELECT coalesce(-sum(delta), 0) FROM ledger WHERE key_id = ? AND kind = 'capture' AND created_at >= ?",
        )
        .pluck()
        .get(key, since),
    failed: (account: string) =>
      db
        .prepare('SELECT id FROM calls WHERE account_id = ? AND status >= 400 ORDER BY seq DESC')
        .pluck()
        .all(account),
    causes: (account: string) =>
      selectAll(
        `SELECT calls, id FROM calls JOIN (
           SELECT max(seq) AS newest, count(*) AS calls FROM calls
           WHERE account_id = ? AND status >= 400 AND NOT (${isLeftOut}) GROUP BY operation, status, error
         ) ON seq = newest ORDER BY seq DESC`,
        account,
      ),
    calls: (account: string) =>
      db.prepare('SELECT id FROM calls WHERE account_id = ? ORDER BY seq DESC').pluck().all(account),
    ledger: (account: string, { kind = null, q = null }: { kind?: string | null; q?: string | null }) =>
      db
        .prepare(
          `SELECT seq FROM ledger WHERE account_id = @account AND (@kind IS NULL OR kind = @kind)
             AND (@q IS NULL OR instr(subject, @q)) ORDER BY seq DESC`,
        )
        .pluck()
        .all({ account, kind, q }),
    subjects: (account: string) =>
      db.prepare('SELECT subject FROM ledger WHERE account_id = ?').pluck().all(account) as string[],
  }
}

async function everyPage<T>(page: (query: PageQuery) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  for (let cursor: string | undefined; ; ) {
    const { data, next_cursor } = await page({ limit: 700, cursor })
    found.push(...data)
    if (next_cursor === null) return found
    cursor = next_cursor
  }
}

/** Questions to a closed store, with the answers that its rows give. */
function questionsTo(folder: string, random: () => number) {
  const db = new Database(databaseFile(folder), { readonly: true })
  const plain = computeSums(db)
  const questions = ACCOUNTS.map(account => ({
    account,
    usage: (['hour', 'day'] as const).map(span => {
      const length = { hour: HOUR, day: DAY }[span]
      const since = START + Math.floor((random() * 10 * DAY) / length) * length
      return { span, since, expected: plain.usage(account, since, length) }
    }),
    keys: plain.keys(account, START + 3 * DAY),
    lastUse: ['a', 'b', 'c'].map(key => plain.lastUse(`${account}_${key}`)),
    balance: plain.balance(account),
    spent: plain.spent(`${account}_a`, START + 4 * DAY),
    calls: plain.calls(account),
    failed: plain.failed(account),
    causes: plain.causes(account),
    ledger: searchTermsOf(plain.subjects(account), random).flatMap(q =>
      ([undefined, 'grant', 'capture', 'adjust'] as const).map(kind => ({
        query: { kind, q } satisfies Omit<LedgerQuery, 'limit'>,
        expected: plain.ledger(account, { kind: kind ?? null, q: q ?? null }),
      })),
    ),
  }))
  db.close()
  return questions
}

/** Whole subjects, parts of subjects, and texts that no subject contains. */
function searchTermsOf(subjects: string[], random: () => number): (string | undefined)[] {
  const parts = Array.from({ length: subjects.length && 12 }, () => {
    const subject = subjects[Math.floor(random() * subjects.length)]!
    const from = Math.floor(random() * subject.length)
    return random() < 0.4 ? subject : subject.slice(from, from + 1 + Math.floor(random() * 20))
  })
  return [
    undefined,
    'owner: ',
    'req_',
    'R',
    '_',
    'job_0',
    newId('req', START + DAY),
    'none of them',
    ...parts,
  ]
}

test(`totals and lists equal what all calls and ledger lines add up to (WINNOW_SEED=${SEED})`, async () => {
  const random = randomFrom(SEED)
  const folder = tempFolder()
  let store = openStore(folder)
  const names = new Map<string, string>()
  for (const account of ACCOUNTS) names.set(account, (await store.accounts.ensure(account, 50, START)).id)
  store.close()
  // The history chooses its own account ids: only keys refer to accounts.
  const setUp = new Database(databaseFile(folder))
  for (const account of ACCOUNTS) {
    setUp.prepare('UPDATE accounts SET id = ? WHERE name = ?').run(account, account)
    setUp.prepare('UPDATE ledger SET account_id = ? WHERE account_id = ?').run(account, names.get(account))
  }
  setUp.close()
  store = openStore(folder)
  for (const account of ACCOUNTS)
    for (const key of ['a', 'b', 'c'])
      await store.keys.create({
        id: `${account}_${key}`, account_id: account, name: key, hash: `${account}${key}`, prefix: '', last4: '', scopes: ['read'],
        monthly_cap: null, expires_at: null, origin: null, created_at: START,
      }) // biome-ignore format: one row

  const end = createHistory(store, random)
  for (let done = 0, step = 0; done < CALLS; step++) {
    const count = Math.min(CALLS - done, 1 + Math.floor(random() * 120))
    const at = await end(count)
    done += count
    if (step % 20 === 7) await store.calls.expire(at - Math.floor(random() * 6 * DAY))
    if (step % 20 === 19) await store.sums.catchUp()
  }
  store.close()

  const questions = questionsTo(folder, random)
  store = openStore(folder)
  for (const one of questions) {
    const { account } = one
    for (const { span, since, expected } of one.usage)
      assert.deepEqual(await store.usage.list(account, { since, span, leftOut: [LEFT_OUT] }), expected)
    assert.deepEqual(await store.usage.ofKeys(account, START + 3 * DAY), one.keys)
    assert.deepEqual(
      (await store.keys.list(account)).map(({ last_used_at }) => last_used_at),
      one.lastUse.map(at => at && iso(at)),
    )
    assert.equal(await store.ledger.balance(account), one.balance)
    assert.equal(await store.ledger.spentByKey(account, `${account}_a`, START + 4 * DAY), one.spent)
    const ids = (calls: Call[]) => calls.map(({ id }) => id)
    const causes = await store.calls.failureCauses(account, { since: 0, limit: 100, leftOut: [LEFT_OUT] })
    assert.deepEqual(
      causes.map(({ calls, last }) => ({ calls, id: last.id })),
      one.causes,
    )
    assert.deepEqual(ids(await everyPage(page => store.calls.list(account, page))), one.calls)
    assert.deepEqual(
      ids(await everyPage(page => store.calls.list(account, { ...page, failed: true }))),
      one.failed,
    )
    for (const { query, expected } of one.ledger) {
      const lines: LedgerEntry[] = await everyPage(page => store.ledger.list(account, { ...query, ...page }))
      assert.deepEqual(
        lines.map(({ seq }) => seq),
        expected,
        JSON.stringify(query),
      )
    }
  }
  store.close()
})

const ALL_TIME = { since: 0, span: 'day', leftOut: [] } as const

test('totals stay correct for new calls after all earlier calls were removed', async () => {
  const store = openStore(tempFolder())
  const { id } = await store.accounts.ensure('one', 0, START)
  const end = createHistory(
    { ...store, calls: { ...store.calls, finish: one => store.calls.finish({ ...one, accountId: id }) } },
    randomFrom(1),
  )
  await end(1_500)
  await store.sums.catchUp()
  await store.calls.expire(START + 100 * DAY)
  assert.deepEqual(await store.usage.list(id, ALL_TIME), [])
  assert.deepEqual(await store.usage.ofKeys(id, 0), [])
  await end(10)
  await store.sums.catchUp()
  const callCount = (await store.usage.list(id, ALL_TIME)).reduce((sum, { calls }) => sum + calls, 0)
  assert.equal(callCount, 10)
  store.close()
})
