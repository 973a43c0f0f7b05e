import assert from 'node:assert/strict'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { SentCall } from './paid-calls.ts'

/** The state of the only account in the store of a killed process. */
export interface StoredAccountState {
  check: unknown
  balance: number
  /** The captured credits, with the call that they are for. */
  captures: [callId: string, credits: number][]
  calls: [id: string, credits: number][]
  parsers: Set<string>
  /** The stored answers by idempotency key; null for a call that was running. */
  answers: Map<string, string | null>
  /** When the running calls began, in milliseconds. */
  runningSince: number[]
}

export const readAccountState = (dataDir: string, scratch: string): StoredAccountState =>
  withCopy(dataDir, scratch, accountState)

/** Reads a copy, so that the next start has to repair the store itself. */
export function withCopy<T>(dataDir: string, scratch: string, read: (db: Database.Database) => T): T {
  const copy = join(scratch, 'copy.db')
  for (const rest of ['', '-wal']) {
    rmSync(copy + rest, { force: true })
    const file = join(dataDir, `winnow.db${rest}`)
    if (existsSync(file)) copyFileSync(file, copy + rest)
  }
  const db = new Database(copy)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

function accountState(db: Database.Database): StoredAccountState {
  const rows = <T>(sql: string) => db.prepare(sql).raw().all() as T[]
  const column = <T>(sql: string) => db.prepare(sql).pluck().all() as T[]
  return {
    check: db.pragma('quick_check', { simple: true }),
    balance: column<number>('SELECT sum(delta) FROM ledger')[0]!,
    captures: rows("SELECT subject, -delta FROM ledger WHERE kind = 'capture' ORDER BY subject"),
    calls: rows('SELECT id, credits FROM calls ORDER BY id'),
    parsers: new Set(column<string>('SELECT id FROM parsers')),
    answers: new Map(rows<[string, string | null]>('SELECT key, answer FROM idempotency')),
    runningSince: column('SELECT created_at FROM idempotency WHERE answer IS NULL'),
  }
}

/**
 * Checks that the store is consistent in itself: intact, each capture has its call, each paid call has its capture, and the
 * balance is correct.
 */
export function assertConsistent(
  { check, balance, captures, calls }: StoredAccountState,
  birthCredits: number,
): void {
  assert.equal(check, 'ok')
  assert.equal(new Set(calls.map(([id]) => id)).size, calls.length, 'a call is recorded once')
  assert.deepEqual(
    captures,
    calls.filter(([, credits]) => credits > 0),
  )
  assert.equal(balance, birthCredits - calls.reduce((sum, [, credits]) => sum + credits, 0))
}

/** Checks the store against what clients received: no answered call is lost, and nothing else is charged. */
export function assertNoCallLost({ captures, parsers, answers }: StoredAccountState, sent: SentCall[]): void {
  const captured = new Map(captures)
  assert.ok(captures.length <= sent.length, 'no call is charged twice')
  for (const { plan, arrived } of sent) {
    if (!arrived) continue
    const { requestId, used, text } = arrived
    assert.equal(captured.get(requestId) ?? 0, used, `${plan.path} ${requestId}`)
    if (plan.status === 201 && text) assert.ok(parsers.has(JSON.parse(text).id), `${text} is lost`)
    const isKept = plan.idempotencyKey && [200, 201, 422].includes(arrived.status)
    if (isKept) assert.ok(answers.get(plan.idempotencyKey!), `the answer of ${plan.idempotencyKey} is lost`)
  }
}
