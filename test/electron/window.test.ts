import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../http/support/until.ts'
import { desktop, menuEntry } from './support/desktop.ts'
import { dataFolder, endDesktop, owner, startDesktop } from './support/start-desktop.ts'

const ON_A_SECOND_SCREEN = { x: 2_500, y: 100, width: 900, height: 600 }

let page: Page
let address: string
let foreignServer: Server
let foreignUrl: string
/** The paths requested from the foreign site. */
const requestedPaths: string[] = []

before(async () => {
  foreignServer = createServer((request, response) => {
    requestedPaths.push(request.url!)
    response.setHeader('content-type', 'text/html')
    response.end('<h1>Elsewhere</h1>')
  })
  await new Promise<void>(resolve => foreignServer.listen(0, '127.0.0.1', resolve))
  foreignUrl = `http://127.0.0.1:${(foreignServer.address() as AddressInfo).port}`
  const shellFolder = join(desktop.folder, 'userData')
  mkdirSync(shellFolder)
  writeFileSync(join(shellFolder, 'shell.json'), JSON.stringify({ bounds: ON_A_SECOND_SCREEN }))
  const loaded = desktop.nextPage()
  await startDesktop()
  page = await loaded
  address = owner().address
})
after(async () => {
  foreignServer.close()
  await endDesktop()
})

/** Navigates as a script of the page might. */
const goTo = (url: string) => page.evaluate(`void location.assign('${url}')`)
const window = () => desktop.windows[0]!
const log = () => readFileSync(join(dataFolder, 'winnow.log'), 'utf8')

describe('the window', () => {
  test('shows the app signed in, without a token in its address', async () => {
    assert.equal(page.url(), `${address}/app/`)
    assert.equal(await page.evaluate(() => fetch('/admin/sign-in').then(answer => answer.status)), 200)
    assert.ok(window().visible)
  })

  test('has its last size where the screen on which it was is gone', () => {
    const { x, y, width, height } = window().options
    assert.deepEqual([x, y, width, height], [undefined, undefined, 900, 600])
  })

  test('is sandboxed', () => {
    const { preload: _, ...rules } = window().options.webPreferences
    assert.partialDeepStrictEqual(rules, {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    })
    assert.ok(!window().options.show, 'it is shown once it has something to show')
  })

  test('stays at the app, and opens links to other sites in the browser', async () => {
    const link = `${foreignUrl}/page`
    await goTo(link)
    await until(async () => desktop.opened.includes(link))
    assert.equal(page.url(), `${address}/app/`)
  })

  test('does not navigate to other paths of the service or to other schemes', async () => {
    const before = desktop.opened.length
    // The last one opens in the browser: by then, the others would have had their effect.
    for (const target of ['file:///etc/passwd', 'data:text/html,x', `${address}/v1/apis`])
      await goTo(target).catch(() => undefined)
    await until(async () => desktop.opened.includes(`${address}/v1/apis`))
    assert.equal(page.url(), `${address}/app/`)
    assert.deepEqual(desktop.opened.slice(before), [`${address}/v1/apis`])
  })

  test('opens no other window', async () => {
    const link = `${foreignUrl}/popup`
    await page.evaluate(`void open('${link}')`)
    await until(async () => desktop.opened.includes(link))
    assert.equal(desktop.popups, 0)
  })

  test('loads no other site in a frame', async () => {
    const link = `${foreignUrl}/frame`
    await page.evaluate(`new Promise(resolve => {
      const frame = Object.assign(document.createElement('iframe'), { src: '${link}' })
      frame.onload = frame.onerror = resolve
      document.body.append(frame)
    })`)
    assert.deepEqual(requestedPaths, [])
  })

  test('grants only permission to copy, and only to the app itself', async () => {
    const copy = 'clipboard-sanitized-write'
    for (const name of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'midi'])
      assert.equal(await desktop.permission(name, `${address}/app/`), false, name)
    assert.equal(await desktop.permission(copy, `${foreignUrl}/app/`), false)
    assert.equal(await desktop.permission(copy, `${address}/app/keys`), true)
    assert.deepEqual(
      [
        desktop.permissionCheck('media', address),
        desktop.permissionCheck(copy, foreignUrl),
        desktop.permissionCheck(copy, address),
      ],
      [false, false, true],
    )
    assert.equal(desktop.device(), false)
  })

  test('shows the page that is chosen in the menu', async () => {
    const settingsPage = desktop.nextPage()
    menuEntry(desktop.menu, 'Settings').click!({ checked: false })
    assert.equal((await settingsPage).url(), `${address}/app/settings`)
  })

  test('hides when it is closed, and says so the first time', async () => {
    window().close()
    assert.ok(!window().visible)
    assert.deepEqual(desktop.notifications, ['Winnow keeps running'])
    assert.equal((await fetch(`${address}/health`)).status, 200)
    desktop.tray!.click()
    assert.ok(window().visible)
    window().close()
    assert.deepEqual(desktop.notifications, ['Winnow keeps running'])
    desktop.tray!.click()
  })

  test('can crash without ending the service, and is signed in again after a reload', async () => {
    const crashed = new Promise<void>(resolve => {
      desktop.answer = async () => {
        assert.equal((await fetch(`${address}/health`)).status, 200)
        resolve()
        return 'Reload'
      }
    })
    const reopenedPage = desktop.nextPage()
    await page.goto('chrome://crash').catch(() => undefined)
    await crashed
    page = await reopenedPage
    assert.match(desktop.questions.at(-1)!.detail!, /^The service keeps running/)
    assert.equal(await page.evaluate(() => fetch('/admin/sign-in').then(answer => answer.status)), 200)
  })
})

describe('the tray', () => {
  test('shows the address of the service, and copies that of the MCP endpoint', () => {
    assert.equal(desktop.tray!.tip, `Winnow · ${address}`)
    menuEntry(desktop.tray!.menu, 'Copy the MCP address').click!({ checked: false })
    assert.equal(desktop.clipboard, `${address}/mcp`)
  })

  test('pauses and resumes the calls that run something', async () => {
    const { token } = owner()
    const { secret } = (await (
      await fetch(`${address}/admin/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      })
    ).json()) as { secret: string }
    const headers = { 'x-api-key': secret }
    menuEntry(desktop.tray!.menu, 'Pause').click!({ checked: true })
    const pausedAnswer = await fetch(`${address}/v1/videosite-channel?handle=@someone`, { headers })
    assert.deepEqual([pausedAnswer.status, pausedAnswer.headers.get('retry-after')], [503, '60'])
    assert.match(await pausedAnswer.text(), /Winnow is paused/)
    assert.equal((await fetch(`${address}/v1/credits`, { headers })).status, 200)
    assert.equal(menuEntry(desktop.tray!.menu, 'Pause').checked, true)
    menuEntry(desktop.tray!.menu, 'Pause').click!({ checked: false })
    assert.equal((await fetch(`${address}/v1/videosite-channel`, { headers })).status, 400)
  })
})

test('the service is notified when the machine sleeps and wakes', async () => {
  assert.ok(desktop.power('suspend'))
  assert.ok(desktop.power('resume'))
  await until(async () => /going to sleep.*woke up/s.test(log()))
})
