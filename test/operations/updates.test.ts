import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { createUpdates, type Updates } from '../../server/accounts/updates.ts'
import { openStore } from '../../server/store/open-store.ts'
import { signIn } from '../http/support/sign-in.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

const SCHEMA = { fields: { title: 'h1' } }

/** Follows an account with a key; `next` resolves to the next event, or to null after the end. */
async function follow(key = winnow.key, from = winnow) {
  const control = new AbortController()
  const response = await fetch(`${from.url}/v1/updates`, {
    headers: { 'x-api-key': key },
    signal: control.signal,
  })
  assert.equal(response.status, 200)
  const events = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const next = async (): Promise<Updates | null> => {
    const { done, value } = await events.read()
    return done ? null : JSON.parse(value.data)
  }
  assert.deepEqual(await next(), { reset: true, updates: [] })
  /** Reads events until one names this kind. */
  const until = async (kind: string) => {
    for (;;) {
      const found = (await next())!.updates.find(update => update.kind === kind)
      if (found) return found
    }
  }
  return { next, until, stop: () => control.abort() }
}

/** Opens a window of the app; gives its key, and a function that sends requests with its cookie. */
async function openWindow(from = winnow) {
  const cookie = await signIn(from)
  const ask = (path: string, json?: unknown) => {
    const headers = { 'x-api-key': '', cookie, 'sec-fetch-site': 'same-origin' }
    return from.call(path, { headers, ...(json !== undefined && { json }) })
  }
  return { ask, key: (await ask('/admin/sign-in', {})).json.key as string }
}

describe('the updates of an account', () => {
  test('name each record that was created or changed', async () => {
    const stream = await follow()
    const id = await winnow.parser(SCHEMA)
    assert.deepEqual(await stream.until('parser'), { kind: 'parser', id })
    await winnow.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name: 'other', schema: SCHEMA } })
    assert.deepEqual(await stream.until('parser'), { kind: 'parser', id })
    stream.stop()
  })

  test('name what background work creates and changes', async () => {
    const parser = await winnow.parser(SCHEMA)
    const stream = await follow()
    const json = { type: 'parse', parser_id: parser, input: { html: '<h1>Kettle</h1>' } }
    const { id } = (await winnow.call('/v1/jobs', { json })).json
    assert.deepEqual(await stream.until('job'), { kind: 'job', id })
    await winnow.ended(`/v1/jobs/${id}`)
    const target = { type: 'parser', id: parser, input: { html: '<h1>Kettle</h1>' } }
    const night = { name: 'Night', expression: '0 3 * * *', timezone: 'UTC', target }
    const cron = await winnow.call('/v1/crons', { json: night })
    assert.equal(cron.status, 201, cron.text)
    assert.deepEqual(await stream.until('cron'), { kind: 'cron', id: cron.json.id })
    const nodes = [{ id: 'start', type: 'input' }]
    const workflow = await winnow.call('/v1/workflows', { json: { name: 'One', nodes, edges: [] } })
    const run = await winnow.call(`/v1/workflows/${workflow.json.id}/run`, { json: { input: {} } })
    assert.equal(run.status, 202, run.text)
    assert.deepEqual(await stream.until('workflow_run'), { kind: 'workflow_run', id: run.json.id })
    stream.stop()
  })

  test('name nothing of other accounts, and name settings of the machine only to its owner', async () => {
    const { key } = await openWindow()
    const [foreignStream, window] = [await follow(await winnow.keyFor('stranger')), await follow(key)]
    await winnow.parser(SCHEMA)
    await winnow.admin('/admin/settings/credits_low', { value: 7 })
    assert.deepEqual(await window.until('setting'), { kind: 'setting', id: 'credits_low' })
    const parser = await winnow.parser(SCHEMA, {}, await winnow.keyFor('stranger'))
    const updates: Updates['updates'] = []
    while (!updates.some(({ id }) => id === parser)) updates.push(...(await foreignStream.next())!.updates)
    const others = updates.filter(
      ({ kind, id }) => kind === 'setting' || (kind === 'parser' && id !== parser),
    )
    assert.deepEqual(others, [])
    for (const stream of [foreignStream, window]) stream.stop()
  })

  test('need a key', async () => {
    assert.equal((await winnow.call('/v1/updates', { headers: { 'x-api-key': '' } })).status, 401)
  })

  test('do not name the calls of a window that shows them, which would make it read them again', async () => {
    const { key } = await openWindow()
    const stream = await follow(key)
    await winnow.call('/v1/jobs', { headers: { 'x-api-key': key } })
    const { id } = (await winnow.admin('/admin/keys', { name: 'later' })).json
    const updates: Updates['updates'] = []
    while (!updates.some(update => update.id === id)) updates.push(...(await stream.next())!.updates)
    assert.deepEqual(updates, [{ kind: 'key', id }])
    await winnow.call('/v1/jobs')
    await stream.until('call')
    stream.stop()
  })

  test('do not count as running calls', async () => {
    const stream = await follow()
    assert.equal((await winnow.admin('/admin/status')).json.running, 0)
    stream.stop()
  })

  test('count towards the limit of event streams of the account', async () => {
    const key = await winnow.keyFor('narrow')
    await winnow.admin('/admin/accounts/narrow', { limits: { event_streams: 1 } })
    const stream = await follow(key)
    const refused = await winnow.call('/v1/updates', { headers: { 'x-api-key': key } })
    assert.deepEqual([refused.status, refused.json.limit], [429, 1])
    stream.stop()
  })

  test('end when their key is revoked', async () => {
    const created = (await winnow.admin('/admin/keys', { name: 'short' })).json
    const stream = await follow(created.secret)
    await winnow.admin(`/admin/keys/${created.id}/revoke`, {})
    await assert.rejects(stream.next().then(event => event && stream.next()))
  })

  test('end when their window is signed out', async () => {
    const window = await openWindow()
    const stream = await follow(window.key)
    assert.equal((await window.ask('/admin/sign-in/end', {})).status, 204)
    await assert.rejects(stream.next().then(event => event && stream.next()))
  })

  test('end when the service stops, which does not wait for them', async () => {
    const other = await startTestApp()
    const stream = await follow(other.key, other)
    await other.stop()
    await assert.rejects(stream.next())
  })
})

describe('an update of very many records', () => {
  test('names only their kind', async () => {
    const store = openStore(tempFolder())
    const { id: accountId } = await store.accounts.ensure('default', 0, 1)
    const control = new AbortController()
    const events = createUpdates(store).follow({ accountId, seesMachine: false }, control.signal)
    await events.next()
    const pending = events.next()
    const keys = Array.from({ length: 101 }, (_, i) => `key_${i}`)
    for (const id of keys)
      void store.keys.create({ id, account_id: accountId, name: id, hash: id, prefix: '', last4: '', scopes: [], monthly_cap: null, expires_at: null, origin: null, created_at: 1 }) // biome-ignore format: one row
    assert.deepEqual((await pending).value, { reset: false, updates: [{ kind: 'key', id: null }] })
    control.abort()
    assert.equal((await events.next()).done, true)
    store.close()
  })
})
