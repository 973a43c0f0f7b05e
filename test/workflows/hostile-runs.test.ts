import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOSTILE_RUNS } from '../support/hostile-calls.ts'
import { sendHostileCall } from '../support/send-hostile-call.ts'
import { type ServedApp, startServedApp } from '../support/served-app.ts'

let app: ServedApp
before(async () => {
  app = await startServedApp()
})
after(() => app.stop())

describe('a workflow run ends at its limit of items, while other calls are served', () => {
  for (const call of HOSTILE_RUNS)
    test(call.title, async () => {
      const { status, json } = await sendHostileCall(app, call)
      assert.deepEqual([status, json.state], [200, 'failed'], JSON.stringify(json).slice(0, 500))
      assert.match(JSON.stringify(json.error), /100,?000/)
      for (const step of json.steps) assert.ok(step.items_out <= 100_000, JSON.stringify(step))
    })
})
