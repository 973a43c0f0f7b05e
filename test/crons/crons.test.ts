import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDatabase } from '../databases/support/database.ts'
import { documentOf, scrapeEach } from '../workflows/support/run-site.ts'
import { type Json, startCronSite, YEARLY } from './support/cron-site.ts'

const { jobs, post, cron, ofPage, read } = startCronSite()

describe('a cron', () => {
  test('is stored with its defaults, its next tick and its expression in plain words', async () => {
    const created = await cron({ expression: '0 9 * * 1-5', timezone: 'Europe/Berlin', ...ofPage('/page') })
    assert.match(created.id, /^crn_/)
    assert.deepEqual(
      [created.overlap, created.misfire, created.max_consecutive_failures],
      ['skip', 'run_once', 5],
    )
    assert.equal(created.reading, 'At 09:00, Monday through Friday')
    assert.ok(Date.parse(created.next_run_at) > Date.now())
    assert.deepEqual([created.last_run, created.enabled, created.paused_reason], [null, true, null])
    assert.deepEqual(await read(created.id), created)
  })

  test('can be replaced, deleted and restored, and a stale replacement is refused', async () => {
    const { id, version } = await cron(ofPage('/page'))
    const json = { name: 'other', expression: '*/5 * * * *', timezone: 'UTC', ...ofPage('/page') }
    const replaceCron = (headers = {}) =>
      jobs.service.call(`/v1/crons/${id}`, { method: 'PUT', json, headers })
    const replaced = await replaceCron({ 'if-match': String(version) })
    assert.deepEqual([replaced.status, replaced.json.version, replaced.json.name], [200, 2, 'other'])
    assert.equal((await replaceCron({ 'if-match': String(version) })).status, 412)
    assert.equal((await jobs.service.call(`/v1/crons/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await jobs.service.call(`/v1/crons/${id}`)).status, 404)
    const restored = await post(`/v1/crons/${id}/restore`)
    assert.equal(restored.status, 200)
    assert.ok(Date.parse(restored.json.next_run_at) > Date.now())
  })

  test('is restored in the paused state when its database or workflow was deleted in the meantime', async () => {
    const database = await makeDatabase(jobs.service)
    const workflow = await post('/v1/workflows', documentOf({ nodes: [['start', 'input']] }))
    const { target } = ofPage('/page')
    const cases: [target: object, path: string, field: string][] = [
      [{ ...target, database_id: database.id }, `/v1/databases/${database.id}`, 'target.database_id'],
      [
        { type: 'workflow', id: workflow.json.id, input: {} },
        `/v1/workflows/${workflow.json.id}`,
        'target.id',
      ],
    ]
    for (const [title, path, field] of cases) {
      const { id } = await cron({ target: title })
      for (const deletedPath of [`/v1/crons/${id}`, path])
        assert.equal((await jobs.service.call(deletedPath, { method: 'DELETE' })).status, 204)
      const { status, json } = await post(`/v1/crons/${id}/restore`)
      assert.deepEqual([status, json.enabled, json.next_run_at], [200, false, null])
      assert.equal(json.paused_reason, `What \`${field}\` names was deleted.`)
    }
  })

  const bad: [string, Record<string, unknown>, string][] = [
    ['an expression that is none', { expression: 'often' }, 'expression'],
    ['seconds', { expression: '* * * * * *' }, 'expression'],
    ['a day that never comes', { expression: '0 0 30 2 *' }, 'expression'],
    ['a nickname', { expression: '@daily' }, 'expression'],
    ['a zone that is none', { timezone: 'Mars/Base' }, 'timezone'],
    ['an offset for a zone', { timezone: '+02:00' }, 'timezone'],
    ['a field too many', { every: 'day' }, 'every'],
    ['no parser', { target: { type: 'parser', input: {} } }, 'target.id'],
    ['no address', { target: { type: 'parser', id: 'PARSER', input: {} } }, 'target.input.url'],
    ['an address too many', { target: { type: 'parser', id: 'PARSER', input: { urls: [] } } }, 'target.input.urls'],
    ['a parameter that the API refuses', { target: { type: 'api', id: 'videosite-channel', input: { handle: '' } } }, 'target.input.handle'],
    ['one of a list of parameters', { target: { type: 'api', id: 'videosite-channel', input: [{ handle: '@a' }, {}] } }, 'target.input[1]'],
    ['an empty list of parameters', { target: { type: 'api', id: 'videosite-channel', input: [] } }, 'target.input'],
    ['a text instead of parameters', { target: { type: 'api', id: 'videosite-channel', input: '@a' } }, 'target.input'],
    ['a database for a workflow, which writes its own rows', { target: { type: 'workflow', id: 'wf_none', database_id: 'garbage' } }, 'target.database_id'],
    ['a batch without items', { target: { type: 'batch', input: { target: { parser_id: 'PARSER' } } } }, 'target.input.items'],
    ['a budget of nothing', { budget: { per_day: 0 } }, 'budget.per_day'],
  ] // biome-ignore format: a table
  for (const [what, fields, field] of bad)
    test(`is refused with ${what}`, async () => {
      const json = JSON.parse(JSON.stringify({ name: 'x', ...YEARLY, ...ofPage('/page'), ...fields }).replaceAll('PARSER', jobs.parser)) // biome-ignore format: one line
      const answer = await post('/v1/crons', json)
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
      assert.ok(answer.json.error)
      assert.doesNotMatch(answer.json.error, /\d{4}/)
    })

  test('is refused with the part of its expression that is wrong', async () => {
    const errorOf = async (expression: string) => {
      const { status, json } = await post('/v1/crons/preview', { expression, timezone: 'UTC' })
      assert.equal(status, 400)
      assert.match(json.hint, /^Five fields: /)
      return json.error.replace('This expression cannot be read: ', '')
    }
    assert.equal(await errorOf('0 9 * *'), 'it has 4 fields instead of five.')
    assert.equal(await errorOf('0 0 9 * * 1'), 'it has 6 fields instead of five.')
    assert.equal(await errorOf('often'), 'it has 1 field instead of five.')
    assert.equal(await errorOf('99 9 * * *'), '`99` is not a valid minute.')
    assert.equal(await errorOf('0 9 * * mondays'), '`mondays` is not a valid day of the week.')
  })

  test('cannot refer to a target that does not exist or belongs to another account', async () => {
    const foreign = await jobs.service.keyFor('other')
    const parser = await jobs.service.parser({ fields: { title: 'h1' } }, {}, foreign)
    for (const target of [
      { type: 'parser', id: parser, input: { url: 'https://example.com/' } },
      { type: 'parser', id: 'prs_none', input: { url: 'https://example.com/' } },
      { type: 'batch', id: 'bat_none' },
      { type: 'workflow', id: 'wf_none' },
      { type: 'api', id: 'videosite-smells', input: {} },
    ]) {
      const answer = await post('/v1/crons', { name: 'x', ...YEARLY, target })
      const { error, field, hint, ...rest } = answer.json
      assert.deepEqual([answer.status, field, rest], [404, 'target.id', {}], answer.text)
      assert.deepEqual(
        [error, hint === undefined],
        ['There is nothing here under this id.', target.type !== 'api'],
      )
    }
    const { id } = await cron(ofPage('/page'))
    const others = await jobs.service.call(`/v1/crons/${id}`, { headers: { 'x-api-key': foreign } })
    const none = await jobs.service.call('/v1/crons/crn_none')
    assert.deepEqual([others.status, others.text], [404, none.text])
  })

  test('is listed together with workflows when the deletion of their parser or database is refused', async () => {
    const parser = await jobs.service.parser({ fields: { title: 'h1' } })
    const database = await makeDatabase(jobs.service)
    const workflow = await post('/v1/workflows', {
      ...documentOf({
        nodes: [...scrapeEach(parser), ['rows', 'write_rows', { database_id: database.id }]],
      }),
    })
    assert.equal(workflow.status, 201, workflow.text)
    const { id } = await cron({
      target: {
        type: 'parser',
        id: parser,
        input: { url: `${jobs.site.url}/page` },
        database_id: database.id,
      },
    })
    for (const path of [`/v1/parsers/${parser}`, database.path]) {
      const { status, json } = await jobs.service.call(path, { method: 'DELETE' })
      assert.deepEqual([status, json.dependants], [409, [workflow.json.id, id]], json.error)
      assert.match(json.error, /^Workflows and crons need this (parser|database)\.$/)
      assert.match(json.hint, /workflows.*crons/)
    }
  })

  test('prevents the deletion of the parser and database of the batch that it runs again', async () => {
    const parser = await jobs.service.parser({ fields: { title: 'h1' } })
    const columns = [{ name: 'title', type: 'string' }]
    const database = await makeDatabase(jobs.service, { columns })
    const other = await makeDatabase(jobs.service, { columns })
    const items = [{ input: { url: `${jobs.site.url}/page` } }]
    const batch = await post('/v1/batches', {
      target: { parser_id: parser },
      items,
      database_id: database.id,
    })
    await jobs.batchEnded(batch.json.id)
    const target = { type: 'batch', id: batch.json.id }
    const { id } = await cron({ target })
    const elsewhere = await cron({ target: { ...target, database_id: other.id } })
    const dependantsOf = async (path: string) =>
      (await jobs.service.call(path, { method: 'DELETE' })).json.dependants
    assert.deepEqual(await dependantsOf(`/v1/parsers/${parser}`), [id, elsewhere.id])
    assert.deepEqual(await dependantsOf(database.path), [id])
    assert.deepEqual(await dependantsOf(other.path), [elsewhere.id])
  })

  test('needs the session and the webhook that its batch names, and keeps the session from deletion', async () => {
    const created = await post('/v1/sessions', { name: 'shop', hosts: ['127.0.0.1'] })
    const ofBatch = (session: string, webhook?: string) => ({
      type: 'batch',
      input: {
        target: { parser_id: jobs.parser },
        items_from: { links: { url: `${jobs.site.url}/page`, fetch: { session } } },
        webhook,
      },
    })
    const refusal = async (target: object) => {
      const { status, json } = await post('/v1/crons', { name: 'x', ...YEARLY, target })
      return [status, json.field]
    }
    const session: string = created.json.id
    assert.deepEqual(await refusal(ofBatch('ses_none')), [400, 'target.input.items_from.links.fetch.session'])
    assert.deepEqual(await refusal(ofBatch(session, 'whk_none')), [404, 'target.input.webhook'])
    const { id } = await cron({ target: ofBatch(session) })
    const { status, json } = await jobs.service.call(`/v1/sessions/${session}`, { method: 'DELETE' })
    assert.deepEqual([status, json.dependants], [409, [id]])
  })

  test('prevents the deletion of its parser', async () => {
    const { id } = await cron(ofPage('/page'))
    const answer = await jobs.service.call(`/v1/parsers/${jobs.parser}`, { method: 'DELETE' })
    assert.equal(answer.status, 409)
    assert.ok(answer.json.dependants.length)
    assert.ok(id)
  })
})

describe('the preview of ticks', () => {
  test('shows the next ticks of an expression in two time zones, and the expression in plain words', async () => {
    const json = { expression: '30 2 * * *', timezone: 'Europe/Berlin', from: '2026-03-28T12:00:00Z', also_timezone: 'America/New_York' } // biome-ignore format: one line
    const { status, json: shown } = await post('/v1/crons/preview', json)
    assert.equal(status, 200)
    assert.equal(shown.data.length, 10)
    assert.deepEqual(shown.data.slice(0, 2), ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
    assert.deepEqual(shown.local.slice(0, 2), ['2026-03-29T03:00:00+02:00', '2026-03-30T02:30:00+02:00'])
    assert.deepEqual(shown.also.slice(0, 2), ['2026-03-28T21:00:00-04:00', '2026-03-29T20:30:00-04:00'])
    assert.equal(shown.reading, 'At 02:30')
    assert.equal((await post('/v1/crons/preview', { ...json, hour12: true })).json.reading, 'At 02:30 AM')
    for (const [field, value] of Object.entries({ expression: 'x', timezone: 'x', also_timezone: 'x' })) {
      const answer = await post('/v1/crons/preview', { ...json, [field]: value })
      assert.deepEqual([answer.status, answer.json.field], [400, field])
    }
  })

  test('shows the ticks of all active crons during the coming day', async () => {
    const hourly = await cron({ ...ofPage('/page'), expression: '15 * * * *' })
    const often = await cron({ ...ofPage('/page'), expression: '*/5 * * * *' })
    const paused = await cron({ ...ofPage('/page'), expression: '0 * * * *', enabled: false })
    const { json } = await jobs.service.call('/v1/cron-calendar?hours=24&from=2026-06-01T00:15:00.000Z')
    const of = (id: string) => json.data.find((one: Json) => one.cron_id === id)
    assert.deepEqual([of(hourly.id).times.length, of(hourly.id).times[0]], [24, '2026-06-01T00:15:00.000Z'])
    assert.deepEqual([of(often.id).times.length, of(often.id).has_more], [100, true])
    assert.equal(of(paused.id), undefined)
    assert.equal(json.until, '2026-06-02T00:15:00.000Z')
  })
})
