import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { defineOperation, type Operation } from '../../server/operations/operation.ts'
import { READS } from '../../server/operations/tool-hints.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { connect, type ToolClient } from './support/clients.ts'

/** How much of a result is shown, and how the rest is read. */

let winnow: TestApp
let client: ToolClient
let result: Record<string, unknown> = {}

const show = defineOperation({
  id: 'show',
  group: 'test',
  summary: 'Give what the test has laid ready.',
  method: 'POST',
  path: '/v1/show',
  access: 'run',
  input: z.strictObject({ name: z.string().default('x').describe('Any.') }),
  output: z.looseObject({}),
  example: { input: {}, output: {} },
  answer: 'value',
  faces: { tool: { name: 'show', group: 'test', hints: READS } },
  cost: () => 1,
  run: () => result,
})

const { cost: _, ...free } = show

/** The same as a page of a list, which is free. */
const showPage = defineOperation({
  ...free,
  id: 'show-page',
  path: '/v1/show-page',
  input: show.input.extend({ cursor: z.string().optional().describe('Any.') }),
  output: z.object({
    data: z.array(z.looseObject({})),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  example: { input: {}, output: { data: [], has_more: false, next_cursor: null } },
  faces: { tool: { name: 'show_page', group: 'test', hints: READS } },
  run: () => result as { data: Record<string, unknown>[]; has_more: boolean; next_cursor: string | null },
})

before(async () => {
  winnow = await startTestApp({}, () => [show, showPage] as unknown as Operation[])
  client = await connect(winnow.url, winnow.key)
  await client.tools()
})
after(async () => {
  await client.close()
  await winnow.stop()
})

interface NextCall {
  tool: string
  arguments: { offset: number }
}

const showResult = async (value: Record<string, unknown>, args: Record<string, unknown> = {}) => {
  result = value
  const answer = await client.call('show', args)
  assert.ok(!answer.isError, answer.content[0]!.text)
  assert.deepEqual(JSON.parse(answer.content[0]!.text!), answer.structuredContent, 'both channels are one')
  return answer.structuredContent
}

/** Reads a result on wherever it was cut, and puts it together. */
async function readOn({ truncated, ...value }: Record<string, unknown>) {
  const cuts = [...(truncated as { path: string; next_call: NextCall }[])]
  for (const { path, next_call } of cuts) {
    const { structuredContent, isError } = await client.call(next_call.tool, next_call.arguments)
    assert.ok(!isError && JSON.stringify(structuredContent).length <= 32_000, path)
    const { items, text, values, truncated: more = [] } = structuredContent
    cuts.push(...more)
    const steps = path.split('.').filter(Boolean)
    const last = steps.pop()
    // biome-ignore lint/suspicious/noExplicitAny: results of every shape
    const holder = steps.reduce((node: any, step) => node[step], value)
    const place = last === undefined ? value : holder[last]
    if (text !== undefined) holder[last!] = place.slice(0, next_call.arguments.offset) + text
    else if (items) place.push(...items)
    else Object.assign(place, values)
  }
  return value
}

const balance = async () => (await winnow.call('/v1/credits')).json.creditBalance
const posts = (count: number, size = 10) =>
  Array.from({ length: count }, (_, at) => ({
    at,
    text: 'x'.repeat(size),
    author: { name: `n${at}`, id: at },
  }))

test('what a result lacks is named in the result, also where it is read later, unless that has a field of this name', async () => {
  const parserOf = (fields: object) =>
    winnow.parser({ fields: { items: { css: 'li', all: true }, ...fields }, paginate: { next: 'a@href' } })
  const html = `${'<li>Kettle</li>'.repeat(4_000)}<a href="https://shop.example/2">Next</a>`
  const parserId = await parserOf({})
  const { structuredContent } = await client.call('parser_parse_html', { parserId, html })
  assert.equal(structuredContent.notice, 'pages_not_followed')
  const [{ next_call }] = structuredContent.truncated
  const rest = await client.call(next_call.tool, next_call.arguments)
  assert.equal(rest.structuredContent.notice, 'pages_not_followed')

  const own = await parserOf({ notice: 'b' })
  const page = { parserId: own, html: `<b>Sale</b><li>Kettle</li>${html.slice(-50)}`, limit: 1 }
  const answer = await client.call('parser_parse_html', page)
  assert.equal(answer.structuredContent.notice, 'Sale')
  assert.equal(answer._meta?.['winnow/notice'], 'pages_not_followed')
})

test('arguments that a tool does not have are named in the result, unless that has a field of this name', async () => {
  const args = { filter: { 'price[lt]': 5 }, sort: 'price' }
  assert.deepEqual(await showResult({ total: 2 }, args), { total: 2, ignored_arguments: ['filter', 'sort'] })
  const cut = await showResult({ posts: posts(3) }, { ...args, limit: 1 })
  assert.deepEqual(cut.ignored_arguments, ['filter', 'sort'])
  assert.equal(cut.truncated[0].total, 3)
  const own = { ignored_arguments: 'yes' }
  assert.deepEqual(await showResult(own, args), own)
  assert.deepEqual(await showResult({ total: 2 }, { name: 'y' }), { total: 2 })
})

describe('`fields`', () => {
  const value = { user: { name: 'a', id: 1 }, posts: posts(2, 1), total: 2 }

  test('selects by paths with dots, also inside lists', async () => {
    assert.deepEqual(await showResult(value, { fields: ['total', 'posts.author.name'] }), {
      posts: [{ author: { name: 'n0' } }, { author: { name: 'n1' } }],
      total: 2,
    })
  })

  test('may be a single text with commas, be called `select`, and mark lists with brackets', async () => {
    assert.deepEqual(await showResult(value, { select: 'user.id, posts[].at' }), {
      user: { id: 1 },
      posts: [{ at: 0 }, { at: 1 }],
    })
  })

  test('that is empty selects everything', async () => {
    assert.deepEqual(await showResult(value, { fields: [] }), value)
    assert.deepEqual(await showResult(value, { fields: '' }), value)
  })

  test('matches names that contain dots', async () => {
    const dotted = { 'a.b': [{ 'c.d': 1, e: 2 }], a: { x: 3 } }
    assert.deepEqual(await showResult(dotted, { fields: ['a.b.c.d', 'a.x'] }), {
      'a.b': [{ 'c.d': 1 }],
      a: { x: 3 },
    })
  })

  test('that matches nothing is an error that is free and lists the names available', async () => {
    const before = await balance()
    for (const [path, there] of [
      ['nobody', 'Names there: user, posts, total.'],
      ['posts.autor', 'Names there: at, text, author.'],
      ['total.sum', 'What is before its last name holds no further fields.'],
    ]) {
      result = value
      const { isError, content } = await client.call('show', { fields: ['total', path] })
      assert.equal(isError, true)
      assert.equal(
        content[0]!.text,
        `invalid_input: \`fields\`: the result has no \`${path}\`. Nothing was charged. ${there}`,
      )
    }
    assert.equal(await balance(), before)
  })

  test('is checked before the call when the fields of the result are known', async () => {
    const before = await balance()
    const { content } = await client.call('page_read', { url: 'http://127.0.0.1:9', fields: ['titel'] })
    assert.match(content[0]!.text!, /the result has no `titel`.*Names there: url, final_url, title,/)
    assert.equal(await balance(), before)
  })

  test('that matches nothing is left out by a call that changes something, so that nobody repeats it', async () => {
    const schema = { fields: { title: 'h1' } }
    const create = async (fields: string[]) =>
      (await client.call('parser_create', { name: 'Made once', schema, fields })).structuredContent
    const some = await create(['name', 'schema.fields.titel'])
    assert.deepEqual(some, { name: 'Made once' })
    const { id, version, name, status } = await create(['schema.fields.titel'])
    assert.match(id, /^prs_/)
    assert.deepEqual({ version, name, status }, { version: 1, name: 'Made once', status: 'active' })
    const { data } = (await winnow.call('/v1/parsers')).json
    assert.equal(data.filter((parser: { name: string }) => parser.name === 'Made once').length, 2)
  })

  test('counts a repeated path once, and refuses too many or too long paths', async () => {
    const wideObject = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}`, at]))
    assert.deepEqual(await showResult(wideObject, { fields: Array(200).fill('n7') }), { n7: 7 })
    const before = await balance()
    for (const fields of [
      Object.keys(wideObject),
      `n7,n8${'.a'.repeat(1_000)}`,
      ['n7', ','.repeat(600_000)],
    ]) {
      const { isError, content } = await client.call('show', { fields })
      assert.ok(isError)
      assert.match(
        content[0]!.text!,
        /^invalid_input: `fields` names more than 256 paths, or one of more than 2,000 characters\./,
      )
    }
    assert.equal(await balance(), before)
  })

  test('may select what only some items of a list have', async () => {
    const some = { posts: [{ at: 0 }, { at: 1, by: { name: 'b', 'full.name': 'c' } }, { at: 2, by: null }] }
    assert.deepEqual(await showResult(some, { fields: ['posts.by.name', 'posts.by.full.name'] }), {
      posts: [{}, { by: { name: 'b', 'full.name': 'c' } }, { by: null }],
    })
  })

  test('may select below null and inside an empty list', async () => {
    const empty = { user: null, posts: [] }
    assert.deepEqual(await showResult(empty, { fields: ['user.name', 'posts.author'] }), empty)
  })
})

describe('`limit`', () => {
  test('keeps the first items of each list, and says how to read on', async () => {
    const { posts: keptPosts, truncated } = await showResult({ posts: posts(30) }, { limit: '3' })
    assert.equal(keptPosts.length, 3)
    const [{ path, returned, total, next_call }] = truncated
    assert.deepEqual({ path, returned, total }, { path: 'posts', returned: 3, total: 30 })
    const before = await balance()
    const rest = await client.call(next_call.tool, next_call.arguments)
    assert.deepEqual(rest.structuredContent.items, posts(30).slice(3))
    assert.equal(await balance(), before, 'reading on is free')
  })
})

describe('a result that is too long', () => {
  test('is shortened by the last items of its longest list and nothing else', async () => {
    const value = { title: 'all', few: posts(2), many: posts(2_000, 50) }
    const shown = await showResult(value)
    assert.ok(JSON.stringify(shown).length <= 32_000)
    assert.deepEqual([shown.title, shown.few], ['all', posts(2)])
    const { length } = shown.many
    assert.ok(length > 100)
    assert.deepEqual(shown.many, value.many.slice(0, length))
    const [{ path, returned, total }] = shown.truncated
    assert.deepEqual({ path, returned, total }, { path: 'many', returned: length, total: 2_000 })
  })

  test('can be read to its end page by page, each item once, for free', async () => {
    const value = { channel: { videos: posts(1_500, 60) } }
    const first = await showResult(value)
    const before = await balance()
    const videos = [...first.channel.videos]
    let next = first.truncated[0].next_call
    let pages = 0
    while (next && ++pages < 20) {
      const { structuredContent } = await client.call(next.tool, next.arguments)
      videos.push(...structuredContent.items)
      const cut = structuredContent.truncated?.[0]
      next = cut && { tool: 'result_read', arguments: { ...next.arguments, offset: videos.length } }
      if (cut) assert.deepEqual(cut.next_call, next, 'the next page is named as it is asked for')
    }
    assert.deepEqual(videos, value.channel.videos)
    assert.equal(await balance(), before)
  })

  test('is shortened by the end of a long text, which can be read on as well', async () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `w${at}`).join(' ')
    const first = await showResult({ id: 1, text })
    assert.ok(text.startsWith(first.text) && first.text.length > 20_000)
    let textSoFar: string = first.text
    let next = first.truncated[0].next_call
    while (next) {
      const { structuredContent } = await client.call(next.tool, next.arguments)
      textSoFar += structuredContent.text
      next = structuredContent.truncated?.[0]?.next_call
    }
    assert.equal(textSoFar, text)
  })

  test('is shown in part even when a single item is too long', async () => {
    const shown = await showResult({ items: [{ name: 'n', body: 'y'.repeat(100_000) }] })
    assert.equal(shown.items[0].name, 'n')
    assert.ok(JSON.stringify(shown).length <= 32_000)
  })

  test('says which texts and lists of a single long item were cut, and how to read them on', async () => {
    const body = 'y'.repeat(100_000)
    const value = {
      items: [
        { name: 'n', body, tags: ['a', 'b', 'c', 'd'] },
        { name: 'm', body },
      ],
    }
    const shown = await showResult(value)
    const [list, text, tags] = shown.truncated
    assert.deepEqual([list.path, list.returned, list.total], ['items', 1, 2])
    assert.deepEqual([text.path, text.returned, text.total], ['items.0.body', 300, 100_000])
    assert.deepEqual([tags.path, tags.returned, tags.total], ['items.0.tags', 3, 4])
    const read = async (cut: typeof list) =>
      (await client.call(cut.next_call.tool, cut.next_call.arguments)).structuredContent
    assert.ok((await read(text)).text.length > 20_000)
    assert.deepEqual((await read(tags)).items, ['d'])
    const [second] = (await read(list)).truncated
    assert.deepEqual([second.path, second.total], ['items.1.body', 100_000])
    const { text: rest } = await read(second)
    assert.equal(rest, body.slice(300, 300 + rest.length))
  })

  test('is shortened by the last fields of an object that has too many, which can be read on as well', async () => {
    const words = (count: number, size = 5) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x'.repeat(size)]))
    const values = {
      'a large object': { id: 1, shop: { state: words(6_000), name: 'Kettles' }, posts: posts(9) },
      'the whole result': words(6_000),
      'long texts': { state: words(300, 500) },
      'an item of a list': { states: [words(300, 250), words(3)] },
    }
    for (const [name, value] of Object.entries(values)) {
      const first = await showResult(value)
      assert.ok(JSON.stringify(first).length <= 32_000, name)
      assert.deepEqual(await readOn(first), value, name)
    }
  })

  test('keeps empty lists and texts as they are', async () => {
    const shown = await showResult({ links: [], note: '', body: 'y'.repeat(100_000), posts: posts(3_000) })
    assert.deepEqual([shown.links, shown.note], [[], ''])
    assert.deepEqual(
      shown.truncated.map(({ path }: { path: string }) => path),
      ['posts', 'body'],
    )
  })

  test('can be read further at once by selecting fewer `fields`', async () => {
    const first = await showResult({ posts: posts(3_000) })
    const { id } = first.truncated[0].next_call.arguments
    const { structuredContent } = await client.call('result_read', { id, fields: ['posts.at'] })
    assert.ok(structuredContent.posts.length > first.posts.length)
  })
})

describe('reading on', () => {
  test('finds a list when its name or the names above it contain dots', async () => {
    for (const value of [{ 'a.b': posts(2_000) }, { 'a.b': { 'c.d': { e: posts(2_000) } }, a: { b: 1 } }]) {
      const { truncated } = await showResult(value)
      const { next_call } = (truncated as { next_call: { arguments: Record<string, unknown> } }[])[0]!
      const { structuredContent, isError } = await client.call('result_read', next_call.arguments)
      assert.ok(!isError, JSON.stringify(next_call.arguments))
      assert.equal((structuredContent.items as { at: number }[])[0]!.at, next_call.arguments.offset)
    }
  })

  test('finds a list under nested names that can be split at several dots', async () => {
    const deep = (levels: number): object =>
      levels ? { a: deep(levels - 1), 'a.a': deep(levels - 1) } : { list: posts(2_000) }
    const lists = (levels: number): object => ({ 'a.a': { a: {}, 'a.a.a': deep(levels) } })
    const { truncated } = await showResult(lists(3) as Record<string, unknown>)
    const { id } = truncated[0].next_call.arguments
    for (const [path, isFound] of [
      [`${'a.'.repeat(8)}list`, true],
      [`${'a.'.repeat(11)}list`, true],
      [`${'a.'.repeat(12)}list`, false],
      [`${'a.'.repeat(200)}list`, false],
    ]) {
      const { isError } = await client.call('result_read', { id, path, offset: 1_999 })
      assert.equal(!isError, isFound, String(path))
    }
  })

  test('shows only the fields that the call selected', async () => {
    const first = await showResult({ posts: posts(5_000) }, { fields: ['posts.author.name'] })
    const { next_call } = first.truncated[0]
    assert.deepEqual(next_call.arguments.fields, ['items.author.name'])
    const { structuredContent } = await client.call(next_call.tool, next_call.arguments)
    assert.deepEqual(structuredContent.items[0], { author: { name: `n${first.posts.length}` } })
  })

  test('starts at the right character where invisible text was removed, and never splits a character', async () => {
    const text = `${'\u200b'.repeat(500)}${'a😀'.repeat(15_000)}`
    const first = await showResult({ text })
    assert.ok(first.text.isWellFormed())
    const { next_call } = first.truncated[0]
    const { structuredContent } = await client.call(next_call.tool, next_call.arguments)
    assert.ok(structuredContent.text.isWellFormed())
    assert.equal(first.text + structuredContent.text, 'a😀'.repeat(15_000))
  })
})

describe('a page of a list, which costs nothing', () => {
  const page = (count: number) => ({ data: posts(count), has_more: true, next_cursor: 'on' })

  test('can be read to its end when it is too long to be shown at once', async () => {
    result = page(2_000)
    const first = (await client.call('show_page')).structuredContent
    assert.equal(first.next_cursor, 'on')
    const [{ total, hint, next_call }] = first.truncated
    assert.equal(total, 2_000)
    assert.match(hint, /^The next page begins behind what was cut: read on with next_call first/)
    const { structuredContent } = await client.call(next_call.tool, next_call.arguments)
    assert.equal(structuredContent.items[0].at, first.data.length)
  })

  test('says where the list continues, whichever `fields` were chosen', async () => {
    result = page(2)
    const { structuredContent } = await client.call('show_page', { fields: ['data.at'] })
    assert.deepEqual(structuredContent, { data: [{ at: 0 }, { at: 1 }], has_more: true, next_cursor: 'on' })
  })
})

describe('a kept result', () => {
  test('gives an error for an unknown id and for a path that is not a list, text or object', async () => {
    const none = await client.call('result_read', { id: 'res_none' })
    assert.match(none.content[0]!.text!, /^unknown_resource: /)
    const { truncated } = await showResult({ posts: posts(30) }, { limit: 1 })
    const { id } = truncated[0].next_call.arguments
    for (const path of ['posts.nothing', 'posts.constructor.name', 'posts.length']) {
      const wrong = await client.call('result_read', { id, path })
      assert.ok(
        wrong.content[0]!.text!.startsWith(`invalid_input: There is no list, text or object at \`${path}\``),
      )
    }
  })

  test('can be read over REST too', async () => {
    const { truncated } = await showResult({ posts: posts(30) }, { limit: 1 })
    const { id } = truncated[0].next_call.arguments
    const { status, json } = await winnow.call(`/v1/results/${id}?path=posts&offset=28`)
    assert.deepEqual([status, json.items.length, json.total], [200, 2, 30])
  })

  test('is listed with its size, the newest first', async () => {
    const { truncated } = await showResult({ posts: posts(30) }, { limit: 1 })
    const { data } = (await winnow.call('/v1/results')).json
    const storedResult = data.find(({ id }: { id: string }) => id === truncated[0].next_call.arguments.id)
    assert.ok(storedResult.bytes > 1_000 && Date.parse(storedResult.kept_at) > 0)
    const times = data.map(({ kept_at }: { kept_at: string }) => kept_at)
    assert.deepEqual(times, times.toSorted().reverse())
  })

  test('is not needed when everything is shown', async () => {
    result = { small: 1 }
    const { _meta } = await client.call('show', {})
    assert.deepEqual(_meta['winnow/credits'].used, 1)
    assert.equal((await winnow.call('/v1/results/res_none')).status, 404)
  })
})

describe('invisible text', () => {
  test('is removed from names and values of a result', async () => {
    const tags = [...'hidden'].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
    const shown = await showResult({
      [`na${tags}me`]: `a\u202eb\u200bc\u2066d\ufeff${tags}`,
      list: ['x\u0000y'],
    })
    assert.deepEqual(shown, { name: 'abcd', list: ['xy'] })
  })

  test('stays when scripts need it: joiners, line breaks and emoji', async () => {
    const text = 'می‌خواهم\n\tfamily: 👨‍👩‍👧 ❤️'
    assert.deepEqual(await showResult({ text }), { text })
  })
})
