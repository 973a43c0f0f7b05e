import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createToolWords } from '../../server/mcp/tools/tool-words.ts'
import { startWithOperations } from '../docs/support/start-with-operations.ts'
import { createSession } from '../sessions/support/create-session.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import type { TestApp } from '../support/start-app.ts'
import { connect, type ToolClient } from './support/clients.ts'

/** Error messages of tools mention tools instead of requests, which a model cannot send. */

let winnow: TestApp
let site: LocalSite
let client: ToolClient
/** A client with the tools of databases. */
let keeper: ToolClient
let translate: (text: string) => string

before(async () => {
  site = await startLocalSite()
  site.on('/wall', { status: 403, body: 'no' })
  const started = await startWithOperations({
    allow_hosts: ['127.0.0.1'],
    videosite_url: 'http://127.0.0.1:9',
  })
  winnow = started.service
  translate = createToolWords(started.list).translate
  client = await connect(winnow.url, winnow.key, {}, '?groups=default,jobs,batches,crons')
  keeper = await connect(winnow.url, winnow.key, {}, '?groups=jobs,databases,workflows')
})
after(async () => {
  await client.close()
  await keeper.close()
  await winnow.stop()
  await site.close()
})

const refusalOf = async (tool: string, args: Record<string, unknown>, of = client) => {
  const { isError, content } = await of.call(tool, args)
  assert.equal(isError, true)
  assert.doesNotMatch(content[0]!.text!, /\/v1|POST|curl|multipart|X-[A-Z]/)
  return content[0]!.text!
}

