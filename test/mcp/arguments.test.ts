import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { AppError } from '../../server/base/errors.ts'
import { argumentsOf } from '../../server/mcp/tools/arguments.ts'
import { createTool, type Tool } from '../../server/mcp/tools/tool.ts'
import { startWithOperations } from '../docs/support/start-with-operations.ts'

/** How the arguments that models send become the input of operations. */

let tools: Map<string, Tool>
before(async () => {
  const { service, list } = await startWithOperations()
  await service.stop()
  tools = new Map(
    list.flatMap(operation => {
      const face = operation.faces?.tool
      return face ? [[face.name, createTool({ operation, face })] as const] : []
    }),
  )
})

const read = (tool: string, args: Record<string, unknown>) => tools.get(tool)!.read(args)

const ACCEPTED: [tool: string, given: Record<string, unknown>, input: Record<string, unknown>][] = [
  ['videosite_channel', { channel: '@a' }, { handle: '@a' }],
  ['videosite_channel', { username: '@a' }, { handle: '@a' }],
  ['videosite_channel', { Channel_Handle: '@a' }, { handle: '@a' }],
  ['photosocial_profile', { handle: 'a' }, { username: 'a' }],
  ['photosocial_posts', { user: 'a', count: 5 }, { username: 'a', first: 5 }],
  ['photosocial_posts', { userId: '7', after: 'c' }, { user_id: '7', cursor: 'c' }],
  ['photosocial_posts', { username: 'a', limit: '20' }, { username: 'a', first: 20 }],
  ['shortvideo_comments', { videoId: '123', max_results: '5' }, { video_id: '123', count: 5 }],
  [
    'videosite_comments',
    { id: 'abcdefghijk', page_token: 't' },
    { video_id: 'abcdefghijk', continuation: 't' },
  ],
  ['videosite_video', { video_id: 'https://a.test/watch?v=b' }, { url: 'https://a.test/watch?v=b' }],
  ['videosite_video', { video: 'abcdefghijk' }, { video_id: 'abcdefghijk' }],
  ['videosite_video', { video: 'https://a.test/' }, { url: 'https://a.test/' }],
  ['videosite_video', { url: 'abcdefghijk' }, { video_id: 'abcdefghijk' }],
  [
    'videosite_transcript',
    { url: 'https://a.test/', language: 'de' },
    { url: 'https://a.test/', lang: 'de' },
  ],
  ['realty_details', { link: 'https://a.test/' }, { url: 'https://a.test/' }],
  [
    'parser_scrape_url',
    { parser_id: 'prs_1', page_url: 'https://a.test/' },
    { parserId: 'prs_1', url: 'https://a.test/' },
  ],
  ['parser_stats', { parserId: 'prs_1', days: 7 }, { id: 'prs_1', days: 7 }],
  ['job_trace', { job_id: 'job_1' }, { id: 'job_1' }],
  ['batch_retry', { batchId: 'bat_1', database_id: 'db_1' }, { id: 'bat_1', database_id: 'db_1' }],
  ['database_rows', { database_id: 'db_1' }, { id: 'db_1' }],
  ['workflow_run', { workflow_id: 'wf_1' }, { id: 'wf_1' }],
  ['workflow_run_items', { run_id: 'run_1', node: 'a' }, { id: 'run_1', node: 'a' }],
  ['workflow_run_get', { workflow_run_id: 'run_1' }, { id: 'run_1' }],
  ['cron_runs', { cron_id: 'crn_1' }, { id: 'crn_1' }],
  ['batch_items', { batch_id: 'bat_1' }, { id: 'bat_1' }],
  ['api_docs', { api: 'videosite-video' }, { apiId: 'videosite-video' }],
]

describe('an argument under another name is accepted', () => {
  for (const [tool, given, input] of ACCEPTED)
    test(`${tool} ${JSON.stringify(given)}`, () => {
      const { input: taken, ignored } = read(tool, given)
      assert.deepEqual({ taken, ignored }, { taken: input, ignored: [] })
    })
})

const SCHEMA = { fields: { name: { css: 'h1' } } }
const codeBlockOf = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

