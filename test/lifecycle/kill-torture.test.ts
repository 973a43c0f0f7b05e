import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { askOwner } from '../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { type ServiceProcess, startServe } from '../support/run-cli.ts'
import { attempts, randomFrom, SEED } from '../support/seeds.ts'
import { tempFolder } from '../support/temp-folder.ts'
import {
  burst,
  type CallTargets,
  parserBody,
  planCall,
  planParse,
  type SentCall,
  sendCall,
} from './support/paid-calls.ts'
import {
  assertConsistent,
  assertNoCallLost,
  readAccountState,
  type StoredAccountState,
} from './support/truth.ts'

const KILLS = 4
const BIRTH = 1_000_000
const CALLERS = 8
const LATEST_KILL_MS = 80
const REPEATS = 12

const folder = tempFolder()
const scratch = tempFolder()
const data = ['--data-dir', folder]
const random = randomFrom(SEED)

let site: LocalSite
let served: ServiceProcess
let startedAt: number
let key: string
let parts: CallTargets
let planned = 0
let kills = 0
const calls: SentCall[] = []

async function start() {
  startedAt = Date.now()
  const flags = ['--birth-credits', String(BIRTH), '--allow-hosts', '127.0.0.1', '--parse-workers', '1']
  served = await startServe([...data, ...flags])
}

const sendNew = () => sendCall(served.url, key, planCall(random, parts, `call-${planned++}`))

/** Sends a call while the service is not killed. */
async function send(plan: SentCall['plan']) {
  const sent = await sendCall(served.url, key, plan)
  calls.push(sent)
  return sent.arrived!
}

const makeParser = async (field: unknown): Promise<string> => {
  const body = parserBody('shop', field)
  return JSON.parse((await send({ path: '/v1/parsers', body, status: 201, used: 0 })).text!).id
}

/** Sends a burst of calls that ends when the service is killed. Returns what was sent. */
async function killDuringBurst(): Promise<SentCall[]> {
  await send(planParse(parts, 'the worker is warm'))
  const sent = await burst(CALLERS, random() * LATEST_KILL_MS, () => served.signal('SIGKILL'), sendNew)
  assert.equal(await served.ended, null)
  kills++
  calls.push(...sent)
  return sent
}

function assertTruth(truth: StoredAccountState, latest: SentCall[]) {
  assertConsistent(truth, BIRTH)
  assertNoCallLost(truth, calls)
  for (const { plan, arrived } of latest)
    if (arrived) assert.deepEqual([arrived.status, arrived.used], [plan.status, plan.used], plan.path)
  for (const began of truth.runningSince) assert.ok(began >= startedAt, 'it ran in an earlier life')
}

async function assertBalance({ balance }: StoredAccountState) {
  const answer = await fetch(`${served.url}/v1/credits`, { headers: { 'x-api-key': key } })
  const { creditBalance, held, available } = (await answer.json()) as Record<string, number>
  assert.deepEqual(
    { creditBalance, held, available },
    { creditBalance: balance, held: 0, available: balance },
  )
}

/**
 * A repeated call with a stored answer gets that answer again, free of charge. Any other repeated call runs again, at its
 * price.
 */
async function assertRepeats(truth: StoredAccountState, latest: SentCall[]) {
  const keyed = latest.filter(({ plan }) => plan.idempotencyKey)
  const unanswered = keyed.filter(({ arrived }) => !arrived)
  const answered = keyed.filter(({ arrived }) => arrived)
  for (const { plan, arrived } of [...unanswered, ...answered].slice(0, REPEATS)) {
    const stored = truth.answers.get(plan.idempotencyKey!)
    const again = await send(plan)
    const { status, used, replayed } = again
    const expected = { status: plan.status, used: stored ? 0 : plan.used, replayed: Boolean(stored) }
    assert.deepEqual({ status, used, replayed }, expected, plan.path)
    if (stored && arrived?.text) assert.equal(again.text, arrived.text)
  }
}

describe('`kill -9` at any moment', () => {
  before(async () => {
    site = await startLocalSite()
    site.on('/page', { body: '<h1>Page</h1>' })
    await start()
    key = (await askOwner(folder, '/admin/keys', {})).secret
    const good = await makeParser('h1')
    parts = { site: site.url, good, strict: await makeParser({ css: 'h2', required: true }) }
  })
  after(() => site.close())

  test('loses no charged answer, charges nothing else, and leaves nothing half done', async t => {
    t.diagnostic(`WINNOW_SEED=${SEED}`)
    for (const _ of attempts(KILLS, { minutes: 3 })) {
      const latest = await killDuringBurst()
      const truth = readAccountState(folder, scratch)
      assertTruth(truth, latest)
      await start()
      await assertBalance(truth)
      await assertRepeats(truth, latest)
    }
    assert.equal(await served.stop(), 0)
    const truth = readAccountState(folder, scratch)
    assertConsistent(truth, BIRTH)
    assertNoCallLost(truth, calls)
    assert.deepEqual(truth.runningSince, [])
    const lost = calls.filter(({ arrived }) => !arrived).length
    t.diagnostic(
      `${kills} kills, ${calls.length} calls (${lost} unanswered), ${truth.captures.length} captures`,
    )
  })
})