describe('an unknown id', () => {
  for (const [tool, args, list] of [
    ['parser_scrape_url', { parserId: 'prs_x', url: 'http://127.0.0.1:9' }, 'parser_list'],
    ['parser_test', { id: 'prs_x', html: '<p>' }, 'parser_list'],
    ['job_get', { id: 'job_x' }, 'job_list'],
    ['database_rows', { id: 'db_x' }, 'database_list'],
    ['workflow_run_get', { id: 'run_x' }, 'workflow_run_list'],
  ] as const)
    test(`given to ${tool} gets a hint to use ${list}`, async () => {
      assert.equal(
        await refusalOf(tool, args, /^(database|workflow)/.test(list) ? keeper : client),
        `unknown_resource: There is nothing here under this id. See what there is with ${list}.`,
      )
    })

  const url = 'https://shop.example'
  for (const [tool, args, field, lead] of [
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
    test(`given to ${tool} is reported as the argument ${field}`, async () => {
      const text = await refusalOf(tool, args)
      const start = `unknown_resource: There is nothing here under this id. Argument: \`${field}\`.`
      assert.ok(text.startsWith(`${start} ${lead}`.trim()), text)
      if (!lead) assert.equal(text, start)
    })

  test('is reported with its field over REST too', async () => {
    const fieldOfRefusal = async (path: string, json: unknown) => {
      const { status, json: body } = await winnow.call(path, { json })
      return [status, body.field]
    }
    const items = [{ input: { url } }]
    assert.deepEqual(await fieldOfRefusal('/v1/batches', { target: { parser_id: 'prs_x' }, items }), [
      404,
      'target.parser_id',
    ])
    assert.deepEqual(await fieldOfRefusal('/v1/jobs', { parser_id: 'prs_x', input: { url } }), [
      404,
      'parser_id',
    ])
    const batch = { target: { api_id: 'realty-details' }, items: [{ input: {} }] }
    assert.deepEqual(await fieldOfRefusal('/v1/batches', { ...batch, database_id: 'db_x' }), [
      404,
      'database_id',
    ])
  })

  test('of a kept result gets the time that results are kept', async () => {
    assert.match(await refusalOf('result_read', { id: 'res_x' }), /kept for 24 hours.*Repeat the call\./)
  })
})

test('every field that `parser_list` offers in `fields` can be shown', async () => {
  const list = (await client.tools()).find(({ name }) => name === 'parser_list')!
  const [, others] = /also (.*)\.$/.exec(list.inputSchema.properties.fields.description)!
  for (const path of others!.split(', '))
    assert.ok(!(await client.call('parser_list', { fields: [path] })).isError, path)
})

describe('an unknown document', () => {
  const hint = async (apiId: string) => (await refusalOf('api_docs', { apiId })).split('name. ')[1]

  test("gets the documents of a platform when it is the platform's common name", async () => {
    const social = 'Did you mean: photosocial-profile, photosocial-posts, photosocial-post?'
    for (const name of ['instagram', 'Instagram profile API'.slice(0, 9), 'www.instagram.com'])
      assert.equal(await hint(name), social)
  })

  test('gets the documents that fit when it is a common word', async () => {
    assert.equal(await hint('subtitles'), await hint('videosite'))
    assert.equal(await hint('apartment'), 'Did you mean: realty-details?')
  })

  test('gets the list of all documents otherwise', async () => {
    assert.match((await hint('zzz'))!, /^There are photosocial-profile, .*, and parser-language\.$/)
  })
})

test('`api_docs` finds a document by the name of a tool too', async () => {
  const { content } = await client.call('api_docs', { tool: 'videosite_transcript' })
  assert.match(content[0]!.text!, /^# videosite-transcript/)
})

test('a hint names a tool instead of a path, or the app when no tool does it', async () => {
  assert.match(
    await refusalOf('page_read', { url: `${site.url}/wall` }),
    /send it as `html`: for a parser to parser_parse_html, otherwise to page_read\. Or try/,
  )
  assert.match(
    await refusalOf('videosite_channel', { handle: '@x' }),
    /without network: send it to Winnow’s app\./,
  )
  const session = await refusalOf('page_read', { url: site.url, fetch: { session: 'ses_x' } })
  assert.match(
    session,
    /Choose one that there is \(see session_list\).*session_list \(group sessions\); the user can add/,
  )
})

test('the hint for a session that has expired a while ago is a sentence', async () => {
  site.on('/login', { body: '<h1>Log in</h1>' })
  const args = {
    url: `${site.url}/login`,
    fetch: {
      session: await createSession(winnow, 'shop', [{ name: 'sid', value: 'a', domain: '127.0.0.1' }]),
    },
    schema: { fields: { title: 'h2' }, expect: { must_not: ['h1'] } },
  }
  await refusalOf('page_extract', args)
  assert.match(await refusalOf('page_extract', args), /Or try it at once with Winnow’s app\.$/)
})

describe('an error about the state of a record', () => {
  test('names the state, and a tool to go on with', async () => {
    site.on('/slow', () => undefined)
    const parser_id = await winnow.parser({ fields: { title: 'h1' } })
    const { json: job } = await winnow.call('/v1/jobs', {
      json: { parser_id, input: { url: `${site.url}/slow` } },
    })
    const text = await refusalOf('job_result', { id: job.id })
    assert.match(text, /^conflict: This job has no result yet\. State: (pending|running)\. /)
    assert.ok(text.endsWith(`Wait for its end: job_get with id ${job.id} takes \`wait\`, in seconds.`), text)
    await winnow.call(`/v1/jobs/${job.id}/cancel`, { method: 'POST' })
  })

  test('refers to the app when no tool can go on', async () => {
    site.on('/title', { body: '<h1>Tea</h1>' })
    const parser_id = await winnow.parser({ fields: { title: 'h1' } })
    const input = { url: `${site.url}/title` }
    const { json: job } = await winnow.call('/v1/jobs', { json: { parser_id, input } })
    await winnow.ended(`/v1/jobs/${job.id}`)
    assert.match(
      await refusalOf('job_retry', { id: job.id }),
      /Its page can be read again with Winnow’s app\.$/,
    )
    const batch = (await winnow.call('/v1/batches', { json: { target: { parser_id }, items: [{ input }] } }))
      .json
    await winnow.ended(`/v1/batches/${batch.id}`)
    assert.match(
      await refusalOf('batch_cancel', { id: batch.id }),
      /What failed is retried with batch_retry with id bat_\w+\. The batch is deleted with Winnow’s app\.$/,
    )
  })
})

describe('an error about a place in the arguments', () => {
  test('names the row and column of a wrong value', async () => {
    const json = { name: 'a', columns: [{ name: 'price', type: 'number' }] }
    const { id } = (await winnow.call('/v1/databases', { json })).json
    assert.match(
      await refusalOf('database_rows_write', { id, rows: [{ price: 1 }, { price: 'x' }] }, keeper),
      /^invalid_input: `price` must be a number\. Argument: `rows\[1\]\.price`\. Nothing was written\. /,
    )
  })

  test('names the tool that lists links', async () => {
    const target = { parser_id: await winnow.parser({ fields: { title: 'h1' } }) }
    const text = await refusalOf('batch_create', { target, items_from: { links: site.url } })
    assert.match(
      text,
      /^invalid_input: `items_from\.links` must be an object\. .*, as page_links lists them\./,
    )
  })

  test('does not repeat an argument that it names already', async () => {
    const text = await refusalOf('parser_scrape_url', { url: site.url })
    assert.match(text, /^invalid_input: `parserId` is missing\./)
    assert.doesNotMatch(text, /Argument: /)
  })

  test('of a workflow names the node, and the tool that lists all problems', async () => {
    const of = await connect(winnow.url, winnow.key, {}, '?groups=workflows')
    const nodes = [
      { id: 'in', type: 'input' },
      { id: 'a', type: 'dedupe' },
      { id: 'b', type: 'dedupe' },
    ]
    const text = await refusalOf('workflow_create', { name: 'w', nodes, edges: [] }, of)
    assert.match(
      text,
      /^invalid_graph: .* Argument: `nodes\[1\]`\. .* workflow_validate lists all \d problems\.$/,
    )
    await of.close()
  })
})

test('the example of a call in an error has only arguments that the tool takes', async () => {
  assert.match(await refusalOf('parser_list', { limit: 'all' }), /For example: parser_list {"limit":20}$/)
})

test('an error for a tool leaves out what only concerns HTTP requests', async () => {
  const text = await refusalOf('page_read', {})
  assert.match(text, /Give the address of a page as `url`.*Arguments: /s)
  const empty = await refusalOf('page_read', { html: '' })
  assert.match(empty, /The page is empty\./)
})

test('paths in a message are replaced by tools, and other dots and slashes stay', () => {
  assert.equal(
    translate('GET /v1/workflow-runs/run_1 says more. See `/v1/parsers`; a/b, 1.5 v1/x stay.'),
    'workflow_run_get with id run_1 says more. See parser_list; a/b, 1.5 v1/x stay.',
  )
})

test('a record without an id, or with one that is not text, gets an error that names the argument', async () => {
  const calls: [args: Record<string, unknown>, said: RegExp][] = [
    [{ name: 'Tea' }, /^invalid_input: `id` is missing\./],
    [{ id: { a: 1 }, name: 'Tea' }, /^invalid_input: `id` must be a string\./],
  ]
  for (const [args, said] of calls) assert.match(await refusalOf('parser_update', args), said)
})

test('a missing argument is described as in the list of tools', async () => {
  assert.match(
    await refusalOf('api_docs', {}),
    /^invalid_input: `apiId` is missing\. Name of a tool of a platform, or `parser-language`\. Arguments/,
  )
})

describe('a client that did not choose all tools', () => {
  test('learns which tool of a hint it lacks, and where that is', async () => {
    const parserId = await winnow.parser({ fields: { title: 'h1' } })
    const call = { parserId, url: `${site.url}/wall` }
    const chosen = await connect(winnow.url, winnow.key, {}, '?groups=parsers')
    const note = / This connection does not have page_read \(group pages\); the user can add the group/
    assert.match(await refusalOf('parser_scrape_url', call, chosen), note)
    assert.doesNotMatch(await refusalOf('parser_scrape_url', call), /This connection/)
    await chosen.close()
  })

  test('learns the same from the hint of a failed job', async () => {
    const parser_id = await winnow.parser({ fields: { title: 'h1' } })
    const json = { parser_id, input: { url: `${site.url}/wall` } }
    const { id } = (await winnow.call('/v1/jobs', { json })).json
    await winnow.ended(`/v1/jobs/${id}`)
    const hintFor = async (groups: string) => {
      const of = await connect(winnow.url, winnow.key, {}, `?groups=${groups}`)
      const { structuredContent, content } = await of.call('job_get', { id })
      await of.close()
      assert.deepEqual(JSON.parse(content[0]!.text!), structuredContent)
      return structuredContent.error.hint as string
    }
    const hint = await hintFor('jobs')
    assert.match(hint, /for a parser to parser_parse_html, otherwise to page_read/)
    assert.ok(
      hint.endsWith(
        'This connection does not have parser_parse_html (group parsers), page_read (group pages); the user can add the group to its address, if its key has the scope.',
      ),
      hint,
    )
    assert.doesNotMatch(await hintFor('jobs,parsers,pages'), /This connection/)
  })

  test('is not told to read on with a tool that it lacks', async () => {
    const parserId = await winnow.parser({ fields: { items: { css: 'li', all: true } } })
    const page = { parserId, html: '<li>Kettle</li>'.repeat(4_000) }
    const chosen = await connect(winnow.url, winnow.key, {}, '?groups=parsers')
    const [cut] = (await chosen.call('parser_parse_html', page)).structuredContent.truncated
    assert.equal(cut.next_call, undefined)
    assert.match(cut.hint, /`fields`.*result_read.*`tools=result_read`\), if its key has the scope `read`\.$/)
    await chosen.close()
    const both = await connect(winnow.url, winnow.key, {}, '?groups=parsers&tools=result_read')
    const [{ next_call }] = (await both.call('parser_parse_html', page)).structuredContent.truncated
    assert.equal((await both.call(next_call.tool, next_call.arguments)).isError, undefined)
    await both.close()
  })
})
