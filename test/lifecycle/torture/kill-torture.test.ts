import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { askOwner } from '../../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { type ServiceProcess, startServe } from '../../support/run-cli.ts'
import { attempts, randomFrom, SEED } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import {
  assertConsistent,
  assertNoCallLost,
  readAccountState,
  type StoredAccountState,
} from '../support/account-state.ts'
import {
  type CallTargets,
  callUntilKilled,
  parserBody,
  planCall,
  planParse,
  type SentCall,
  sendCall,
} from '../support/paid-calls.ts'

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
  const sent = await callUntilKilled(
    CALLERS,
    random() * LATEST_KILL_MS,
    () => served.signal('SIGKILL'),
    sendNew,
  )
  assert.equal(await served.ended, null)
  kills++
  calls.push(...sent)
  return sent
}

function assertTruth(stored: StoredAccountState, latest: SentCall[]) {
  assertConsistent(stored, BIRTH)
  assertNoCallLost(stored, calls)
  for (const { plan, arrived } of latest)
    if (arrived) assert.deepEqual([arrived.status, arrived.used], [plan.status, plan.used], plan.path)
  for (const began of stored.runningSince) assert.ok(began >= startedAt, 'it ran in an earlier life')
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
async function assertRepeats(stored: StoredAccountState, latest: SentCall[]) {
  const keyed = latest.filter(({ plan }) => plan.idempotencyKey)
  const unanswered = keyed.filter(({ arrived }) => !arrived)
  const answered = keyed.filter(({ arrived }) => arrived)
  for (const { plan, arrived } of [...unanswered, ...answered].slice(0, REPEATS)) {
    const storedAnswer = stored.answers.get(plan.idempotencyKey!)
    const again = await send(plan)
    const { status, used, replayed } = again
    const expected = {
      status: plan.status,
      used: storedAnswer ? 0 : plan.used,
      replayed: Boolean(storedAnswer),
    }
    assert.deepEqual({ status, used, replayed }, expected, plan.path)
    if (storedAnswer && arrived?.text) assert.equal(again.text, arrived.text)
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
      const stored = readAccountState(folder, scratch)
      assertTruth(stored, latest)
      await start()
      await assertBalance(stored)
      await assertRepeats(stored, latest)
    }
    assert.equal(await served.stop(), 0)
    const stored = readAccountState(folder, scratch)
    assertConsistent(stored, BIRTH)
    assertNoCallLost(stored, calls)
    assert.deepEqual(stored.runningSince, [])
    const lost = calls.filter(({ arrived }) => !arrived).length
    t.diagnostic(
      `${kills} kills, ${calls.length} calls (${lost} unanswered), ${stored.captures.length} captures`,
    )
  })
})
