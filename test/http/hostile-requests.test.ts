import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOSTILE_BODIES, HOSTILE_HEADS, HOSTILE_REQUESTS } from '../support/hostile-calls.ts'
import { cpuOf } from '../support/process-use.ts'
import { sendHostileCall } from '../support/send-hostile-call.ts'
import { type ServedApp, startServedApp } from '../support/served-app.ts'

let app: ServedApp
before(async () => {
  app = await startServedApp()
})
after(() => app.stop())

describe('a request made to break a parser of HTTP or multipart is refused, and other requests are served meanwhile', () => {
  for (const call of HOSTILE_REQUESTS)
    test(call.title, async () => {
      const { status, json } = await sendHostileCall(app, call)
      assert.ok([400, 403, 415].includes(status), `${status} ${JSON.stringify(json)}`)
      assert.ok(json.hint)
      const [, name] = /^a part `(\w+)`$/.exec(call.title) ?? []
      if (name) assert.equal(json.field, name)
    })
})

describe('JSON beyond a limit is refused with that limit, and other requests are served meanwhile', () => {
  for (const call of HOSTILE_BODIES)
    test(call.title, async () => {
      const { status, json } = await sendHostileCall(app, call)
      assert.ok([400, 413].includes(status), `${status} ${JSON.stringify(json)}`)
      assert.match(json.error, /\d+ levels|1 MB/)
      if (status === 400) assert.ok(json.field)
    })
})

/** Reading a head takes a few milliseconds. What is tried at each blank of it takes several seconds, on any machine. */
const HEAD_CPU_MS = 2_000

describe('a long run of blanks is read in one pass', () => {
  for (const call of HOSTILE_HEADS)
    test(call.title, async t => {
      const before = cpuOf(app.pid())
      if (before === null) return t.skip('the system does not report CPU time')
      const { status } = await sendHostileCall(app, call)
      assert.ok([400, 415].includes(status), String(status))
      const used = cpuOf(app.pid())! - before
      assert.ok(used < HEAD_CPU_MS, `${used} ms`)
    })
})
