import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/start-app.ts'

test('the uptime does not change when the system clock is set', async t => {
  const { call, admin, stop } = await startTestApp()
  t.after(stop)
  for (const days of [-3, 3]) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + days * 86_400_000 })
    const uptimes = [await call('/health'), await admin('/admin/status')].map(
      ({ json }) => json.uptime_seconds,
    )
    t.mock.timers.reset()
    for (const seconds of uptimes) assert.ok(seconds >= 0 && seconds < 86_400, String(seconds))
  }
})
