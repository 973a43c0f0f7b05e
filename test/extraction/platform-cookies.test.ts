import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { videosite } from '../../server/prebuilt/videosite/platform.ts'
import * as pages from '../prebuilt/videosite/channel/channel-pages.ts'
import type { SiteHandler } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { json, type Platform, reset, startPlatform } from './support/platform.ts'

/** The domain of the platform, as its cookies name it. */
const SITE = new URL(videosite.origin).hostname.replace('www.', '')

let platform: Platform
let service: TestApp
before(async () => {
  platform = await startPlatform()
  service = await startTestApp({ videosite_url: platform.url, retries: 1 })
})
afterEach(() => reset(platform))
after(async () => {
  await service.stop()
  await platform.close()
})

const get = () => service.call(`/v1/videosite-channel?handle=${pages.ID}`)
/** The cookies of the requests since the last call of this function. */
const cookies = () => platform.requests.splice(0).map(({ headers }) => headers.cookie)

/** The channel's page, with these `Set-Cookie` headers. */
const setting = (...lines: string[]): SiteHandler => ({
  ...json(pages.pageHeader),
  headers: { 'content-type': 'application/json', 'set-cookie': lines },
})

describe('the cookies of a platform', () => {
  test('are sent with its later requests, within a call and across calls', async () => {
    platform.answers.page = setting(
      `visitor=a,b; Domain=.${SITE}; Path=/; Secure; HttpOnly`,
      'region=eu; Path=/',
    )
    assert.equal((await get()).status, 200)
    assert.deepEqual(cookies(), [undefined, 'visitor=a,b; region=eu'])
    assert.equal((await get()).status, 200)
    assert.deepEqual(cookies(), ['visitor=a,b; region=eu', 'visitor=a,b; region=eu'])
  })

  test('are forgotten once the platform refuses the requests that carry them', async () => {
    platform.answers.page = setting('visitor=b; Path=/')
    await get()
    Object.assign(platform.answers, { page: json({}, 403), html: json({}, 403) })
    await get()
    reset(platform)
    cookies()
    await get()
    assert.ok(cookies().every(cookie => !cookie?.includes('visitor')))
  })
})

test('the cookies of a platform survive a restart until the owner forgets them', async () => {
  const data_dir = join(tempFolder(), 'data')
  const flags = { videosite_url: platform.url, retries: 1, data_dir }
  const ask = async (callOther: (other: TestApp) => Promise<unknown>) => {
    const other = await startTestApp(flags)
    await callOther(other)
    await other.stop()
  }
  const call = (other: TestApp) => other.call(`/v1/videosite-channel?handle=${pages.ID}`)
  platform.answers.page = setting('visitor=c; Path=/')
  await ask(call)
  reset(platform)
  cookies()
  await ask(async other => {
    await call(other)
    await other.admin('/admin/platforms/videosite/forget', {})
  })
  assert.ok(cookies().every(cookie => cookie?.includes('visitor=c')))
  await ask(call)
  assert.ok(cookies().every(cookie => !cookie?.includes('visitor')))
})

test('a request to a platform is retried after a temporary failure although it is a POST', async () => {
  let visits = 0
  platform.answers.page = (_, response) =>
    visits++ ? response.end(JSON.stringify(pages.pageHeader)) : response.destroy()
  assert.equal((await get()).status, 200)
  assert.deepEqual(platform.asked(), ['page', 'page', 'about'])
})
