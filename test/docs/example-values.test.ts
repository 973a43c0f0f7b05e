import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import type { Prebuilt } from '../../server/prebuilt/define-prebuilt.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'
import type { TestApp } from '../support/start-app.ts'
import { codeBlocks, startWithOperations } from './support/start-with-operations.ts'

const apis: readonly Prebuilt[] = prebuilts

/** The base address that the settings give to all platforms here; no request is sent to it. */
const BASE = 'http://platform.test:8099'

/** Placeholders, which do not show what a real value looks like. */
const PLACEHOLDER = /^(?:string|text|value|name|title|foo|bar|baz|todo|example|test|lorem ipsum.*|x+|\.+|)$/i

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** The values in an example with their paths; of a list, only the first item. */
function leaves(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (Array.isArray(value)) return value.length ? leaves(value[0], `${path}[]`) : [[path, undefined]]
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name))
}

/** The same paths, taken from the schema. */
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
  const [output = ''] = codeBlocks(text, 'json')
  return { text, output: JSON.parse(output) as unknown }
}

const addressesIn = (value: unknown) =>
  leaves(value).flatMap(([path, leaf]) =>
    typeof leaf === 'string' && /^https?:/.test(leaf) ? [[path, new URL(leaf)] as const] : [],
  )

describe('the example of each API', () => {
  let plain: TestApp
  let serviceWithBases: TestApp
  before(async () => {
    plain = (await startWithOperations()).service
    const bases = apis.map(({ platform }) => [`${platform.name}_url`, BASE])
    serviceWithBases = (await startWithOperations(Object.fromEntries(bases))).service
  })
  after(async () => {
    await plain.stop()
    await serviceWithBases.stop()
  })

  for (const api of apis) {
    test(`of ${api.id} shows every field of its schema with a realistic value`, async () => {
      const { output } = await examplesOf(plain, api)
      const schema = z.toJSONSchema(api.output) as Schema
      const leavesShown = leaves(output)
      assert.deepEqual(leavesShown.map(([path]) => path).toSorted(), fields(schema).toSorted())
      for (const [path, leaf] of leavesShown)
        if (typeof leaf === 'string') assert.doesNotMatch(leaf, PLACEHOLDER, path)
      const empty = leavesShown.filter(([, leaf]) => leaf === null || leaf === undefined)
      assert.ok(empty.length * 4 < leavesShown.length, `without a value: ${empty.map(([path]) => path)}`)
    })

    test(`of ${api.id} has the platform's base address when one is set`, async () => {
      const { name } = api.platform
      const isOwn = (url: URL) => `.${url.hostname}`.endsWith(`.${name}.example`)
      const before = addressesIn((await examplesOf(plain, api)).output)
      const after = addressesIn((await examplesOf(serviceWithBases, api)).output)
      for (const [at, [path, url]] of before.entries()) {
        const expected = isOwn(url) ? BASE + url.pathname + url.search : url.href
        assert.equal(after[at]![1].href, new URL(expected).href, path)
      }
      assert.ok(!(await examplesOf(serviceWithBases, api)).text.includes(`${name}.example`))
    })
  }

  test('has addresses of its platform in most cases', async () => {
    const usesBase = await Promise.all(
      apis.map(async api =>
        addressesIn((await examplesOf(serviceWithBases, api)).output).some(
          ([, { origin }]) => origin === BASE,
        ),
      ),
    )
    assert.ok(usesBase.filter(Boolean).length >= 7, 'else the tests above would have nothing to look at')
  })
})
