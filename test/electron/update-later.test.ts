import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { desktop, menuEntry } from './support/desktop.ts'
import { endDesktop, startDesktop } from './support/start-desktop.ts'
import { startUpdateFeed } from './support/update-feed.ts'

const skip = process.platform !== 'linux' && 'the update is an AppImage'

describe('an update that the user downloads and does not want to start yet', { skip }, () => {
  let feed: Awaited<ReturnType<typeof startUpdateFeed>>
  before(async () => {
    feed = await startUpdateFeed()
  })
  after(async () => {
    await endDesktop()
    await feed.close()
  })

  test('is installed when the app quits, and not before', async () => {
    desktop.answer = async ({ buttons }) => (buttons[0] === 'Download' ? 'Download' : 'Later')
    await startDesktop('--hidden', '--updates-url', feed.address)
    await until(async () => desktop.answered === 2)
    assert.deepEqual(
      desktop.questions.map(({ message }) => message),
      ['Winnow 1.0.0 is available.', 'Winnow 1.0.0 is ready.'],
    )
    assert.match(desktop.questions[1]!.detail!, /installed when you quit/)
    assert.equal(feed.program(), 'the old version')
    menuEntry(desktop.tray!.menu, 'Quit').click!({ checked: false })
    assert.equal(await desktop.exited, 0)
    assert.equal(feed.report(), 'stopped true')
  })
})
