import assert from 'node:assert/strict'
import { faultOf } from './answer-faults.ts'
import type { HostileCall } from './hostile-calls.ts'
import type { ServedApp } from './served-app.ts'
import { createProbe, probeDuring } from './wire.ts'

/** The outcome of a call that must not affect others. */
interface HostileCallResult {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  json: any
  bytes: number
}

/** The longest that a test waits for one answer. It does not say how fast an answer should be. */
const STUCK_MS = 90_000

/** Sends a call, and another request beside it repeatedly. Throws if either gets no answer, or if the process ends. */
export async function sendHostileCall(app: ServedApp, { prepare }: HostileCall): Promise<HostileCallResult> {
  const send = await prepare(app)
  const probe = createProbe(app.port, app.key, STUCK_MS)
  const sending = send(STUCK_MS)
  const waited = await probeDuring(probe, sending)
  const outcome = await sending
  probe.close()
  if (typeof waited === 'string') assert.fail(`${waited} ${(await app.exit(500)) ?? ''}`)
  assert.equal(faultOf({ pieces: [], isWhole: true }, outcome), null)
  assert.ok('answer' in outcome)
  const { status, body } = outcome.answer
  return {
    status,
    bytes: body.length,
    json: body.length < 1_000_000 ? JSON.parse(body.toString() || 'null') : null,
  }
}
