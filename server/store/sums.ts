import { DAY, HOUR } from '../times.ts'
import type { Engine } from './engine.ts'

/** Calls of one operation and key within an hour. */
interface CallGroup {
  account_id: string
  operation: string
  key_id: string
  hour: number
  day: number
  calls: number
  failed: number
  credits: number
  last_used_at: number
}

interface LedgerGroup {
  account_id: string
  key_id: string | null
  day: number
  delta: number
  spent: number
}

/** Calls that end before the next are added up: so many at most are read beside the sums. */
const EVERY = 1_000
/** Rows that one transaction adds up. */
const SLICE = 5_000

const COUNTS = ['calls', 'failed', 'credits']

/**
 * Sums over calls and the ledger, which rows are added to by the thousand: that costs the end of a call less than a row of
 * sums to change. All is for use inside a transaction.
 */
export function createSums(engine: Engine) {
  const mark = engine.prepare<{ seq: number }>('SELECT seq FROM summed WHERE source = ?')
  const setMark = engine.prepare('UPDATE summed SET seq = ? WHERE source = ?')
  const groups = engine.prepare<CallGroup>(`
    SELECT account_id, operation, key_id, created_at - created_at % ${HOUR} AS hour, created_at - created_at % ${DAY} AS day,
      count(*) AS calls, sum(status >= 400) AS failed, sum(credits) AS credits, max(created_at) AS last_used_at
    FROM calls WHERE seq > ? AND seq <= ? AND created_at < ? GROUP BY 1, 2, 3, 4
  `)
  const ledgerGroups = engine.prepare<LedgerGroup>(`
    SELECT account_id, key_id, created_at - created_at % ${DAY} AS day, sum(delta) AS delta,
      sum(iif(kind = 'capture', -delta, 0)) AS spent
    FROM ledger WHERE seq > ? AND seq <= ? GROUP BY 1, 2, 3
  `)
  const lastOf = (table: string) =>
    engine.prepare<{ seq: number }>(`SELECT coalesce(max(seq), 0) AS seq FROM ${table}`)
  const last = { calls: lastOf('calls'), ledger: lastOf('ledger') }

  const adding = (table: string, key: string[], more = '') =>
    engine.prepare(`
      INSERT INTO ${table} (${[...key, ...COUNTS]}${more && ', last_used_at'})
      VALUES (${[...key, ...COUNTS].map(name => `@${name}`)}${more && ', @last_used_at'})
      ON CONFLICT DO UPDATE SET ${COUNTS.map(name => `${name} = ${name} + excluded.${name}`)}${more}
    `)
  const addHour = adding('usage_hours', ['account_id', 'at', 'operation'])
  const addDay = adding('usage_days', ['account_id', 'at', 'operation'])
  const addKey = adding(
    'key_days',
    ['account_id', 'key_id', 'at'],
    ', last_used_at = max(last_used_at, excluded.last_used_at)',
  )
  const addBalance = engine.prepare(`
    INSERT INTO balances (account_id, credits) VALUES (@account_id, @delta)
    ON CONFLICT DO UPDATE SET credits = credits + excluded.credits
  `)
  const addSpending = engine.prepare(`
    INSERT INTO key_spending (account_id, key_id, at, credits) VALUES (@account_id, @key_id, @day, @spent)
    ON CONFLICT DO UPDATE SET credits = credits + excluded.credits
  `)
  const emptying = (table: string, name: string, at: string) =>
    engine.prepare(
      `DELETE FROM ${table} WHERE account_id = @account_id AND at = @${at} AND ${name} = @${name} AND calls = 0`,
    )
  const dropEmpty = [
    emptying('usage_hours', 'operation', 'hour'),
    emptying('usage_days', 'operation', 'day'),
    emptying('key_days', 'key_id', 'day'),
  ]

  const addCalls = ({ hour, day, operation, key_id, ...of }: CallGroup) => {
    const { last_used_at, ...counts } = of
    addHour.run({ ...counts, operation, at: hour })
    addDay.run({ ...counts, operation, at: day })
    addKey.run({ ...of, key_id, at: day })
  }

  const sumCalls = (after: number, upTo: number) =>
    groups.all(after, upTo, Number.MAX_SAFE_INTEGER).forEach(addCalls)
  const sumLedger = (after: number, upTo: number) => {
    for (const group of ledgerGroups.all(after, upTo)) {
      addBalance.run(group)
      if (group.key_id !== null && group.spent) addSpending.run(group)
    }
  }
  const adders = { calls: sumCalls, ledger: sumLedger }

  /** Adds some; false where that were all. */
  const addSome = (source: keyof typeof adders): boolean => {
    const after = mark.get(source)!.seq
    const newest = last[source].get()!.seq
    const upTo = Math.min(after + SLICE, newest)
    if (upTo > after) {
      adders[source](after, upTo)
      setMark.run(upTo, source)
    }
    return upTo < newest
  }

  let ended = 0
  const tellEnd = engine.gather<true>(told => {
    ended += told.length
    if (ended < EVERY) return
    ended = 0
    addSome('calls')
    addSome('ledger')
  })

  return {
    /** Says that a call has ended. */
    callEnded: () => tellEnd(true),
    /** Takes the calls numbered `first` to `last` that began before a time out of the sums, before they are removed. */
    takeOut(first: number, last: number, time: number): void {
      for (const group of groups.all(first - 1, Math.min(last, mark.get('calls')!.seq), time)) {
        const { calls, failed, credits } = group
        addCalls({ ...group, calls: -calls, failed: -failed, credits: -credits })
        for (const drop of dropEmpty) drop.run(group)
      }
    },
    /** After calls were removed: where none is left, numbers begin anew. */
    followRemoval: () => setMark.run(Math.min(mark.get('calls')!.seq, last.calls.get()!.seq), 'calls'),
    /** Adds all that the sums lack: a few rows, or those of a store that was written before there were sums. */
    async catchUp(): Promise<void> {
      for (const source of ['calls', 'ledger'] as const) while (await engine.write(() => addSome(source)));
    },
  }
}

export type Sums = ReturnType<typeof createSums>
