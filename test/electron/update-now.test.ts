import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { WindowBridge } from '../../electron/bridge.ts'
import { until } from '../http/support/until.ts'
import { desktop } from './support/desktop.ts'
import { endDesktop, startDesktop } from './support/start-desktop.ts'
import { startUpdateFeed } from './support/update-feed.ts'

declare const winnow: WindowBridge

const skip = process.platform !== 'linux' && 'the update is an AppImage'

describe('an update for which the user restarts the app', { skip }, () => {
  let feed: Awaited<ReturnType<typeof startUpdateFeed>>
  before(async () => {
    feed = await startUpdateFeed()
  })
  after(async () => {
    await endDesktop()
    await feed.close()
  })

  test('is offered once at a time, and starts when the service has stopped', async () => {
    const agreed = Promise.withResolvers<void>()
    desktop.answer = async ({ buttons: [first] }) => {
      await agreed.promise
      return first!
    }
    const opened = desktop.nextPage()
    await startDesktop('--updates-url', feed.address)
    await until(async () => desktop.questions.length)
    const page = await opened
    const found = await page.evaluate(() => winnow['updates:check']())
    assert.deepEqual([found, desktop.questions.length], [{ state: 'found', version: '1.0.0' }, 1])
    agreed.resolve()
    assert.equal(await desktop.exited, 0)
    await until(async () => feed.report())
    assert.equal(feed.report(), 'stopped stays')
  })
})
