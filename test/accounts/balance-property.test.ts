import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createSampleCall, OUTCOMES, type SampleOutcome } from '../operations/support/sample-call.ts'
import { randomFrom, rounds, SEED } from '../support/seeds.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const CALLS = rounds(1_500)
const CALLERS = 24

/** What each account has besides its initial 1,000 credits: a monthly grant, or credits that the owner takes away. */
const EXTRA: Record<string, number> = { ash: 200, birch: 0, cedar: -850 }
const ACCOUNTS = Object.keys(EXTRA)

let winnow: TestApp

before(async () => {
  winnow = await startTestApp({}, createSampleCall().more)
})
after(() => winnow.stop())

const random = randomFrom(SEED)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/** Creates two keys for an account, one of them with a monthly cap. */
async function keysOf(account: string): Promise<string[]> {
  const keys = [await winnow.keyFor(account), await winnow.keyFor(account, { monthly_cap: 120 })]
  await winnow.admin(`/admin/accounts/${account}`, {
    limits: { concurrency: 6 },
    monthly_grant: Math.max(0, EXTRA[account]!),
  })
  if (EXTRA[account]! < 0) await winnow.admin('/admin/credits', { account, credits: EXTRA[account] })
  return keys
}

interface HistoryRow {
  kind: string
  delta: number
  credits: number
  subject: string
  id: string
}

async function everyRow(list: 'ledger' | 'calls', account: string): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  let cursor = ''
  do {
    const page = (await winnow.admin(`/admin/${list}?account=${account}&limit=100${cursor}`)).json
    rows.push(...page.data)
    cursor = page.has_more ? `&cursor=${page.next_cursor}` : ''
  } while (cursor)
  return rows
}

const sum = (numbers: number[]) => numbers.reduce((total, value) => total + value, 0)

test(`after any mixture of calls every credit is accounted for (WINNOW_SEED=${SEED})`, async () => {
  const keys = new Map<string, string[]>()
  for (const account of ACCOUNTS) keys.set(account, await keysOf(account))
  const outcomes = [...(Object.keys(OUTCOMES) as SampleOutcome[]), 'done', 'done', 'done', 'done'] as const
  const seen = new Map<number, number>()
  const used = new Map<string, number>(ACCOUNTS.map(account => [account, 0]))

  async function oneCall() {
    const account = pick(ACCOUNTS)
    const fields = { outcome: pick(outcomes), price: Math.floor(random() * 9) }
    const repeatKey = random() < 0.2 ? { 'idempotency-key': `k${Math.floor(random() * 30)}` } : undefined
    const answer = await winnow.call('/v1/sample-call', {
      json: fields,
      headers: { 'x-api-key': pick(keys.get(account)!), ...repeatKey },
    })
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    const remaining = Number(answer.headers.get('x-credits-remaining') ?? 0)
    assert.ok(remaining >= 0, 'no answer shows a negative balance')
    used.set(account, used.get(account)! + Number(answer.headers.get('x-credits-used') ?? 0))
  }

  let callsLeft = CALLS
  const keepCalling = async () => {
    while (callsLeft-- > 0) await oneCall()
  }
  await Promise.all(Array.from({ length: CALLERS }, keepCalling))

  for (const account of ACCOUNTS) {
    const [ledger, calls] = [await everyRow('ledger', account), await everyRow('calls', account)]
    const captured = ledger.filter(({ kind }) => kind === 'capture')
    const balance = 1_000 + EXTRA[account]! - sum(calls.map(({ credits }) => credits))
    const credits = (await winnow.admin(`/admin/credits?account=${account}`)).json

    assert.deepEqual(credits, { balance, held: 0, available: balance })
    assert.equal(sum(ledger.map(({ delta }) => delta)), balance, 'the balance is the sum of the ledger')
    assert.equal(-sum(captured.map(({ delta }) => delta)), used.get(account), 'answers told the truth')
    assert.equal(new Set(captured.map(({ subject }) => subject)).size, captured.length)
    assert.ok(balance >= 0)
  }
  for (const status of [200, 402, 404, 422, 429, 500, 502, 503])
    assert.ok(seen.get(status), `${status} came up (WINNOW_SEED=${SEED})`)
})