describe('an argument is converted to what its field needs', () => {
  test('when an address comes as a Markdown link or in brackets or quotes', () => {
    const address = 'https://shop.example/a_(b)?c=d'
    for (const url of [`[A kettle](${address})`, ` <${address}> `, `[a](${address} "A kettle")`, address])
      assert.equal(read('page_read', { url }).input.url, address)
    for (const mark of ['`', '"', "'"])
      assert.equal(read('page_read', { url: mark + address + mark }).input.url, address)
    assert.equal(read('videosite_channel', { channel: `<${address}>` }).input.handle, address)
    assert.equal(read('videosite_video', { video_id: `\`${address}\`` }).input.url, address)
    for (const url of ['[a](b)', '<p>', '"', '`https', '[1] (2)', `see <${address}>`])
      assert.equal(read('page_read', { url }).input.url, url)
  })

  test('when a single value comes as a list of one, also a word, a flag or an object', () => {
    const given = { state: ['Failed'], count: ['true'], limit: [5], q: ['kettle'] }
    const { input } = read('job_list', given)
    assert.deepEqual(input, { state: 'failed', count: true, limit: 5, q: 'kettle' })
    assert.deepEqual(read('parser_create', { name: 'a', schema: [SCHEMA] }).input.schema, SCHEMA)
    assert.deepEqual(read('job_list', { state: ['failed', 'pending'] }).input.state, ['failed', 'pending'])
  })

  test('when an object comes as JSON text, also in a code block', () => {
    for (const schema of [JSON.stringify(SCHEMA), codeBlockOf(SCHEMA)])
      assert.deepEqual(read('parser_create', { name: 'a', schema }).input.schema, SCHEMA)
  })

  test('and refused with the place of the error if JSON text is not valid', () => {
    const name = 'a'
    for (const [tool, args] of [
      ['parser_create', { name, schema: '{"fields": {"t": "h1",}}' }],
      ['batch_create', { items: '[{"input": {"url": "https://a.test/"}' }],
      ['batch_create', { items: '```json\n{"input": }\n```' }],
    ] as const)
      assert.throws(
        () => read(tool, args),
        ({ message, facts }: AppError) =>
          /^`(schema|items)` is text that is not valid JSON\.$/.test(message) &&
          /JSON at position \d+|is not valid JSON/.test(facts.hint!),
      )
    assert.deepEqual(read('parser_create', { name, schema: 'h1' }).input.schema, 'h1')
  })

  test('when a list comes as JSON text, as words with commas, or as its only item', () => {
    const items = [{ input: { url: 'https://a.test/' } }]
    for (const input of [items, JSON.stringify(items), codeBlockOf(items), items[0]])
      assert.deepEqual(read('batch_create', { items: input }).input.items, items)
    for (const fields of ['["title","author"]', 'title, author', ['title', 'author']])
      assert.deepEqual(read('page_read', { fields }).view.fields, ['title', 'author'])
  })

  test('when a single value comes in a list', () => {
    assert.deepEqual(read('page_read', { url: ['https://a.test/'] }).input.url, 'https://a.test/')
  })

  test('when a choice or a boolean is spelled with capitals', () => {
    const { input } = read('page_links', { url: 'https://a.test/', content: 'Main', same_host: 'True' })
    assert.deepEqual([input.content, input.same_host], ['main', true])
  })
})

test('`fields` keep where a list continues, and its total if the call counts', () => {
  const paged = ['data.id', 'has_more', 'next_cursor']
  assert.deepEqual(read('job_list', { fields: 'data.id' }).view.fields, paged)
  assert.deepEqual(read('job_list', { fields: 'data.id', count: true }).view.fields, [...paged, 'total'])
})

describe('an argument without a meaning', () => {
  test('is dropped when it is an empty text, unless the field has an empty text as default', () => {
    const { input, ignored } = read('videosite_video', { video_id: '', url: 'https://a.test/watch?v=b' })
    assert.deepEqual([input, ignored], [{ url: 'https://a.test/watch?v=b' }, []])
    const page = { url: 'https://a.test/', html: '', fetch: '', max_tokens: '', page: '' }
    assert.deepEqual(read('page_read', page).input, { url: 'https://a.test/', max_tokens: 5000 })
    assert.equal(read('parser_update', { id: 'prs_1', description: '' }).input.description, '')
  })

  test('is dropped and reported by name', () => {
    const { input, ignored } = read('realty_details', {
      url: 'https://a.test/',
      currency: 'EUR',
      verbose: true,
    })
    assert.deepEqual([input, ignored], [{ url: 'https://a.test/' }, ['currency', 'verbose']])
  })

  test('is reported by at most 100 characters of its name', () => {
    const { ignored } = read('realty_details', { url: 'https://a.test/', [`${'x'.repeat(98)}😀`]: 1, b: 1 })
    assert.deepEqual(ignored, [`${'x'.repeat(98)}😀`, 'b'])
    const long = read('realty_details', { url: 'https://a.test/', [`${'x'.repeat(98)}😀yz`]: 1 })
    assert.deepEqual(long.ignored, [`${'x'.repeat(98)}…`])
  })

  test('is refused when there are more than 256 arguments', () => {
    const many = Object.fromEntries(Array.from({ length: 257 }, (_, at) => [`x${at}`, 1]))
    assert.throws(() => read('realty_details', many), /more than 256 arguments/)
  })

  test('is dropped and reported when it is another name for an argument that is also given', () => {
    const { input, ignored } = read('realty_details', { url: 'https://a.test/', link: 'https://b.test/' })
    assert.deepEqual([input, ignored], [{ url: 'https://a.test/' }, ['link']])
  })

  test('is dropped when it is null', () => {
    assert.deepEqual(read('photosocial_posts', { username: 'a', cursor: null }).input, { username: 'a' })
  })
})

