import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { testChromium } from '../support/chromium.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { newSession } from './support/logged-in.ts'
import { type LoginSite, startLoginSite } from './support/login-site.ts'

describe('a window to log in, while it opens', () => {
  let site: LoginSite
  let service: TestApp
  before(async () => {
    const chromium = await testChromium()
    site = await startLoginSite()
    // Chromium's headless shell stands in for a window: it takes the same way but for the pixels.
    const browser = {
      ...chromium,
      args: ['--headless', ...chromium.args],
      env: { ...chromium.env, DISPLAY: ':0' },
    }
    service = await startTestApp({ allow_hosts: '127.0.0.1' }, undefined, { browser })
  })
  after(async () => {
    await service.stop()
    await site.close()
  })

  const open = (id: string) => service.admin(`/admin/sessions/${id}/open`, { url: `${site.url}/login` })

  const remove = (id: string) => service.call(`/v1/sessions/${id}`, { method: 'DELETE' })

  test('is not opened a second time', async () => {
    const session = await newSession(service, 'twice')
    const answers = await Promise.all([open(session), open(session)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    await remove(session)
    assert.equal(openBrowsers(), 0)
  })

  test('is closed where its session is deleted', async () => {
    const session = await newSession(service, 'deleted')
    const opening = open(session)
    await until(async () => (await service.call(`/v1/sessions/${session}`)).json.window === 'open')
    await remove(session)
    await opening
    assert.equal(openBrowsers(), 0)
  })
})

/** The main processes of the browsers that this test process has started. */
function openBrowsers(): number {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter(
    line => line.trim().startsWith(`${process.pid} `) && line.includes('--remote-debugging'),
  ).length
}
