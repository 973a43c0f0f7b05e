import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  extraKeys,
  FORM_SOURCES,
  isEditable,
  ruleObject,
  withField,
  withFieldMoved,
  withKey,
  withSource,
} from '../../renderer/features/parsers/schema-form/edit-rule.ts'
import { formatJson, formatSchema } from '../../renderer/features/parsers/schema-text.ts'
import { parserSamples } from '../../server/admin/sample-files.ts'
import { exampleBody } from '../../server/operations/parsers/examples.ts'
import { checkSchema } from '../../server/parsers/check-schema.ts'
import type { Json, JsonObject } from '../../server/parsers/parser-schema.ts'

/** A schema with every way to nest rules. */
const DESIGN = {
  fields: {
    title: { css: 'h1' },
    tags: { css: '.tag', all: true },
    seller: { css: '.seller', fields: { name: 'b', link: 'a@href' } },
    offers: { css: '.offer', all: true, fields: { price: { css: '.p', type: 'number' }, sku: '@data-sku' } },
    rating: {
      any: [{ jsonld: 'Product', path: 'aggregateRating.ratingValue' }, '.stars@data-score'],
      type: 'number',
    },
  },
}

/** A schema with values that the form has no widget for. */
const ODD_SCHEMA = {
  $note: ['mine', { deep: null }],
  fields: {
    'unit price': { css: '.p', all: false, transform: [{ trim: true }], default: { a: [1, 2.5, 'x'] } },
    empty: {},
    number: 5,
    two: { css: 'b', meta: 'og:title' },
    list: { jsonld: ['Product', 'Offer'], json: 'offers[0]' },
    constructor: '',
  },
}

const schemas = async () => [
  DESIGN,
  ODD_SCHEMA,
  exampleBody.schema,
  ...(await parserSamples()).map(({ schema }) => schema),
]

type Rule = string | JsonObject

/** All rules of a schema that a form shows, at any depth. */
function rulesOf(fields: Json): Rule[] {
  return Object.values((fields ?? {}) as JsonObject)
    .filter(isEditable)
    .flatMap(rule => [rule, ...rulesOf(ruleObject(rule).fields ?? null)])
}

const textInOrder = (value: unknown) => JSON.stringify(value)

describe('form and JSON', () => {
  test('a schema formatted as text is parsed to the same schema, with its keys in order', async () => {
    for (const schema of await schemas()) {
      assert.equal(textInOrder(JSON.parse(formatSchema(schema as never))), textInOrder(schema))
      assert.equal(textInOrder(JSON.parse(formatJson(schema as never))), textInOrder(schema))
    }
  })

  test('writing a value back unchanged does not change the rule', async () => {
    for (const schema of await schemas())
      for (const rule of rulesOf(schema.fields as never))
        for (const [key, value] of Object.entries(ruleObject(rule)))
          assert.equal(textInOrder(withKey(rule, key, value)), textInOrder(rule))
  })

  test('each key of a rule is shown exactly once', async () => {
    for (const schema of await schemas())
      for (const rule of rulesOf(schema.fields as never)) {
        const shownKeys = extraKeys(rule)
        assert.equal(new Set(shownKeys).size, shownKeys.length)
        const keysElsewhere = [...FORM_SOURCES, 'path', 'fields'] as string[]
        for (const key of Object.keys(ruleObject(rule)))
          assert.ok(shownKeys.includes(key) || keysElsewhere.includes(key), `${key} of ${textInOrder(rule)}`)
      }
  })

  test('a change of one key keeps the others and their order', () => {
    const rule = { all: true, css: '.p', note: [1] }
    assert.equal(textInOrder(withKey(rule, 'css', '.q')), '{"all":true,"css":".q","note":[1]}')
    assert.equal(textInOrder(withKey(rule, 'all', undefined)), '{"css":".p","note":[1]}')
    assert.equal(withKey('h1', 'css', 'h2'), 'h2')
    assert.deepEqual(withKey('h1', 'type', 'number'), { css: 'h1', type: 'number' })
  })

  test('changing the source keeps the query and the other keys', () => {
    assert.deepEqual(withSource({ css: 'x', type: 'number' }, 'meta'), { meta: 'x', type: 'number' })
    assert.deepEqual(withSource('h1', 'any'), { any: [{ css: 'h1' }] })
    assert.deepEqual(withSource({ any: ['h1', 'h2'] }, 'css'), { css: 'h1' })
    assert.deepEqual(withSource({ fields: { a: 'b' } }, 'css'), { css: '', fields: { a: 'b' } })
    assert.deepEqual(withSource('.seller', 'none'), { fields: {} })
  })

  test('every source that a form offers gives a rule with known keys', () => {
    for (const source of FORM_SOURCES) {
      const rule = withSource('h1', source)
      const problems = checkSchema({ fields: { one: rule } })
      assert.deepEqual(
        problems.filter(({ error }) => error.startsWith('Unknown key')),
        [],
      )
    }
  })

  test('fields keep their order when one is renamed, moved or removed', () => {
    const fields = { a: 'x', b: 'y', c: 'z' }
    assert.deepEqual(Object.keys(withField(fields, 'b', ['d', 'y'])), ['a', 'd', 'c'])
    assert.deepEqual(Object.keys(withFieldMoved(fields, 'c', -1)), ['a', 'c', 'b'])
    assert.deepEqual(Object.keys(withFieldMoved(fields, 'a', -1)), ['a', 'b', 'c'])
    assert.deepEqual(withField(fields, 'a', undefined), { b: 'y', c: 'z' })
  })
})
