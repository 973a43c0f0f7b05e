import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  fieldGroups,
  fieldOfRule,
  fieldsAt,
  freeNameLike,
  withFieldAt,
} from '../../../renderer/features/parsers/picker/land-field.ts'
import { editsOf, ruleOf } from '../../../renderer/features/parsers/picker/offers.ts'
import { typeOfRule, withType } from '../../../renderer/features/parsers/picker/rule-type.ts'
import {
  extraKeys,
  hasPath,
  isEditable,
  isRecord,
  isSimpleRule,
  ruleObject,
  sourceOf,
  widgetOf,
  withField,
  withKey,
} from '../../../renderer/features/parsers/schema-form/edit-rule.ts'
import { formatJson, formatSchema } from '../../../renderer/features/parsers/schema-text.ts'
import { readJson } from '../../../renderer/lib/read-json.ts'
import type { Json, JsonObject } from '../../../server/parsers/parser-schema.ts'
import { KEY_GUIDE } from '../../../server/parsers/schema/key-guide.ts'
import { SOURCES } from '../../../server/parsers/schema/keys.ts'

const page = readFileSync(new URL('../../../docs/parsers.md', import.meta.url), 'utf8')
const EXAMPLE = /```html[^\n]*\n[^`]*\n```\n```json\n([\s\S]*?)\n```/g

/** A value of each kind of key. */
const SAMPLES: Record<(typeof KEY_GUIDE)[string]['value'], Json> = {
  text: 'a "text" of\nlines',
  flag: true,
  type: 'number',
  json: [{ deep: [1, 2.5, null, 'x'] }],
  fields: { inner: { css: 'i', all: true }, short: 'b' },
  rules: ['h1', { css: 'h2', type: 'number' }, { jsonld: 'Product', path: 'name' }],
}

/** A schema for each example of the docs, and one for each key of the language. */
const SCHEMAS: [name: string, schema: JsonObject][] = [
  ...[...page.matchAll(EXAMPLE)].map(([, text]): [string, JsonObject] => {
    const example = JSON.parse(text!) as JsonObject
    return [text!.slice(0, 60), isWholeSchema(example) ? example : { fields: example }]
  }),
  ...Object.entries(KEY_GUIDE).map(([key, { value }]): [string, JsonObject] => [
    `the key ${key}`,
    { fields: { one: { ...(!isSource(key) && { css: 'h1' }), [key]: SAMPLES[value] }, after: 'b' } },
  ]),
]

function isSource(key: string): boolean {
  return (SOURCES as string[]).includes(key)
}

/** Whether an example is a whole schema; most contain only fields. */
function isWholeSchema(example: JsonObject): boolean {
  return isRecord(example.fields) || Array.isArray(example.pages)
}

/** A value after its widget has shown it and read it back. */
function roundTripped(key: string, value: Json | undefined): Json | undefined {
  if (value === undefined || widgetOf(key, value) !== 'json') return value
  return readJson(formatJson(value))
}

/** A rule after each widget of its row and its details has written back what it shows. */
function ruleThroughForm(rule: Json): Json {
  if (!isEditable(rule)) return readJson(formatJson(rule))!
  const source = sourceOf(rule)
  const keys = [...(source === 'none' || source === 'any' ? [] : [source]), ...extraKeys(rule)]
  if (hasPath(rule)) keys.push('path')
  const afterKeys = keys.reduce<string | JsonObject>((before, key) => {
    const value = roundTripped(key, ruleObject(before)[key])
    return value === undefined ? before : withKey(before, key, value)
  }, rule)
  return innerThroughForm(afterKeys)
}

function innerThroughForm(rule: string | JsonObject): Json {
  const { any, fields } = ruleObject(rule)
  if (Array.isArray(any))
    return withKey(
      rule,
      'any',
      any.map(choice => (isSimpleRule(choice) ? ruleThroughForm(choice) : readJson(formatJson(choice))!)),
    )
  return isRecord(fields) ? withKey(rule, 'fields', fieldsThroughForm(fields)) : rule
}

const fieldsThroughForm = (fields: JsonObject): JsonObject =>
  Object.entries(fields).reduce(
    (before, [name, rule]) => withField(before, name, [name, ruleThroughForm(rule)]),
    fields,
  )

function throughForm(schema: JsonObject): JsonObject {
  const fields = fieldsThroughForm((schema.fields ?? {}) as JsonObject)
  const others = Object.keys(schema).filter(key => key !== 'fields')
  const fullSchema = 'fields' in schema ? { ...schema, fields } : schema
  return others.reduce(
    (before, key) => withKey(before, key, roundTripped(key, schema[key])) as JsonObject,
    fullSchema,
  )
}

describe('a schema is unchanged after editing as a form, as JSON and by the picker', () => {
  test('is taken from every example of the docs and every key', () => {
    const [examples, keys] = [page.match(/^```\n```json$/gm)!.length / 2, Object.keys(KEY_GUIDE).length]
    assert.equal(SCHEMAS.length, examples + keys)
  })

  for (const [name, schema] of SCHEMAS) {
    test(name, () => {
      const text = JSON.stringify(schema)
      const parsed = readJson(formatSchema(schema)) as JsonObject
      assert.equal(JSON.stringify(throughForm(parsed)), text, 'through the form')
      assert.equal(JSON.stringify(readJson(formatSchema(throughForm(parsed)))), text, 'as JSON again')
      if ('fields' in parsed) assert.equal(JSON.stringify(throughPicker(parsed)), text, 'through the picker')
    })
  }
})

/** A schema after a field was picked into the page and into each list, and removed in the form. */
function throughPicker(schema: JsonObject): Json {
  return fieldGroups(schema).reduce<JsonObject>((before, { path }) => {
    const name = freeNameLike('title', fieldsAt(before, path))
    const picked = withFieldAt(before, path, name, 'h1')
    assert.equal(fieldsAt(picked, path)[name], 'h1')
    return fieldRemoved(picked, path, name)
  }, schema)
}

function fieldRemoved(rule: JsonObject, [first, ...rest]: readonly string[], name: string): JsonObject {
  const fields = rule.fields as JsonObject
  if (first === undefined) return { ...rule, fields: withField(fields, name, undefined) }
  const inner = fieldRemoved(fields[first] as JsonObject, rest, name)
  return { ...rule, fields: withField(fields, first, [first, inner]) }
}

describe('a picked field', () => {
  const offer = { rule: { css: '.price', type: 'number' }, score: 1, reasons: [] }

  test('has the same rule in the picker and in the form', () => {
    const edits = { ...editsOf(offer, false), required: true, all: true, read: '@content' }
    const rule = ruleOf(offer, edits) as JsonObject
    assert.deepEqual(rule, { css: '.price', type: 'number', read: '@content', all: true, required: true })
    assert.deepEqual(ruleThroughForm(rule), rule)
    assert.deepEqual(editsOf({ ...offer, rule }, false), { ...edits, required: false })
  })

  test('is written as a string when it has only a selector', () => {
    assert.equal(ruleOf(offer, { ...editsOf(offer, false), type: '' }), '.price')
  })

  test('with several rules has one type for all of them', () => {
    const rule = { any: [{ css: '.price', type: 'price' }, '.cost'] }
    assert.equal(typeOfRule(rule), 'price')
    assert.deepEqual(withType(rule, 'number'), { any: [{ css: '.price' }, '.cost'], type: 'number' })
    assert.deepEqual(withType(rule, 'price'), rule)
  })

  test('is added inside rules that select elements, and is found there by its path', () => {
    const offers = { css: '.offer, .deal', all: true, fields: { seller: { fields: { name: 'b' } } } }
    const schema = { fields: { offers, product: { jsonld: 'Product', fields: { sku: 'sku' } } } }
    assert.deepEqual(fieldGroups(schema), [
      { path: [], css: null },
      { path: ['offers'], css: '.offer, .deal' },
      { path: ['offers', 'seller'], css: '.offer, .deal' },
    ])
    const found = fieldOfRule(schema, 'schema.fields.offers.fields.seller.fields.name')
    assert.deepEqual(found, { place: fieldGroups(schema)[2], name: 'name' })
    const changed = withFieldAt(schema, ['offers', 'seller'], 'name', 'i')
    assert.deepEqual(fieldsAt(changed, ['offers', 'seller']), { name: 'i' })
    assert.equal(fieldOfRule(schema, 'schema.fields.product.fields.sku'), undefined)
  })

  test('gets a name that is not yet used', () => {
    const schema = { fields: { price: 'b', price_2: 'i' } }
    assert.equal(freeNameLike('price', fieldsAt(schema, [])), 'price_3')
  })
})
