import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Prebuilt } from '../../server/prebuilt/define-prebuilt.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'
import { upload } from '../extraction/support/upload.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const apis: readonly Prebuilt[] = prebuilts

/** The only fields that may be null in a sample, and why. */
const NULL: Record<string, string> = {
  'videosite-channel links.twitter': 'is told by the real name of another network',
  'videosite-channel links.instagram': 'is told by the real name of another network',
}

interface Sample {
  synthetic: boolean
  asked: Record<string, unknown>
  pages: { name: string; content_type: string; text: string }[]
}

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const sampleOf = async (id: string): Promise<Sample> => {
  const { status, json } = await service.admin(`/admin/samples/${id}`)
  assert.equal(status, 200, `${id} lacks a sample: server/prebuilt/<platform>/samples/${id}.html or .json`)
  return json
}

const extract = (id: string, { pages, asked }: Sample) =>
  service.call(
    `/v1/extract/${id}`,
    upload(
      ...pages.map(page => ({
        name: 'page',
        content: page.text,
        fileName: page.name,
        type: page.content_type,
      })),
      ...Object.entries(asked).map(([name, value]) => ({ name, content: String(value) })),
    ),
  )

/** The values of a result with their paths; an empty list counts as null. */
function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value) && value.length === 0) return [[path, null]]
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name))
}

describe('the offline example of a prebuilt API', () => {
  for (const api of apis)
    test(`${api.id}: is extracted like any saved page, with nearly all fields filled`, async () => {
      const answer = await extract(api.id, await sampleOf(api.id))
      assert.equal(answer.status, 200, answer.text)
      assert.equal(api.output.safeParse(answer.json).error, undefined)
      const fields = leaves(answer.json)
      const missing = fields.filter(([, value]) => value === null).map(([path]) => `${api.id} ${path}`)
      assert.deepEqual(
        missing,
        Object.keys(NULL).filter(path => path.startsWith(`${api.id} `)),
      )
      assert.ok(missing.length <= fields.length / 10, `${missing.length} of ${fields.length} are null`)
    })

  test('has an answer for free, the same as extraction gives', async () => {
    for (const { id } of apis) {
      const { status, json, headers } = await service.admin(`/admin/samples/${id}/answer`)
      const { json: extracted } = await extract(id, await sampleOf(id))
      assert.equal(status, 200, id)
      assert.deepEqual(json, extracted)
      assert.equal(headers.get('x-credits-used'), null)
    }
  })

  test('is marked as invented, in the answer and in each page', async () => {
    for (const { id } of apis) {
      const { synthetic, pages } = await sampleOf(id)
      assert.equal(synthetic, true)
      for (const { name, text } of pages) assert.match(text, /Synthetic sample: an invented page/, name)
    }
  })

  test('has pages of at most 20 KiB', async () => {
    for (const { id } of apis)
      for (const { name, text } of (await sampleOf(id)).pages)
        assert.ok(Buffer.byteLength(text) <= 20_480, name)
  })

  test('contains only addresses of `.example` hosts', async () => {
    for (const { id } of apis)
      for (const { name, text } of (await sampleOf(id)).pages)
        for (const [, host] of text.matchAll(/https?:\/\/([^/"?\\\s]+)/g))
          assert.match(host!, /\.example$/, name)
  })
})

describe('GET /admin/samples', () => {
  test('lists the APIs with their pages, in the order of the docs', async () => {
    const { data } = (await service.admin('/admin/samples')).json
    assert.deepEqual(
      data.map((row: { api_id: string }) => row.api_id),
      apis.map(({ id }) => id),
    )
    for (const { api_id, pages } of data)
      assert.deepEqual(
        pages,
        (await sampleOf(api_id)).pages.map(({ name }) => name),
      )
  })

  for (const id of ['unknown', '..%2fphotosocial-post', '__proto__'])
    test(`answers 404 for ${id}`, async () => {
      assert.equal((await service.admin(`/admin/samples/${id}`)).status, 404)
    })

  test('can only be called by the owner', async () => {
    assert.equal((await service.call('/admin/samples')).status, 401)
  })
})
