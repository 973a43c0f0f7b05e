import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { askOwner } from '../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { desktop, menuEntry } from './support/desktop.ts'
import { dataFolder, endDesktop, owner, startDesktop } from './support/start-desktop.ts'

let site: LocalSite
const waiting: ServerResponse[] = []
let scrape: Promise<Response>

before(async () => {
  site = await startLocalSite()
  site.on('/slow', (_, response) => waiting.push(response))
  await startDesktop('--hidden', '--allow-hosts', '127.0.0.1')
  await until(async () => existsSync(join(dataFolder, 'winnow.lock')))
  const { secret } = await askOwner(dataFolder, '/admin/keys', {})
  const call = (path: string, body: unknown) =>
    fetch(owner().address + path, {
      method: 'POST',
      headers: { 'x-api-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const parser = await call('/v1/parsers', { name: 'slow', schema: { fields: { title: 'h1' } } })
  const { id } = (await parser.json()) as { id: string }
  scrape = call(`/v1/scrape/${id}`, { url: `${site.url}/slow` })
  await until(async () => waiting.length)
})
after(async () => {
  await endDesktop()
  await site.close()
})

const quit = () => menuEntry(desktop.tray!.menu, 'Quit').click!({ checked: false })

describe('quitting while a call runs', () => {
  test('asks, and keeps running when the user cancels', async () => {
    assert.equal(desktop.windows.length, 0, 'started at login, it shows no window')
    desktop.answer = async () => 'Keep running'
    quit()
    await until(async () => desktop.questions.length)
    assert.equal(desktop.questions[0]!.message, 'One call is running.')
    assert.match(desktop.questions[0]!.detail!, /waits for them, up to 10 s/)
    assert.equal((await fetch(`${owner().address}/health`)).status, 200)
  })

  test('waits for the call to end, closes the store and exits', async () => {
    desktop.answer = async () => 'Quit'
    quit()
    await until(async () => (await fetch(`${owner().address}/health`)).status === 503)
    waiting[0]!.end('<h1>At last</h1>')
    const answer = await scrape
    assert.deepEqual([answer.status, await answer.json()], [200, { title: 'At last' }])
    assert.equal(await desktop.exited, 0)
    assert.ok(!existsSync(join(dataFolder, 'winnow.lock')))
    assert.equal(desktop.tray, null)
  })
})
