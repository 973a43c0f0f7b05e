import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createToolWords } from '../../server/mcp/tools/tool-words.ts'
import { startWithList } from '../docs/support/start-with-list.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import type { TestApp } from '../support/start-app.ts'
import { connect, type ToolClient } from './support/clients.ts'

/** Errors of tools speak of tools: a model cannot send a request of its own. */

let winnow: TestApp
let site: LocalSite
let client: ToolClient
/** One that has the tools of databases. */
let keeper: ToolClient
let translate: (text: string) => string

before(async () => {
  site = await startLocalSite()
  site.on('/wall', { status: 403, body: 'no' })
  const started = await startWithList({ allow_hosts: ['127.0.0.1'], videosite_url: 'http://127.0.0.1:9' })
  winnow = started.service
  translate = createToolWords(started.list).translate
  client = await connect(winnow.url, winnow.key, {}, '?groups=default,jobs,batches,crons')
  keeper = await connect(winnow.url, winnow.key, {}, '?groups=jobs,databases')
})
after(async () => {
  await client.close()
  await keeper.close()
  await winnow.stop()
  await site.close()
})

const refused = async (tool: string, given: Record<string, unknown>, of = client) => {
  const { isError, content } = await of.call(tool, given)
  assert.equal(isError, true)
  assert.doesNotMatch(content[0]!.text!, /\/v1|POST|curl|multipart|X-[A-Z]/)
  return content[0]!.text!
}

describe('an id that there is not', () => {
  for (const [tool, given, list] of [
    ['parser_scrape_url', { parserId: 'prs_x', url: 'http://127.0.0.1:9' }, 'parser_list'],
    ['parser_test', { id: 'prs_x', html: '<p>' }, 'parser_list'],
    ['job_get', { id: 'job_x' }, 'job_list'],
    ['database_rows', { id: 'db_x' }, 'database_list'],
  ] as const)
    test(`of ${tool} leads to ${list}`, async () => {
      assert.equal(
        await refused(tool, given, list === 'database_list' ? keeper : client),
        `unknown_resource: There is nothing here under this id. See what there is with ${list}.`,
      )
    })

  const url = 'https://shop.example'
  for (const [tool, given, field, lead] of [
    [
      'batch_create',
      { target: { parser_id: 'prs_x' }, items: [{ input: { url } }] },
      'target.parser_id',
      'See what there is with parser_list.',
    ],
    [
      'batch_create',
      { target: { api_id: 'videosite-chanel' }, items: [{ input: {} }] },
      'target.api_id',
      'APIs: photosocial-profile, ',
    ],
    [
      'job_create',
      { parser_id: 'prs_x', input: { url } },
      'parser_id',
      'See what there is with parser_list.',
    ],
    [
      'job_create',
      { api_id: 'videosite-channel', input: { handle: '@a' }, database_id: 'db_x' },
      'database_id',
      '',
    ],
    [
      'cron_create',
      {
        name: 'a',
        expression: '0 9 * * *',
        timezone: 'UTC',
        target: { type: 'parser', id: 'prs_x', input: { url } },
      },
      'target.id',
      'See what there is with parser_list.',
    ],
  ] as const)
    test(`of ${tool} is named: ${field}`, async () => {
      const text = await refused(tool, given)
      const start = `unknown_resource: There is nothing here under this id. Argument: \`${field}\`.`
      assert.ok(text.startsWith(`${start} ${lead}`.trim()), text)
      if (!lead) assert.equal(text, start)
    })

  test('is named over REST as well', async () => {
    const asked = async (path: string, json: unknown) => {
      const { status, json: body } = await winnow.call(path, { json })
      return [status, body.field]
    }
    const items = [{ input: { url } }]
    assert.deepEqual(await asked('/v1/batches', { target: { parser_id: 'prs_x' }, items }), [
      404,
      'target.parser_id',
    ])
    assert.deepEqual(await asked('/v1/jobs', { parser_id: 'prs_x', input: { url } }), [404, 'parser_id'])
    const named = { target: { api_id: 'realty-details' }, items: [{ input: {} }] }
    assert.deepEqual(await asked('/v1/batches', { ...named, database_id: 'db_x' }), [404, 'database_id'])
  })

  test('of a kept result says how long results are kept', async () => {
    assert.match(await refused('result_read', { id: 'res_x' }), /kept for 24 hours.*Repeat the call\./)
  })
})

