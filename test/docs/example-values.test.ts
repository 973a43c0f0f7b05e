import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import type { Prebuilt } from '../../server/prebuilt/define-prebuilt.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'
import type { TestApp } from '../support/start-app.ts'
import { blocks, startWithList } from './support/start-with-list.ts'

const apis: readonly Prebuilt[] = prebuilts

/** Where no request of this test goes, and where all the platforms are said to be. */
const BASE = 'http://platform.test:8099'

/** Values that say nothing of what will stand there. */
const PLACEHOLDER = /^(?:string|text|value|name|title|foo|bar|baz|todo|example|test|lorem ipsum.*|x+|\.+|)$/i

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** The leaves of an example by path; a list shows its first item. */
function leaves(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (Array.isArray(value)) return value.length ? leaves(value[0], `${path}[]`) : [[path, undefined]]
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name))
}

/** The same paths as the schema tells them. */
function fields(schema: Schema, path = ''): string[] {
  const inner = schema.anyOf?.find(({ properties, items }) => properties || items) ?? schema
  if (inner.items) return fields(inner.items, `${path}[]`)
  if (!inner.properties) return [path]
  return Object.entries(inner.properties).flatMap(([name, field]) =>
    fields(field, path ? `${path}.${name}` : name),
  )
}

async function examplesOf(service: TestApp, { id }: Prebuilt) {
  const { text } = await service.call(`/v1/apis/${id}`)
  const [output = ''] = blocks(text, 'json')
  return { text, output: JSON.parse(output) as unknown }
}

const addressesIn = (value: unknown) =>
  leaves(value).flatMap(([path, leaf]) =>
    typeof leaf === 'string' && /^https?:/.test(leaf) ? [[path, new URL(leaf)] as const] : [],
  )

describe('the example of each API', () => {
  let plain: TestApp
  let placed: TestApp
  before(async () => {
    plain = (await startWithList()).service
    const bases = apis.map(({ platform }) => [`${platform.name}_url`, BASE])
    placed = (await startWithList(Object.fromEntries(bases))).service
  })
  after(async () => {
    await plain.stop()
    await placed.stop()
  })

  for (const api of apis) {
    test(`${api.id} shows every field of its schema, and what may stand there`, async () => {
      const { output } = await examplesOf(plain, api)
      const schema = z.toJSONSchema(api.output) as Schema
      const shown = leaves(output)
      assert.deepEqual(shown.map(([path]) => path).toSorted(), fields(schema).toSorted())
      for (const [path, leaf] of shown)
        if (typeof leaf === 'string') assert.doesNotMatch(leaf, PLACEHOLDER, path)
      const empty = shown.filter(([, leaf]) => leaf === null || leaf === undefined)
      assert.ok(empty.length * 4 < shown.length, `without a value: ${empty.map(([path]) => path)}`)
    })

    test(`${api.id} has the addresses of its platform where that is said to be`, async () => {
      const { name } = api.platform
      const isOwn = (url: URL) => `.${url.hostname}`.endsWith(`.${name}.example`)
      const before = addressesIn((await examplesOf(plain, api)).output)
      const after = addressesIn((await examplesOf(placed, api)).output)
      for (const [at, [path, url]] of before.entries()) {
        const expected = isOwn(url) ? BASE + url.pathname + url.search : url.href
        assert.equal(after[at]![1].href, new URL(expected).href, path)
      }
      assert.ok(!(await examplesOf(placed, api)).text.includes(`${name}.example`))
    })
  }

  test('has addresses of its platform, for most APIs', async () => {
    const own = await Promise.all(
      apis.map(async api =>
        addressesIn((await examplesOf(placed, api)).output).some(([, { origin }]) => origin === BASE),
      ),
    )
    assert.ok(own.filter(Boolean).length >= 7, 'else the tests above would have nothing to look at')
  })
})
