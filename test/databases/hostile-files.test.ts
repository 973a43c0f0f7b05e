import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOSTILE_IMPORTS } from '../support/hostile-calls.ts'
import { sendHostileCall } from '../support/send-hostile-call.ts'
import { type ServedApp, startServedApp } from '../support/served-app.ts'

let app: ServedApp
before(async () => {
  app = await startServedApp()
})
after(() => app.stop())

describe('an invalid or oversized file is refused with the reason, while other calls are served', () => {
  for (const call of HOSTILE_IMPORTS)
    test(call.title, async () => {
      const { status, json } = await sendHostileCall(app, call)
      assert.ok([400, 413].includes(status), `${status} ${JSON.stringify(json)}`)
      assert.ok(json.field)
      assert.ok(json.hint)
    })
})
