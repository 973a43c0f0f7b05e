import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { json, type Platform, reset, startPlatform } from '../extraction/support/platform.ts'
import * as pages from '../prebuilt/videosite/channel/channel-pages.ts'
import { testChromium } from '../support/chromium.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** On a machine with a screen, the test would open a real window. */
const hasScreen = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const TIME = /^\d{4}-\d\d-\d\dT/

let platform: Platform
let service: TestApp
before(async () => {
  platform = await startPlatform()
  const flags = { videosite_url: platform.url, allow_hosts: ['127.0.0.1'] }
  service = await startTestApp(flags, undefined, { browser: await testChromium() })
})
after(async () => {
  await service.stop()
  await platform.close()
})

const platformRow = async (name = 'videosite') => {
  const { data } = (await service.admin('/admin/platforms')).json
  return data.find((row: { name: string }) => row.name === name)
}
const ask = async () => (await service.call(`/v1/videosite-channel?handle=${pages.ID}`)).status
const post = (name: string, action: string) => service.admin(`/admin/platforms/${name}/${action}`, {})

describe('/admin/platforms', () => {
  test('lists all four platforms, with the base address that replaces their own', async () => {
    const { data } = (await service.admin('/admin/platforms')).json
    assert.deepEqual(
      data.map(({ name, base_url }: Record<string, string>) => [name, base_url]),
      [['photosocial', null], ['shortvideo', null], ['videosite', platform.url], ['realty', null]],
    ) // biome-ignore format: a table
  })

  test('has no times, cookies or profile for a platform that was never called', async () => {
    const { last_success_at, blocked_since, cookies, profile } = await platformRow('realty')
    assert.deepEqual([last_success_at, blocked_since, cookies, profile], [null, null, false, false])
  })

  test('says when a platform last gave data, and since when it has been blocking calls', async () => {
    assert.equal(await ask(), 200)
    const well = await platformRow()
    assert.match(well.last_success_at, TIME)
    assert.equal(well.blocked_since, null)

    Object.assign(platform.answers, { page: json({}, 403), html: json({}, 403) })
    assert.equal(await ask(), 502)
    const first = (await platformRow()).blocked_since
    assert.match(first, TIME)
    assert.equal(await ask(), 502)
    const blocked = await platformRow()
    assert.deepEqual([blocked.blocked_since, blocked.last_success_at], [first, well.last_success_at])

    reset(platform)
    assert.equal(await ask(), 200)
    assert.equal((await platformRow()).blocked_since, null)
  })

  test('deletes the cookies that are kept for a platform', async () => {
    const headers = { 'content-type': 'application/json', 'set-cookie': 'visitor=a; Path=/' }
    platform.answers.page = { ...json(pages.pageHeader), headers }
    assert.equal(await ask(), 200)
    reset(platform)
    assert.equal((await platformRow()).cookies, true)
    const forgotten = await post('videosite', 'forget')
    assert.deepEqual([forgotten.status, forgotten.json], [200, await platformRow()])
    assert.deepEqual([forgotten.json.cookies, forgotten.json.profile], [false, false])
    platform.requests.splice(0)
    await ask()
    assert.equal(platform.requests[0]!.headers.cookie, undefined)
  })

  test('deletes the browser profile of a platform', async () => {
    const profile = join(service.app.dataDir, 'profiles', 'realty')
    await mkdir(profile, { recursive: true })
    assert.equal((await platformRow('realty')).profile, true)
    assert.equal((await post('realty', 'forget')).json.profile, false)
    assert.ok(!existsSync(profile))
  })

  test('answers 409 with a hint to opening a window without a screen', {
    skip: hasScreen,
  }, async () => {
    assert.equal((await platformRow()).window, false)
    const answer = await post('videosite', 'open')
    assert.deepEqual([answer.status, answer.json.detail], [409, 'no_display'])
    assert.ok(answer.json.hint)
  })

  test('answers 404 for an unknown platform', async () => {
    for (const action of ['open', 'forget']) {
      const answer = await post('nowhere', action)
      assert.equal(answer.status, 404)
      assert.match(answer.json.hint, /photosocial, shortvideo/)
    }
  })

  test('is only for the owner of the machine', async () => {
    assert.equal((await service.call('/admin/platforms')).status, 401)
    assert.equal((await service.call('/admin/platforms/videosite/forget', { json: {} })).status, 401)
  })
})
