import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NUMBERS = [1, 2, 3, 4]
const TEMPLATE = '<p class="part of the template">What all of them share.</p>'
const pageOf = (number: number, parts: number) =>
  `<h1>Kettle ${number}</h1>${TEMPLATE.repeat(parts)}<p>${number ** 3}</p>`
const SMALL = 100
const LARGE = 6_000

let site: LocalSite
before(async () => {
  site = await startLocalSite()
})
after(() => site.close())

const start = (folder: string) => startTestApp({ data_dir: folder, allow_hosts: ['127.0.0.1'] })

const htmlOf = async (service: TestApp, job: string): Promise<string> =>
  (await service.call(`/v1/jobs/${job}/page`)).json.html

/** Runs jobs that each read a page, one after another. Returns their ids. */
async function readAll(service: TestApp, bodies: (string | Buffer)[]): Promise<string[]> {
  const ids: string[] = []
  const parser_id = await service.parser({ fields: { title: { css: 'h1', required: true } } })
  for (const [i, body] of bodies.entries()) {
    site.on(`/${i}`, { body })
    const created = await service.call('/v1/jobs', {
      json: { parser_id, input: { url: `${site.url}/${i}` } },
    })
    ids.push((await service.ended(`/v1/jobs/${created.json.id}`)).id)
  }
  return ids
}

/** The dictionaries of these jobs’ pages, read from the store of a stopped service. */
function dictionariesOf(folder: string, ids: string[]): (number | null)[] {
  const db = new Database(databaseFile(folder))
  const find = db
    .prepare<[string], number | null>(
      'SELECT dictionary FROM job_pages JOIN job_specs ON job = seq WHERE id = ?',
    )
    .pluck()
  const found = ids.map(id => find.get(id)!)
  db.close()
  return found
}

for (const [what, parts] of [
  ['small', SMALL],
  ['large', LARGE],
] as const)
  test(`${what} pages of one site are compressed with the first of them as dictionary, and read back unchanged`, async () => {
    const folder = tempFolder()
    const bodies = NUMBERS.map(number => pageOf(number, parts))
    const first = await start(folder)
    const ids = await readAll(first, bodies)
    for (const [i, id] of ids.entries()) assert.equal(await htmlOf(first, id), bodies[i])
    await first.stop()
    const [own, ...others] = dictionariesOf(folder, ids)
    assert.deepEqual([own, new Set(others).size], [null, 1])
    assert.ok(others[0])
    const second = await start(folder)
    for (const [i, id] of ids.entries()) assert.equal(await htmlOf(second, id), bodies[i])
    await second.stop()
  })

test('a page that was compressed with a dictionary can be reparsed, traced, and saved for longer than its job', async () => {
  const service = await start(tempFolder())
  const ids = await readAll(
    service,
    NUMBERS.map(number => pageOf(number, SMALL)),
  )
  const id = ids.at(-1)!
  const again = await service.call(`/v1/jobs/${id}/reparse`, { method: 'POST' })
  const { id: ended, state } = await service.ended(`/v1/jobs/${again.json.id}`)
  const result = await service.call(`/v1/jobs/${ended}/result`)
  assert.deepEqual([state, result.json], ['completed', { title: 'Kettle 4' }])
  const trace = await service.call(`/v1/jobs/${id}/trace`)
  assert.deepEqual([trace.status, trace.json.fault], [200, null])

  const parser = (await service.call(`/v1/jobs/${id}`)).json.parser_id
  const fixture = await service.call(`/v1/parsers/${parser}/fixtures`, { json: { name: 'kept', job_id: id } })
  for (const one of [...ids, ended])
    assert.equal((await service.call(`/v1/jobs/${one}`, { method: 'DELETE' })).status, 204)
  const page = await service.call(`/v1/parsers/${parser}/fixtures/${fixture.json.id}/page`)
  assert.equal(page.json.html, pageOf(4, SMALL))
  await service.stop()
})

test('a first page that starts with the magic number of a zstd dictionary is not used as a dictionary', async () => {
  const folder = tempFolder()
  const service = await start(folder)
  const body = Buffer.concat([Buffer.from([0x37, 0xa4, 0x30, 0xec]), Buffer.from(pageOf(1, SMALL))])
  const ids = await readAll(service, [body, body, body])
  for (const id of ids) assert.ok((await htmlOf(service, id)).endsWith(pageOf(1, SMALL)))
  await service.stop()
  assert.deepEqual(dictionariesOf(folder, ids), [null, null, null])
})
