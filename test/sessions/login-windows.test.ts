import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { testChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { createSession } from './support/create-session.ts'
import { type LoginSite, startLoginSite } from './support/login-site.ts'

let site: LoginSite
let service: TestApp
let port: number
before(async () => {
  const chromium = await testChromium()
  site = await startLoginSite()
  port = await freePort()
  // Chromium's headless shell stands in for the window: it is controlled in the same way, but draws nothing.
  const args = ['--headless', `--remote-debugging-port=${port}`, ...chromium.args]
  const browser = { ...chromium, args, env: { ...chromium.env, DISPLAY: ':0' } }
  service = await startTestApp({ allow_hosts: '127.0.0.1' }, undefined, { browser })
})
after(async () => {
  await service.stop()
  await site.close()
})

const open = (id: string, path = '/login') =>
  service.admin(`/admin/sessions/${id}/open`, { url: site.url + path })
const remove = (id: string) => service.call(`/v1/sessions/${id}`, { method: 'DELETE' })

describe('while a login window opens', () => {
  test('it is not opened a second time', async () => {
    const session = await createSession(service, 'twice')
    const answers = await Promise.all([open(session), open(session)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    await remove(session)
    assert.equal(openBrowsers(), 0)
  })

  test('it is closed when its session is deleted', async () => {
    const session = await createSession(service, 'deleted')
    const opening = open(session)
    await until(async () => (await service.call(`/v1/sessions/${session}`)).json.window === 'open')
    await remove(session)
    await opening
    assert.equal(openBrowsers(), 0)
  })
})

describe('once a login window is open', () => {
  test('dialogs of the page are left to the person', async () => {
    // Only a dialog that opens after `Page.enable` can be answered.
    site.on('/asks', {
      body: `<script>fetch('/person').then(() => fetch('/told?' + confirm('Stay?')))</script>`,
    })
    const gate = gatePage(site, '/person')
    const session = await createSession(service, 'asked')
    await open(session, '/asks')
    const answerRequest = () => site.requests.find(({ path }) => path === '/told')
    const person = await startPerson()
    await gate.waiting(1)
    gate.open()
    await until(async () => answerRequest() || (await person.agrees()))
    const { query } = await until(async () => answerRequest())
    assert.equal(query.has('true'), true)
    person.leave()
    await remove(session)
  })
})

/** A person who uses the first page of the window. */
async function startPerson() {
  const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(pages[0]!.webSocketDebuggerUrl)
  await once(socket, 'open')
  let sent = 0
  const send = (method: string, params = {}) => {
    const id = ++sent
    // The listener is added before the message is sent, since several answers may arrive at once.
    const answer = new Promise<boolean>(resolve =>
      socket.addEventListener('message', ({ data }) => {
        const reply = JSON.parse(data)
        if (reply.id === id) resolve(!reply.error)
      }),
    )
    socket.send(JSON.stringify({ id, method, params }))
    return answer
  }
  await send('Page.enable')
  return { agrees: () => send('Page.handleJavaScriptDialog', { accept: true }), leave: () => socket.close() }
}

/** How many browsers this test process has started that still run. */
function openBrowsers(): number {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter(
    line => line.trim().startsWith(`${process.pid} `) && line.includes('--remote-debugging'),
  ).length
}
