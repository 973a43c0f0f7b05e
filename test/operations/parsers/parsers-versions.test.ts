import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const schemaOf = (css: string) => ({ fields: { found: css } })

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const replace = (id: string, css: string, headers = {}) =>
  service.call(`/v1/parsers/${id}`, { method: 'PUT', headers, json: { name: css, schema: schemaOf(css) } })

/** Creates a parser with three versions: h1, h2, h3. */
async function threeVersions() {
  const id = await service.parser(schemaOf('h1'), { name: 'h1' })
  for (const css of ['h2', 'h3']) assert.equal((await replace(id, css)).status, 200)
  return id
}

const versionsOf = async (id: string) => (await service.call(`/v1/parsers/${id}/versions`)).json.data
const restore = (id: string, version: unknown, headers = {}) =>
  service.call(`/v1/parsers/${id}/versions/${version}/restore`, { method: 'POST', headers })

describe('the versions of a parser', () => {
  test('are listed newest first, each as it was', async () => {
    const versions = await versionsOf(await threeVersions())
    const facts = versions.map(({ version, name, schema }: Record<string, unknown>) => [
      version,
      name,
      schema,
    ])
    assert.deepEqual(facts, [
      [3, 'h3', schemaOf('h3')],
      [2, 'h2', schemaOf('h2')],
      [1, 'h1', schemaOf('h1')],
    ])
    for (const { created_at } of versions) assert.ok(Date.parse(created_at))
  })

  test('can be restored, which adds a new version', async () => {
    const id = await threeVersions()
    const answer = await restore(id, 1)
    assert.equal(answer.status, 200)
    assert.partialDeepStrictEqual(answer.json, { id, version: 4, name: 'h1', schema: schemaOf('h1') })
    assert.equal(answer.headers.get('etag'), '"4"')
    assert.deepEqual((await service.call(`/v1/parsers/${id}`)).json, answer.json)
    assert.equal((await versionsOf(id)).length, 4)
  })

  test('are not restored when `If-Match` names another version than the newest', async () => {
    const id = await threeVersions()
    const stale = await restore(id, 1, { 'if-match': '2' })
    assert.deepEqual([stale.status, stale.json.detail], [412, 'stale'])
    assert.equal((await versionsOf(id)).length, 3)
    assert.equal((await restore(id, 1, { 'if-match': '"3"' })).json.version, 4)
  })

  test('are used by the parser once they are restored', async () => {
    const id = await threeVersions()
    const json = { html: '<h1>one</h1><h3>three</h3>' }
    const found = async () => (await service.call(`/v1/parsers/${id}/test`, { json })).json.data.found
    assert.equal(await found(), 'three')
    await restore(id, 1)
    assert.equal(await found(), 'one')
  })

  const absent = { 4: 404, 0: 400, '-1': 400, x: 400, '1.5': 400 }
  for (const [version, status] of Object.entries(absent)) {
    test(`cannot be restored by the number ${version} (${status})`, async () => {
      const id = await threeVersions()
      const answer = await restore(id, version)
      assert.equal(answer.status, status, answer.text)
      if (status === 400) assert.equal(answer.json.field, 'version')
      assert.equal((await versionsOf(id)).length, 3)
    })
  }
})

describe('If-Match', () => {
  for (const ifMatch of ['3', '"3"', 'W/"3"', '*']) {
    test(`${ifMatch} allows a change of version 3`, async () => {
      const answer = await replace(await threeVersions(), 'h4', { 'if-match': ifMatch })
      assert.deepEqual([answer.status, answer.json.version], [200, 4])
    })
  }

  for (const ifMatch of ['2', '"2"', '4']) {
    test(`${ifMatch} refuses a change of version 3 with 412`, async () => {
      const id = await threeVersions()
      const answer = await replace(id, 'h4', { 'if-match': ifMatch })
      assert.deepEqual([answer.status, answer.json.detail], [412, 'stale'], answer.text)
      assert.ok(answer.json.hint)
      assert.equal((await service.call(`/v1/parsers/${id}`)).json.name, 'h3')
    })
  }

  test('with something else than a version is a 400', async () => {
    const answer = await replace(await threeVersions(), 'h4', { 'if-match': 'newest' })
    assert.deepEqual([answer.status, answer.json.field], [400, 'If-Match'])
  })

  test('accepts only a single version, and `If-None-Match` is refused', async () => {
    const id = await threeVersions()
    const list = await replace(id, 'h4', { 'if-match': '"3", "4"' })
    assert.deepEqual([list.status, list.json.hint], [400, 'Name one alone, for example: If-Match: 3'])
    const other = await replace(id, 'h4', { 'if-none-match': '*' })
    assert.deepEqual([other.status, other.json.field], [400, 'If-None-Match'])
    assert.equal((await versionsOf(id)).length, 3)
  })

  test('lets only one of several simultaneous changes succeed', async () => {
    const id = await threeVersions()
    const changes = ['a', 'b', 'c', 'd'].map(css => replace(id, css, { 'if-match': '3' }))
    const statuses = (await Promise.all(changes)).map(answer => answer.status)
    assert.deepEqual(statuses.sort(), [200, 412, 412, 412])
    assert.equal((await versionsOf(id)).length, 4)
  })

  test('is optional: without it each of several simultaneous changes makes a version', async () => {
    const id = await threeVersions()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(css => replace(id, css)))
    assert.deepEqual(answers.map(({ json }) => json.version).sort(), [4, 5, 6, 7])
    for (const { json } of answers) {
      const keptVersion = (await versionsOf(id)).find(
        (row: { version: number }) => row.version === json.version,
      )
      assert.equal(keptVersion.name, json.name)
    }
  })
})

test('a parser that uses a deleted session can be restored only after the session is', async () => {
  const session = (await service.call('/v1/sessions', { json: { name: 'Shop', hosts: ['shop.example'] } }))
    .json.id
  const fetch = { session }
  const changed = await service.parser(schemaOf('h1'), { fetch })
  const deleted = await service.parser(schemaOf('h1'), { fetch })
  assert.equal((await replace(changed, 'h2')).status, 200)
  for (const path of [`/v1/parsers/${deleted}`, `/v1/sessions/${session}`])
    assert.equal((await service.call(path, { method: 'DELETE' })).status, 204)
  const bringBack = (id: string) => service.call(`/v1/parsers/${id}/restore`, { method: 'POST' })
  for (const { status, json } of [await restore(changed, 1), await bringBack(deleted)]) {
    assert.deepEqual([status, json.field], [400, 'fetch.session'])
    assert.match(json.hint, /restore/)
  }
  assert.equal((await versionsOf(changed)).length, 2)
  assert.equal((await service.call(`/v1/sessions/${session}/restore`, { method: 'POST' })).status, 200)
  assert.equal((await restore(changed, 1)).json.fetch.session, session)
  assert.equal((await bringBack(deleted)).json.fetch.session, session)
})
