import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { foreignPages } from '../prebuilt/support/foreign-pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { upload } from './support/upload.ts'

let platform: LocalSite
let service: TestApp
before(async () => {
  platform = await startLocalSite()
  service = await startTestApp({ realty_url: platform.url })
})
after(async () => {
  await service.stop()
  await platform.close()
})

const REFUSALS = [
  '<html><div class="g-recaptcha"></div><div id="px-captcha"></div><p>SlardarWAF</p><title>Login • Instagram</title></html>',
  '<html><title>Not found</title></html>',
  '{}',
]

for (const { api, own, foreign, label, foreignLabel } of foreignPages) {
  const inputParts = Object.entries(api.example.input).map(([name, value]) => ({
    name,
    content: String(value),
  }))
  const extract = (...pages: string[]) =>
    service.call(
      `/v1/extract/${api.id}`,
      upload(...pages.map(content => ({ name: 'page', content, fileName: 'saved' })), ...inputParts),
    )

  describe(`POST /v1/extract/${api.id}`, () => {
    test('reads the page that was asked for when it is sent along with a foreign one', async () => {
      const [ownAnswer, bothAnswer] = [await extract(own), await extract(foreign, own)]
      assert.equal(ownAnswer.status, 200, ownAnswer.text)
      assert.equal(bothAnswer.text, ownAnswer.text)
    })

    test('refuses a page of another subject with 400, free', async () => {
      const { status, json, headers } = await extract(foreign)
      assert.deepEqual([status, json.detail], [400, 'not_asked_for'])
      assert.equal(json.error, `This page is of ${foreignLabel}, not of ${label}.`)
      assert.match(json.hint, /Send the page of what you ask for/)
      assert.equal(headers.get('x-credits-used'), '0')
    })

    test('never advises saving the page, nor mentions this machine, as the page is already a saved one', async () => {
      for (const page of REFUSALS) {
        const { json } = await extract(page)
        assert.ok(json.error && json.hint, page)
        assert.doesNotMatch(`${json.error} ${json.hint}`, /\bsave\b|\/v1\/extract|this machine|is kept/i)
      }
    })
  })
}

describe('GET /v1/realty-details', () => {
  const { foreign } = foreignPages.find(({ api }) => api.id === 'realty-details')!
  const get = (zpid: string) => service.call(`/v1/realty-details?url=${zpid}_zpid`)

  test('refuses the page of another home, free', async () => {
    platform.on('/homedetails/10000001_zpid/', { body: foreign })
    const { status, json, headers } = await get('10000001')
    assert.deepEqual([status, json.detail], [400, 'not_asked_for'])
    assert.match(json.hint, /ask for that instead/)
    assert.equal(headers.get('x-credits-used'), '0')
  })

  test('follows the redirect of the platform to another home, as for one that was listed again', async () => {
    platform.on('/homedetails/10000003_zpid/', {
      status: 301,
      headers: { location: '/homedetails/10000002_zpid/' },
      body: '',
    })
    platform.on('/homedetails/10000002_zpid/', { body: foreign })
    const { status, json, text } = await get('10000003')
    assert.deepEqual([status, json.zpid], [200, '10000002'], text)
  })
})