test('HTML given as text is passed to the operation as an upload', () => {
  const { input } = read('parser_parse_html', { id: 'prs_1', content: '<h1>é</h1>' })
  const { bytes, contentType } = input.html as { bytes: Uint8Array; contentType: string }
  assert.equal(new TextDecoder().decode(bytes), '<h1>é</h1>')
  assert.match(contentType, /charset=utf-8/)
})

describe('null, and an empty text or list that the field cannot have, count as left out', () => {
  for (const [tool, given, input] of [
    [
      'batch_create',
      {
        target: { parser_id: 'p', api_id: null, max_pages: null },
        items: [],
        items_from: { column: '', q: '' },
      },
      { target: { parser_id: 'p' }, items_from: {} },
    ],
    ['page_extract', { fetch: { mode: null, session: '' } }, { fetch: {} }],
    [
      'parser_infer',
      { pages: [{ url: 'u', html: '', items: null, values: { title: null, tags: [], note: '' } }] },
      { pages: [{ url: 'u', values: { title: null, tags: [], note: '' } }] },
    ],
    [
      'workflow_create',
      { nodes: [{ id: 'a', type: '', name: null, config: { x: null } }], settings: { budget: null } },
      { nodes: [{ id: 'a', type: '', config: { x: null } }], settings: { budget: null } },
    ],
    ['database_rows_write', { id: 'd', rows: [{ a: null, b: '' }] }, { id: 'd', rows: [{ a: null, b: '' }] }],
  ] as const)
    test(`in the arguments of ${tool}`, () => assert.deepEqual(read(tool, given).input, input))
})

test('a `limit` of what is shown that is no number of items is refused', () => {
  for (const limit of ['all', 0, -1, 'NaN', {}])
    assert.throws(() => read('videosite_comments', { video_id: 'abcdefghijk', limit }), {
      message: '`limit` must be a whole number of at least 1.',
    })
  for (const limit of [2, '2', '2.0', [2]])
    assert.equal(read('videosite_comments', { video_id: 'abcdefghijk', limit }).view.limit, 2)
})

test('`fields` and `limit` change what is shown of the result, and are not passed to the operation', () => {
  const { input, view } = read('videosite_comments', {
    video_id: 'abcdefghijk',
    limit: '5',
    fields: 'comments.text,pagination',
  })
  assert.deepEqual(
    [input, view],
    [{ video_id: 'abcdefghijk' }, { limit: 5, fields: ['comments.text', 'pagination'] }],
  )
})

describe('arguments that are not an object', () => {
  test('count as none when they are empty', () => {
    for (const input of [undefined, null, '', [], 'null', '[]']) assert.deepEqual(argumentsOf(input), {})
  })

  test('are parsed when they are an object as JSON text, also in a code block', () => {
    const expected = { url: 'https://a.test/' }
    const text = JSON.stringify(expected)
    for (const argumentText of [text, `\`\`\`json\n${text}\n\`\`\``])
      assert.deepEqual(argumentsOf(argumentText), expected)
  })

  test('are scanned only once when a code block has no end', () => {
    const endless = `\`\`\`\n${' '.repeat(4_000_000)}x`
    assert.deepEqual(argumentsOf(endless), { arguments: endless })
  })

  test('are otherwise dropped and reported as `arguments`', () => {
    for (const input of ['https://a.test/', 5, true, [{ url: 'https://a.test/' }]])
      assert.deepEqual(read('realty_details', argumentsOf(input)).ignored, ['arguments'])
  })
})
