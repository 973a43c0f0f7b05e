import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** How many stored characters one page of a list may hold. */
const PAGE = 1_048_576
const LONG = 300_000

let service: TestApp
before(async () => {
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(() => service.stop())

const schemaOf = (mark: string) => ({
  fields: { title: { css: 'h1', description: `${mark} ${'x'.repeat(LONG)}` } },
})

const HIDDEN = { 'X-Tenant': 's3cret' }

/** The rows of a list, page by page; fails when a page is too long. */
async function pagesOf(path: string, mostCharacters: number): Promise<Record<string, unknown>[][]> {
  const pages: Record<string, unknown>[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await service.call(`${path}${path.includes('?') ? '&' : '?'}${cursor && `cursor=${cursor}`}`)
    assert.equal(page.status, 200, page.text.slice(0, 200))
    assert.ok(page.text.length <= mostCharacters, `${path}: ${page.text.length}`)
    assert.equal(page.json.has_more, page.json.next_cursor !== null)
    pages.push(page.json.data)
    cursor = page.json.next_cursor
  }
  return pages
}

describe('a page of a list has fewer rows when they are long: the list', () => {
  test('of parsers', async () => {
    const ids = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.unshift(await service.parser(schemaOf(name), { name }))
    // Each row also has the schema of its data and their type, so the answer is longer than what is stored.
    const pages = await pagesOf('/v1/parsers?limit=100', 4 * PAGE)
    assert.deepEqual(
      pages.map(page => page.length),
      [3, 2],
    )
    assert.deepEqual(
      pages.flat().map(({ id }) => id),
      ids,
    )
  })

  test('of versions of a parser, in all of which a header is masked that one of them marks as secret', async () => {
    const secret = { headers: HIDDEN, secret_headers: ['X-Tenant'] }
    const id = await service.parser(schemaOf('1'), { name: 'versions', fetch: secret })
    for (const version of ['2', '3', '4', '5']) {
      const json = {
        name: version,
        schema: schemaOf(version),
        fetch: { headers: { 'X-Tenant': `s3cret-${version}` } },
      }
      assert.equal((await service.call(`/v1/parsers/${id}`, { method: 'PUT', json })).status, 200)
    }
    const pages = await pagesOf(`/v1/parsers/${id}/versions`, 2 * PAGE)
    assert.deepEqual(
      pages.map(page => page.map(({ version }) => version)),
      [
        [5, 4, 3],
        [2, 1],
      ],
    )
    assert.doesNotMatch(JSON.stringify(pages), /s3cret/)
  })

  test('of versions of a workflow', async () => {
    const nodes = (note: string) => [
      { id: 'start', type: 'input', config: {} },
      { id: 'wait', type: 'transform', config: { expression: `/* ${note} ${'x'.repeat(LONG)} */ item` } },
    ]
    const created = await service.call('/v1/workflows', {
      json: { name: 'w', state: 'draft', nodes: nodes('1') },
    })
    assert.equal(created.status, 201, created.text.slice(0, 300))
    for (const note of ['2', '3', '4', '5']) {
      const json = { name: 'w', state: 'draft', nodes: nodes(note) }
      await service.call(`/v1/workflows/${created.json.id}`, { method: 'PUT', json })
    }
    const pages = await pagesOf(`/v1/workflows/${created.json.id}/versions`, 2 * PAGE)
    assert.deepEqual(
      pages.flat().map(({ version }) => version),
      [5, 4, 3, 2, 1],
    )
    assert.ok(pages.length > 1)
  })

  test('of pages saved with a parser', async () => {
    const id = await service.parser({ fields: { title: 'h1' } }, { name: 'fixtures' })
    for (let i = 0; i < 5; i++) {
      const json = { name: `page ${i}`, html: '<h1>x</h1>', expected: { title: 'x'.repeat(LONG) } }
      const created = await service.call(`/v1/parsers/${id}/fixtures`, { json })
      assert.equal(created.status, 201, created.text.slice(0, 300))
    }
    const pages = await pagesOf(`/v1/parsers/${id}/fixtures`, 2 * PAGE)
    assert.deepEqual(
      pages.flat().map(({ name }) => name),
      [0, 1, 2, 3, 4].map(i => `page ${i}`),
    )
    assert.ok(pages.length > 1)
  })
})
