import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const PAGE = `<h1>Kettle</h1>${Array.from({ length: 3_000 }, (_, i) => `<p>${Math.sin(i)}</p>`).join('')}`

let winnow: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/kettle', { body: PAGE })
  winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await winnow.stop()
  await site.close()
})

interface StoragePart {
  part: string
  bytes: number
  can_empty: boolean
}
const bytesOf = (data: StoragePart[], part: string) => data.find(row => row.part === part)!.bytes
const parts = async (): Promise<StoragePart[]> => (await winnow.admin('/admin/storage')).json.data
const records = async () => (await winnow.admin('/admin/storage')).json.records
const count = () => winnow.admin('/admin/storage/count', {})
const empty = (part: string) => winnow.admin(`/admin/storage/${part}/empty`, {})

describe('/admin/storage', () => {
  test('lists the size of each part, and empties the cached pages', async () => {
    const id = await winnow.parser(
      { fields: { title: { css: 'h1', type: 'string' } } },
      { fetch: { max_age_s: 600 } },
    )
    const scrape = () => winnow.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/kettle` } })
    assert.equal((await scrape()).status, 200)
    const before = await parts()
    assert.ok(bytesOf(before, 'pages') > 10_000)
    assert.ok(bytesOf(before, 'records') > 10_000)
    assert.equal((await scrape()).headers.get('x-source'), 'cache')

    const { data } = (await empty('pages')).json
    assert.equal(bytesOf(data, 'pages'), 0)
    assert.ok(bytesOf(data, 'free') > 10_000)
    assert.notEqual((await scrape()).headers.get('x-source'), 'cache')
    assert.equal((await winnow.call(`/v1/parsers/${id}`)).status, 200)
  })

  test('empties the pages kept for bug reports, and leaves the rest of the data folder', async () => {
    const folder = join(winnow.app.dataDir, 'changed', 'videosite')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'one.json'), 'x'.repeat(5_000))
    assert.equal(bytesOf(await parts(), 'changed'), 5_000)
    assert.equal(bytesOf((await empty('changed')).json.data, 'changed'), 0)
    const filesLeft = await readdir(winnow.app.dataDir)
    assert.ok(filesLeft.includes('winnow.db') && !filesLeft.includes('changed'))
  })

  test('counts the bytes of each kind of record on request', async () => {
    assert.deepEqual((await records()).data, [])
    const html = `<h1>Kettle</h1>${'<p>tea</p>'.repeat(30_000)}`
    const parser = await winnow.parser({ fields: { title: 'h1' } })
    const fixture = await winnow.call(`/v1/parsers/${parser}/fixtures`, { json: { html, name: 'Kettle' } })
    assert.equal(fixture.status, 201)
    const columns = [{ name: 'text', type: 'string' }]
    const database = await winnow.call('/v1/databases', { json: { name: 'Tea', columns } })
    const rows = Array.from({ length: 500 }, (_, i) => ({ text: `${i} ${Math.sin(i)}`.repeat(20) }))
    const answer = await winnow.call(`/v1/databases/${database.json.id}/rows`, { json: { rows } })
    assert.equal(answer.status, 200)

    const [countAnswer, same] = await Promise.all([count(), count(), winnow.call('/v1/credits')])
    assert.deepEqual(countAnswer.json.records, same.json.records, 'both asked for one count')
    const { data, counted_at, is_counting } = await records()
    assert.equal(is_counting, false)
    assert.ok(Date.parse(counted_at) > 0)
    const bytes = (kind: string) => data.find((row: { kind: string }) => row.kind === kind).bytes
    assert.ok(bytes('databases') > 150_000 && bytes('changes') > 150_000, 'rows and their changes')
    assert.ok(bytes('saved_pages') > 0 && bytes('calls') > 0)
    assert.deepEqual(
      data,
      data.toSorted((a: { bytes: number }, b: { bytes: number }) => b.bytes - a.bytes),
    )
    const sum = data.reduce((all: number, row: { bytes: number }) => all + row.bytes, 0)
    const inStore = ['records', 'pages', 'free'].map(part => bytesOf(countAnswer.json.data, part))
    assert.ok(sum <= inStore.reduce((all, size) => all + size) && sum > 300_000)
    assert.deepEqual(
      (await readdir(join(winnow.app.dataDir, 'tmp'))).filter(name => name.endsWith('.db')),
      [],
      'the copy is gone',
    )
  })

  test('refuses to empty a part that holds what users created', async () => {
    for (const { part } of (await parts()).filter(({ can_empty }) => !can_empty))
      assert.equal((await empty(part)).status, 400, part)
    assert.equal((await empty('..')).status, 404)
  })
})
