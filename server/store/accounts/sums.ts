import { DAY, HOUR } from '../../base/times.ts'
import type { Engine } from '../engine.ts'

interface LedgerGroup {
  account_id: string
  key_id: string | null
  day: number
  delta: number
  spent: number
}

/** The sum of calls of an account in the same hour that are alike in all other columns that the sums distinguish. */
interface CallGroup {
  account_id: string
  hour: number
  operation: string
  source: string
  key_id: string
  calls: number
  failed: number
  credits: number
  ms: number
  last_used_at: number
}

/** Calls that end before the next ones are added to the sums; at most that many are read beside the sums. */
const CALLS_PER_SUM = 1_000
/** Rows that one transaction adds up: while other work runs, and at a start. */
const SLICE = 5_000
const LARGE_SLICE = 50_000

/** The tables of sums over calls. */
const TABLES = [
  { table: 'usage_hours', span: HOUR, by: ['operation', 'source'] },
  { table: 'usage_days', span: DAY, by: ['operation', 'source'] },
  { table: 'key_days', span: DAY, by: ['key_id'], hasLastUse: true },
]

/**
 * Sums over calls and the ledger. Rows are added to them by the thousand, which costs the end of a call less than updating
 * a row of sums. Call all functions except `catchUp` inside a transaction.
 */
export function createSums(engine: Engine) {
  const mark = engine.prepare<{ seq: number }>('SELECT seq FROM summed WHERE source = ?')
  const setMark = engine.prepare('UPDATE summed SET seq = ? WHERE source = ?')
  const ledgerGroups = engine.prepare<LedgerGroup>(`
    SELECT account_id, key_id, created_at - created_at % ${DAY} AS day, sum(delta) AS delta,
      sum(iif(kind = 'capture', -delta, 0)) AS spent
    FROM ledger WHERE seq > ? AND seq <= ? GROUP BY 1, 2, 3
  `)
  const lastOf = (table: string) =>
    engine.prepare<{ seq: number }>(`SELECT coalesce(max(seq), 0) AS seq FROM ${table}`)
  const last = { calls: lastOf('calls'), ledger: lastOf('ledger') }

  // Read once for all tables: reading the calls takes longer than updating the sums.
  const callGroups = engine.prepare<CallGroup>(`
    SELECT account_id, created_at - created_at % ${HOUR} AS hour, operation, source, key_id,
      @sign * count(*) AS calls, @sign * sum(status >= 400) AS failed, @sign * sum(credits) AS credits,
      @sign * sum(ms) AS ms, max(created_at) AS last_used_at
    FROM calls WHERE seq > @after AND seq <= @upTo AND created_at < @before GROUP BY 1, 2, 3, 4, 5
  `)
  const addCalls = TABLES.map(({ table, span, by, hasLastUse }) => {
    const last = hasLastUse ? 'last_used_at' : 'ms'
    return engine.prepare<unknown, [CallGroup]>(`
      INSERT INTO ${table} (account_id, at, ${by}, calls, failed, credits, ${last})
      VALUES (@account_id, @hour - @hour % ${span}, ${by.map(column => `@${column}`)}, @calls, @failed, @credits, @${last})
      ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, failed = failed + excluded.failed,
        credits = credits + excluded.credits,
        ${hasLastUse ? 'last_used_at = max(last_used_at, excluded.last_used_at)' : 'ms = ms + excluded.ms'}
    `)
  })
  const dropEmpty = TABLES.map(({ table }) => engine.prepare(`DELETE FROM ${table} WHERE calls = 0`))
  const addBalance = engine.prepare(`
    INSERT INTO balances (account_id, credits) VALUES (@account_id, @delta)
    ON CONFLICT DO UPDATE SET credits = credits + excluded.credits
  `)
  const addSpending = engine.prepare(`
    INSERT INTO key_spending (account_id, key_id, at, credits) VALUES (@account_id, @key_id, @day, @spent)
    ON CONFLICT DO UPDATE SET credits = credits + excluded.credits
  `)

  /** Adds calls to the sums, or subtracts them if `sign` is -1. */
  const changeCalls = (sign: 1 | -1, after: number, upTo: number, before = Number.MAX_SAFE_INTEGER) => {
    for (const group of callGroups.all({ sign, after, upTo, before }))
      for (const add of addCalls) add.run(group)
  }
  const sumCalls = (after: number, upTo: number) => changeCalls(1, after, upTo)
  const sumLedger = (after: number, upTo: number) => {
    for (const group of ledgerGroups.all(after, upTo)) {
      addBalance.run(group)
      if (group.key_id !== null && group.spent) addSpending.run(group)
    }
  }
  const adders = { calls: sumCalls, ledger: sumLedger }

  /** Adds the next rows of a source to the sums. Returns false if none are left. */
  const addSome = (source: keyof typeof adders, slice: number): boolean => {
    const after = mark.get(source)!.seq
    const newest = last[source].get()!.seq
    const upTo = Math.min(after + slice, newest)
    if (upTo > after) {
      adders[source](after, upTo)
      setMark.run(upTo, source)
    }
    return upTo < newest
  }

  let endedCalls = 0
  const countEnd = engine.gather<true>(ends => {
    endedCalls += ends.length
    if (endedCalls < CALLS_PER_SUM) return
    endedCalls = 0
    addSome('calls', SLICE)
    addSome('ledger', SLICE)
  })

  return {
    /** Call when a call has ended. */
    callEnded: () => countEnd(true),
    /** Subtracts the calls numbered `first` to `last` that started before `time` from the sums, before they are removed. */
    takeOut(first: number, last: number, time: number): void {
      changeCalls(-1, first - 1, Math.min(last, mark.get('calls')!.seq), time)
      for (const drop of dropEmpty) drop.run()
    },
    /** Call after calls were removed: if none are left, numbers start over. */
    followRemoval: () => setMark.run(Math.min(mark.get('calls')!.seq, last.calls.get()!.seq), 'calls'),
    /** Adds all rows that the sums do not contain yet: a few, or all rows of a store from before there were sums. */
    async catchUp(): Promise<void> {
      for (const source of ['calls', 'ledger'] as const)
        while (await engine.writeSlice(() => addSome(source, LARGE_SLICE)));
    },
  }
}

export type Sums = ReturnType<typeof createSums>
