import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

/** Too large to be decoded on the event loop, in a charset that no other call of the test uses. */
const PAGE = `<h1>Ménage</h1>${'<p>café</p>'.repeat(40_000)}`
const TYPE = 'text/html; charset=windows-1252'
const BYTES = Buffer.from(PAGE, 'latin1')

let site: LocalSite
let service: TestApp

before(async () => {
  site = await startLocalSite()
  site.on('/page', { body: BYTES, headers: { 'content-type': TYPE } })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await service.stop()
  await site.close()
})

const file = () => {
  const form = new FormData()
  form.set('html', new Blob([BYTES], { type: TYPE }), 'page.html')
  return form
}

const asOwner = (body: FormData) =>
  service.call('/admin/pages/open', { body, headers: { authorization: `Bearer ${service.app.adminToken}` } })

async function sentPage(): Promise<string> {
  const { json } = await service.call('/v1/sent-pages', { body: file() })
  return `/v1/sent-pages/${json.id}`
}

async function savedPage(): Promise<string> {
  const parser_id = await service.parser({ fields: { title: 'h1' } })
  const input = { url: `${site.url}/page` }
  const job = (await service.call('/v1/jobs', { json: { parser_id, input } })).json
  await service.ended(`/v1/jobs/${job.id}`)
  const path = `/v1/parsers/${parser_id}/fixtures`
  const { json } = await service.call(path, { json: { name: 'one', job_id: job.id } })
  return `${path}/${json.id}/page`
}

describe('the text of a large page is not decoded on the event loop: one', () => {
  const readers: Record<string, () => Promise<() => ReturnType<TestApp['call']>>> = {
    'that was sent to the app': async () => {
      const path = await sentPage()
      return () => service.call(path)
    },
    'that is saved with a parser': async () => {
      const path = await savedPage()
      return () => service.call(path)
    },
    'that is fetched to look at it': async () => () =>
      service.admin('/admin/pages', { url: `${site.url}/page` }),
    'that is taken out of a file': async () => () => asOwner(file()),
  }
  for (const [which, prepare] of Object.entries(readers))
    test(which, async t => {
      const read = await prepare()
      const decode = mock.method(TextDecoder.prototype, 'decode')
      t.after(() => decode.mock.restore())
      const { json } = await read()
      assert.equal(json.html === PAGE, true)
      const encodings = decode.mock.calls.map(call => (call.this as { encoding: string }).encoding)
      assert.equal(encodings.includes('windows-1252'), false)
    })
})

test('a page that was sent to the app can be opened more than once', async () => {
  const path = await sentPage()
  const first = await service.call(path)
  assert.equal((await service.call(path)).text === first.text, true)
})
