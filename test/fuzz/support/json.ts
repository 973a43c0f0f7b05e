import fc from 'fast-check'
import type { JsonSchema } from '../../../server/docs/json-schema.ts'
import { NAMES, name, times, url, wildText } from './hostile.ts'

/** Marks JSON text inside a value that cannot be written as a value. */
const RAW = (text: string) => ({ [RAW_KEY]: text })
const RAW_KEY = '\u0001raw'
const RAW_TEXT = /\{"\\u0001raw":("(?:[^"\\]|\\.)*")\}/g

/** The JSON text that is sent. */
export const textOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(RAW_TEXT, (_whole, text) => JSON.parse(text))

const nested = ([open, close]: readonly [string, string], depth: number) =>
  open.repeat(depth) + close.repeat(depth)

/** Deep nesting: of lists, of objects, or of rules. */
const deep = fc
  .tuple(
    fc.constantFrom<readonly [string, string]>(
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"a":', '}]'],
      ['{"fields":{"a":', '}}'],
      ['{"any":[', ']}'],
      ['{"css":"b","all":true,"fields":{"b":', '}}'],
    ),
    fc.constantFrom(5, 63, 65, 200, 1_500, 10_000, 100_000),
  )
  .map(([pair, depth]) => RAW(nested(pair, depth).replace('":}', '":1}')))

/** Numbers as text; some are not valid JSON. */
const number = fc
  .constantFrom('-0', '1e308', '1e999', '-1e999', '9007199254740993', '0.1e-400', '1'.repeat(400), '1.0', 'NaN', 'Infinity', '0x10', '01', '+1', '1.', '.5', '1e') // biome-ignore format: a list
  .map(RAW)

const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('', ' ', 'x', '__proto__', '\0', '\ufeff', '\u2028', '{{ item }}', '$eval("1")', '(', 'a[', 'div >', '(a+)+$', '//x[', '2026-02-30', '9'.repeat(40)) }, // biome-ignore format: a list
  { weight: 1, arbitrary: url },
  { weight: 1, arbitrary: wildText },
  {
    weight: 1,
    arbitrary: fc.constantFrom('"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\x"', '"').map(RAW),
  },
  { weight: 1, arbitrary: times(300_000).map(count => 's'.repeat(count)) },
)

const wide = fc.oneof(
  times(50_000).map(count => RAW(`[${Array.from({ length: count }, () => '1').join()}]`)),
  times(50_000).map(count => RAW(`{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`)),
  times(5_000).map(count => RAW(`{${Array.from({ length: count }, () => '"k":1').join()}}`)),
)

/** A value that no field accepts. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 2 ** 53, [], {}, [null], [[]]) },
  { weight: 3, arbitrary: text },
  { weight: 1, arbitrary: number },
  { weight: 4, arbitrary: deep },
  { weight: 1, arbitrary: wide },
  {
    weight: 2,
    arbitrary: fc
      .dictionary(name, fc.constantFrom<unknown>(1, 'x', null, {}, []), {
        maxKeys: 3,
        noNullPrototype: false,
      })
      .map(RAWObject),
  },
)

/** An object as JSON text, which can have `__proto__` as its own key. */
function RAWObject(value: Record<string, unknown>) {
  return RAW(
    `{${Object.entries(value)
      .map(([key, of]) => `${JSON.stringify(key)}:${JSON.stringify(of)}`)
      .join()}}`,
  )
}

/** Values that fit a schema, or nearly. Where the schema allows anything, `open` is used. */
export function fromSchema(
  schema: JsonSchema,
  open: fc.Arbitrary<unknown>,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const choices = schema.anyOf ?? (schema.oneOf as JsonSchema[] | undefined)
  if (choices) return fc.oneof(...choices.map(choice => fromSchema(choice, open, depth + 1)))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map(type => fromSchema({ ...schema, type }, open, depth)))
  return ofType(schema, open, depth)
}

const MAX_DEPTH = 6

function ofType(schema: JsonSchema, open: fc.Arbitrary<unknown>, depth: number): fc.Arbitrary<unknown> {
  const { type, items = {}, properties = {}, required = [] } = schema
  if (depth > MAX_DEPTH) return open
  if (type === 'string')
    return schema.format === 'uri' ? url : fc.oneof(fc.constantFrom('a', 'title', 'x y'), url)
  if (type === 'integer' || type === 'number') return fc.constantFrom(0, 1, 2, 5, 50, 1_000)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(fromSchema(items, open, depth + 1), { maxLength: 3 })
  if (type !== 'object') return open
  const fields = Object.entries(properties).map(
    ([key, of]) => [key, fromSchema(of, open, depth + 1)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter(key => key in properties) })
}

/** A change of a value: which of its places, as a number from 0 to 1, and what happens there. */
interface JsonChange {
  at: number
  how: 'replace' | 'remove' | 'rename' | 'add' | 'wrap'
  value: unknown
  key: string
}

export const change: fc.Arbitrary<JsonChange> = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'rename', 'add', 'wrap'),
  value: hostile,
  key: fc.constantFrom(...NAMES),
})

type PropertyRef = { parent: Record<string, unknown>; key: string }

/** Every place in a value, at any depth. */
function propertyRefsOf(value: unknown, found: PropertyRef[] = []): PropertyRef[] {
  if (value === null || typeof value !== 'object') return found
  for (const key of Object.keys(value)) {
    if (key === RAW_KEY) continue
    found.push({ parent: value as Record<string, unknown>, key })
    propertyRefsOf((value as Record<string, unknown>)[key], found)
  }
  return found
}

/**
 * Returns a copy of a value with these changes; an empty value stays as it is. Inserted values are copied too,
 * because later changes may modify them.
 */
export function withChanges(value: unknown, changes: JsonChange[]): unknown {
  const copy = structuredClone(value)
  for (const { at, how, value: insertedValue, key } of changes) {
    const hostileValue = structuredClone(insertedValue)
    const refs = propertyRefsOf(copy)
    const ref = refs[Math.floor(at * refs.length)]
    if (!ref) continue
    const { parent, key: old } = ref
    const before = parent[old]
    if (how === 'replace') parent[old] = hostileValue
    if (how === 'wrap') parent[old] = [before]
    if (how === 'remove' || how === 'rename') delete parent[old]
    if (how === 'rename' || how === 'add') define(parent, key, how === 'add' ? hostileValue : before)
  }
  return copy
}

/** Defines an own property, even one like `__proto__`; a list gets the value at its end. */
const define = (parent: object, key: string, value: unknown) =>
  Array.isArray(parent)
    ? parent.push(value)
    : Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true })

/** What may happen to JSON text on its way. */
export const damage: fc.Arbitrary<(text: string) => Buffer> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((json: string) => Buffer.from(json)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      (json: string) => Buffer.from(`\ufeff${json}`),
      (json: string) => Buffer.from(json + json),
      (json: string) => Buffer.from(`${json}\n${json}`),
      (json: string) => Buffer.from(`[${json}]`),
      (json: string) => Buffer.from(`${json},`),
      (json: string) => Buffer.from(`// x\n${json}`),
      (json: string) => Buffer.from(json, 'utf16le'),
      (json: string) => Buffer.concat([Buffer.from(json), Buffer.from([0xff, 0xc3, 0])]),
      (json: string) => Buffer.from(json.replaceAll('"', "'")),
      (json: string) => Buffer.from(json.replaceAll(/"(\w)/g, '"\ud800$1'), 'latin1'),
      () => Buffer.alloc(0),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map(share => (json: string) => {
      const bytes = Buffer.from(json)
      return bytes.subarray(0, Math.floor(bytes.length * share))
    }),
  },
)
