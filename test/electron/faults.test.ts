import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../http/support/until.ts'
import { askOwner } from '../support/ask-owner.ts'
import { desktop, menuEntry } from './support/desktop.ts'
import { dataFolder, endDesktop, owner, startDesktop } from './support/start-desktop.ts'

const FAULTS = ['uncaughtException', 'unhandledRejection']
type Listener = (...args: unknown[]) => void
const listenersOf = (name: string) => process.listeners(name as 'exit') as Listener[]

/** Removes the listeners of the test runner, which would report the faults of the app as those of a test. */
function silenceRunner(): () => void {
  const removedListeners = FAULTS.flatMap(name =>
    listenersOf(name).map(listener => [name, listener] as const),
  )
  for (const [name, listener] of removedListeners) process.off(name, listener)
  return () => {
    for (const name of FAULTS) process.removeAllListeners(name)
    for (const [name, listener] of removedListeners) process.on(name, listener)
  }
}

let page: Page
let address: string
let restoreRunner: () => void
before(async () => {
  restoreRunner = silenceRunner()
  const loaded = desktop.nextPage()
  await startDesktop()
  page = await loaded
  address = owner().address
})
after(async () => {
  await endDesktop()
  restoreRunner()
})

const throwIn = (message: string) =>
  void setImmediate(() => {
    throw new Error(message)
  })
const status = () => askOwner(dataFolder, '/admin/status')
const log = () => readFileSync(join(dataFolder, 'winnow.log'), 'utf8')

describe('an uncaught fault in the app’s process', () => {
  test('that is a rejected promise is logged and counted in the status, and the service keeps running', async () => {
    const { token } = owner()
    void Promise.reject(new Error('a rejection'))
    await until(async () => (await status()).faults === 1)
    assert.match(log(), /a rejection/)
    assert.equal(owner().token, token, 'the same start')
  })

  test('that is an exception restarts the service at the same address, and notifies the user', async () => {
    const { token } = owner()
    menuEntry(desktop.tray!.menu, 'Pause').click!({ checked: true })
    const addressBefore = page.url()
    throwIn('an exception')
    await until(async () => desktop.notifications.includes('Winnow started its service again'))
    assert.notEqual(owner().token, token)
    assert.equal(owner().address, address)
    assert.equal((await status()).faults, 1)
    assert.match(log(), /an exception/)
    assert.equal(menuEntry(desktop.tray!.menu, 'Pause').checked, true)
    assert.equal((await fetch(`${address}/v1/openapi.json`)).status, 200)
    menuEntry(desktop.tray!.menu, 'Pause').click!({ checked: false })
    assert.equal(page.url(), addressBefore, 'the page was not loaded anew')
  })

  test('leaves the window signed in and working', async () => {
    await page.getByRole('link', { name: 'Credits' }).first().click()
    await page.getByText('1,000').first().waitFor()
  })

  test('that is a second exception within a minute ends the app with exit code 70, and says why', async () => {
    throwIn('the same again')
    assert.equal(await desktop.exited, 70)
    assert.match(
      desktop.notifications.at(-1)!,
      /^Winnow has to quit\. .*twice within a minute: the same again/,
    )
  })
})
