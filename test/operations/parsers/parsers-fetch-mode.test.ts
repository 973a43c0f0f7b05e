import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fetchOptions } from '../../../server/operations/parsers/fetch.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const create = (fetch: object) =>
  service.call('/v1/parsers', { json: { name: 'test', schema: { fields: { title: 'h1' } }, fetch } })

describe('the `fetch` settings of a parser', () => {
  const accepted: [fetch: object, mode: string, wait_for: string | number | null][] = [
    [{}, 'http', null],
    [{ mode: 'http', wait_for: null }, 'http', null],
    [{ mode: 'browser' }, 'browser', null],
    [{ mode: 'browser', wait_for: ' .price > b ' }, 'browser', '.price > b'],
    [{ mode: 'auto', wait_for: '#offers [data-sku]:not(.sold), h1' }, 'auto', '#offers [data-sku]:not(.sold), h1'],
    [{ mode: 'auto', wait_for: 1 }, 'auto', 1],
    [{ mode: 'browser', wait_for: 30_000 }, 'browser', 30_000],
  ] // biome-ignore format: a table
  for (const [fetch, mode, wait_for] of accepted)
    test(`can be ${JSON.stringify(fetch)}`, async () => {
      const { status, json } = await create(fetch)
      assert.deepEqual([status, json.fetch?.mode, json.fetch?.wait_for], [201, mode, wait_for])
    })

  const refused: [fetch: object, field: string, says: RegExp][] = [
    [{ mode: 'ftp' }, 'fetch.mode', /one of "http", "desktop", "browser", "auto"/],
    [{ wait_for: '.price' }, 'fetch.wait_for', /nothing to wait for/],
    [{ mode: 'http', wait_for: 500 }, 'fetch.wait_for', /nothing to wait for/],
    [{ mode: 'browser', wait_for: '' }, 'fetch.wait_for', /at least 1 character/],
    [{ mode: 'browser', wait_for: '.price[' }, 'fetch.wait_for', /"\.price\[" is not a valid selector/],
    [{ mode: 'browser', wait_for: '2000' }, 'fetch.wait_for', /"2000" is not a valid selector/],
    [{ mode: 'auto', wait_for: '2s' }, 'fetch.wait_for', /"2s" is not a valid selector/],
    [{ mode: 'browser', wait_for: 0 }, 'fetch.wait_for', /at least/],
    [{ mode: 'browser', wait_for: 30_001 }, 'fetch.wait_for', /30,000/],
    [{ mode: 'browser', wait_for: 1.5 }, 'fetch.wait_for', /milliseconds/],
    [{ mode: 'auto', wait_for: true }, 'fetch.wait_for', /CSS selector, an address such as \/api\/products\*, or milliseconds/],
    [{ scroll: 3 }, 'fetch.scroll', /nothing to wait for/],
    [{ mode: 'http', load_more: '.more' }, 'fetch.load_more', /nothing to wait for/],
    [{ mode: 'browser', scroll: 0 }, 'fetch.scroll', /at least 1/],
    [{ mode: 'browser', scroll: 101 }, 'fetch.scroll', /100/],
    [{ mode: 'auto', load_more: '.more[' }, 'fetch.load_more', /"\.more\[" is not a valid selector/],
    [{ mode: 'browser', load_more_times: 101 }, 'fetch.load_more_times', /100/],
    [{ mode: 'auto', wait_for: '['.repeat(1_001) }, 'fetch.wait_for', /at most 1,000 characters/],
    [{ mode: 'auto', load_more: '['.repeat(1_001) }, 'fetch.load_more', /at most 1,000 characters/],
    [{ mode: 'auto', wait_for: ['.price'] }, 'fetch.wait_for', /CSS selector, an address such as \/api\/products\*, or milliseconds/],
  ] // biome-ignore format: a table
  for (const [fetch, field, says] of refused)
    test(`cannot be ${JSON.stringify(fetch).slice(0, 100)}`, async () => {
      const { status, json } = await create(fetch)
      assert.deepEqual([status, json.field], [400, field], json.error)
      assert.match(json.error, says)
      assert.ok(json.hint)
    })

  test('has no selector that is compiled although it is too long', () => {
    const { error } = fetchOptions.safeParse({ mode: 'auto', load_more: '['.repeat(1_001) })
    assert.deepEqual(
      error?.issues.map(({ code }) => code),
      ['too_big'],
    )
  })

  test('can change with a new version, while the old version keeps its own', async () => {
    const { json } = await create({ mode: 'auto', wait_for: '.price' })
    const changed = { name: 'test', schema: json.schema, fetch: { mode: 'browser', wait_for: 200 } }
    await service.call(`/v1/parsers/${json.id}`, { method: 'PUT', json: changed })
    const { data } = (await service.call(`/v1/parsers/${json.id}/versions`)).json
    assert.deepEqual(
      data.map(({ fetch }: { fetch: { mode: string; wait_for: unknown } }) => [fetch.mode, fetch.wait_for]),
      [['browser', 200], ['auto', '.price']],
    ) // biome-ignore format: a table
  })
})