test('a list shows none of the fields that it never has', async () => {
  const list = (await client.tools()).find(({ name }) => name === 'parser_list')!
  const [, others] = /also (.*)\.$/.exec(list.inputSchema.properties.fields.description)!
  for (const path of others!.split(', '))
    assert.ok(!(await client.call('parser_list', { fields: [path] })).isError, path)
})

describe('a document that there is not', () => {
  const hint = async (apiId: string) => (await refused('api_docs', { apiId })).split('name. ')[1]

  test('leads to those whose platform is called so', async () => {
    const social = 'Did you mean: photosocial-profile, photosocial-posts, photosocial-post?'
    for (const name of ['instagram', 'Instagram profile API'.slice(0, 9), 'www.instagram.com'])
      assert.equal(await hint(name), social)
  })

  test('leads to those that common words describe', async () => {
    assert.equal(await hint('subtitles'), await hint('videosite'))
    assert.equal(await hint('apartment'), 'Did you mean: realty-details?')
  })

  test('or else names all there are', async () => {
    assert.match((await hint('zzz'))!, /^There are photosocial-profile, .*, and parser-language\.$/)
  })
})

test('documents are found by the names of tools too', async () => {
  const { content } = await client.call('api_docs', { tool: 'videosite_transcript' })
  assert.match(content[0]!.text!, /^# videosite-transcript/)
})

test('a hint names the tool that does what a path does, or the app', async () => {
  assert.match(
    await refused('page_read', { url: `${site.url}/wall` }),
    /send it to parser_parse_html; or try/,
  )
  assert.match(
    await refused('videosite_channel', { handle: '@x' }),
    /without network: send it to Winnow’s app\./,
  )
  const session = await refused('page_read', { url: site.url, fetch: { session: 'ses_x' } })
  assert.match(session, /Choose one that there is \(see Winnow’s app\)/)
})

describe('the state of a record', () => {
  test('is named where it is the reason, with tools that there are', async () => {
    site.on('/slow', () => undefined)
    const parser_id = await winnow.parser({ fields: { title: 'h1' } })
    const { json: job } = await winnow.call('/v1/jobs', {
      json: { parser_id, input: { url: `${site.url}/slow` } },
    })
    const text = await refused('job_result', { id: job.id })
    assert.match(text, /^conflict: This job has no result yet\. State: (pending|running)\. /)
    assert.ok(text.endsWith(`Wait for its end: job_get with id ${job.id} takes \`wait\`, in seconds.`), text)
    await winnow.call(`/v1/jobs/${job.id}/cancel`, { method: 'POST' })
  })

  test('leads to the app for what no tool does', async () => {
    site.on('/title', { body: '<h1>Tea</h1>' })
    const parser_id = await winnow.parser({ fields: { title: 'h1' } })
    const input = { url: `${site.url}/title` }
    const { json: job } = await winnow.call('/v1/jobs', { json: { parser_id, input } })
    await winnow.ended(`/v1/jobs/${job.id}`)
    assert.match(
      await refused('job_retry', { id: job.id }),
      /Its page can be read again with Winnow’s app\.$/,
    )
    const batch = (await winnow.call('/v1/batches', { json: { target: { parser_id }, items: [{ input }] } }))
      .json
    await winnow.ended(`/v1/batches/${batch.id}`)
    assert.match(
      await refused('batch_cancel', { id: batch.id }),
      /What failed is retried with batch_retry with id bat_\w+\. The batch is deleted with Winnow’s app\.$/,
    )
  })
})

test('the example of a call has the arguments alone that the tool takes', async () => {
  assert.match(await refused('parser_list', { limit: 'all' }), /For example: parser_list {"limit":20}$/)
})

test('what is said about requests is left out', async () => {
  const text = await refused('page_read', {})
  assert.match(text, /Give the address of a page as `url`.*Arguments: /s)
  const empty = await refused('page_read', { html: '' })
  assert.match(empty, /The page is empty\./)
})

test('paths of every form are understood, and other dots and slashes stay', () => {
  assert.equal(
    translate('GET /v1/workflow-runs/run_1 says more. See `/v1/parsers`; a/b, 1.5 v1/x stay.'),
    'workflow_run_get with id run_1 says more. See parser_list; a/b, 1.5 v1/x stay.',
  )
})
