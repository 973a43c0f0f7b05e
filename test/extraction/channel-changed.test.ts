import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import * as pages from '../prebuilt/videosite/channel/channel-pages.ts'
import { failure } from '../prebuilt/videosite/refusals.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { json, type Platform, reset, startPlatform } from './support/platform.ts'

let platform: Platform
let service: TestApp
let folder: string
before(async () => {
  platform = await startPlatform()
  service = await startTestApp({ videosite_url: platform.url, keep_changed_payloads: 3 })
  folder = join(service.app.dataDir, 'changed', 'videosite')
})
afterEach(async () => {
  reset(platform)
  await rm(join(service.app.dataDir, 'changed'), { recursive: true, force: true })
})
after(async () => {
  await service.stop()
  await platform.close()
})

const call = (handle: string) => service.call('/v1/videosite-channel', { json: { handle } })
const keptPage = async () => {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.sort().map(async name => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}

async function answersChanged(handle: string) {
  const answer = await call(handle)
  assert.deepEqual([answer.status, answer.json.detail], [502, 'changed'], answer.text)
  assert.match(answer.json.hint, /kept/)
}

describe('the answers of a platform that has changed are kept for diagnosis', () => {
  const unknown = { header: { newRenderer: { title: 'Tidepool' } } }
  const answerUnknown = (page: unknown) =>
    Object.assign(platform.answers, { page: json(page), about: json({}) })

  test('when no reader knows their layout', async () => {
    answerUnknown(unknown)
    await answersChanged(pages.ID)
    assert.deepEqual(await keptPage(), [
      [
        { method: 'POST', path: '/youtubei/v1/browse', status: 200, text: JSON.stringify(unknown) },
        { method: 'POST', path: '/youtubei/v1/browse', status: 200, text: '{}' },
      ],
    ])
  })

  test('when the requests cannot continue because an earlier answer is unknown', async () => {
    Object.assign(platform.answers, { resolve: json({ endpoint: {} }), html: { body: '<p>New</p>' } })
    await answersChanged('@tidepool')
    assert.deepEqual(await keptPage(), [
      [
        { method: 'POST', path: '/youtubei/v1/navigation/resolve_url', status: 200, text: '{"endpoint":{}}' },
        { method: 'GET', path: '/@tidepool/about', status: 200, text: '<p>New</p>' },
      ],
    ])
  })

  test('but only the newest `keep_changed_payloads` of them, readable only by the user who runs Winnow', async () => {
    for (const version of [1, 2, 3, 4, 5]) {
      answerUnknown({ header: { version } })
      await answersChanged(pages.ID)
    }
    const texts = (await keptPage()).map(([page]) => page.text)
    assert.deepEqual(
      texts,
      [3, 4, 5].map(version => JSON.stringify({ header: { version } })),
    )
    if (process.platform === 'win32') return
    const [first = ''] = await readdir(folder)
    assert.equal((await stat(join(folder, first))).mode & 0o077, 0)
  })

  test('unless the folder cannot be written, and then the call still answers as usual', async () => {
    await writeFile(join(service.app.dataDir, 'changed'), 'a file is in the way')
    answerUnknown(unknown)
    await answersChanged(pages.ID)
  })
})

test('no answers are kept of calls that succeed, find nothing or are blocked', async () => {
  assert.equal((await call(pages.ID)).status, 200)
  platform.answers.page = json(failure(404, 'NOT_FOUND'), 404)
  assert.equal((await call(pages.ID)).status, 404)
  Object.assign(platform.answers, { page: { status: 429 }, html: { status: 429 } })
  assert.equal((await call(pages.ID)).json.detail, 'blocked')
  assert.deepEqual(await keptPage(), [])
})
