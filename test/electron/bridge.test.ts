import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { CHANNELS, type WindowBridge } from '../../electron/bridge.ts'
import { desktop, menuEntry } from './support/desktop.ts'
import { dataFolder, endDesktop, startDesktop } from './support/start-desktop.ts'

declare const winnow: WindowBridge

let page: Page
before(async () => {
  const loaded = desktop.nextPage()
  await startDesktop()
  page = await loaded
})
after(endDesktop)

describe('the bridge', () => {
  test('exposes at most six channels to the page, and nothing else', async () => {
    assert.deepEqual(await page.evaluate(() => Object.keys(winnow)), CHANNELS)
    assert.ok(CHANNELS.length <= 6)
    const nodeThings = await page.evaluate(() =>
      ['require', 'process', 'Buffer', 'module', 'ipcRenderer', 'electron'].filter(
        name => name in globalThis,
      ),
    )
    assert.deepEqual(nodeThings, [])
  })

  test('returns the versions and system for diagnostics', async () => {
    const about = await page.evaluate(() => winnow.about())
    assert.deepEqual(Object.keys(about), ['version', 'electron', 'chrome', 'system'])
    assert.match(about.system, new RegExp(`^${process.platform} ${process.arch} `))
  })

  test('opens the data folder', async () => {
    await page.evaluate(() => winnow['folder:open']())
    assert.deepEqual(desktop.opened, [dataFolder])
  })

  test('turns the start at login on and off, as does the tray', { skip: notLinux() }, async () => {
    const set = (on?: boolean) => page.evaluate(value => winnow['login:start'](value), on)
    assert.deepEqual(
      [await set(), await set(true), await set(), await set(false)],
      [false, true, true, false],
    )
    menuEntry(desktop.tray!.menu, 'Start at login').click!({ checked: true })
    assert.equal(await set(), true)
    await page.evaluate(() => winnow['login:start']('no' as never))
    assert.equal(await set(), true, 'what is no boolean sets nothing')
  })

  test('does not check for updates when no feed is set', async () => {
    assert.deepEqual(await page.evaluate(() => winnow['updates:check']()), { state: 'off' })
  })

  test('refuses frames inside the page', async () => {
    await page.evaluate(`new Promise(resolve => {
      const frame = Object.assign(document.createElement('iframe'), { srcdoc: '<p>inside</p>', onload: resolve })
      document.body.append(frame)
    })`)
    const inside = page.frames().find(frame => frame.parentFrame())!
    for (const channel of CHANNELS)
      await assert.rejects(
        inside.evaluate(`winnow['${channel}']()`),
        /Only the window of Winnow itself may do that/,
        channel,
      )
  })

  test('refuses pages of any other address', async () => {
    await page.goto('about:blank')
    for (const channel of CHANNELS)
      await assert.rejects(
        page.evaluate(`winnow['${channel}']()`),
        /Only the window of Winnow itself may do that/,
        channel,
      )
  })
})

function notLinux() {
  return process.platform !== 'linux' && 'the system keeps login items itself'
}
