import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchemasAhead, schemaField } from '../../../server/operations/parsers/body.ts'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { importSchema } from '../../../server/parsers/import/import-schema.ts'

const nestedList = (levels: number) => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
const fieldsOf = (count: number, rule: unknown = 'b') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, rule]))

type OversizedSchema = [what: string, schema: unknown, field: RegExp, error: RegExp]

const TOO_LARGE: OversizedSchema[] = [
  ['a constant of 100,000 levels', { fields: { a: { const: nestedList(100_000) } } }, /^schema\.fields\.a\.const\[0\]/, /64 levels/],
  ['a default of 100,000 levels', { fields: { a: { css: 'b', default: nestedList(100_000) } } }, /^schema\.fields\.a\.default\[0\]/, /64 levels/],
  ['a comment of 100,000 levels', { $comment: nestedList(100_000), fields: { a: 'b' } }, /^schema\.\$comment\[0\]/, /64 levels/],
  ['more than 1,000 choices', { fields: { a: { any: Array(1_001).fill('b') } } }, /^schema\.fields\.a\.any\[\d+\]$/, /1,000 rules/],
  ['more than 1,000 rules that it expects', { expect: { must: Array(1_001).fill('b') }, fields: { a: 'b' } }, /^schema\.expect\.must\[\d+\]$/, /1,000 rules/],
  ['more than 1,000 definitions', { defs: fieldsOf(1_001), fields: { a: 'b' } }, /^schema\.defs\.f1000$/, /1,000 rules/],
  ['more than a million characters', { fields: { a: { css: 'b', enum: Array(20_000).fill('x'.repeat(60)) } } }, /^schema\.fields\.a\.enum\[\d+\]$/, /1,048,576 characters/],
  ['more than 5,000 transforms', { fields: { a: { css: 'b', transform: [{ if: { when: { exists: true }, do: Array(5_001).fill('trim') } }] } } }, /^schema\.fields\.a\.transform/, /5,000 transforms/],
  ['more than 50 transforms of one rule', { fields: { a: { css: 'b', transform: Array(51).fill('trim') } } }, /^schema\.fields\.a$/, /"transform" has at most 50 transforms/],
  ['repetitions without end', { fields: fieldsOf(1_000, { css: 'b', pattern: '(?:a{30}){30}' }) }, /^schema\.fields\.f\d+\.pattern$/, /The patterns/],
  ['classes of Unicode without end', { fields: fieldsOf(900, { regex: '\\pL' }) }, /^schema\.fields\.f\d+\.regex$/, /The patterns/],
  ['selectors without end', { fields: fieldsOf(900, { css: `${'b, '.repeat(50)}b` }) }, /^schema\.fields\.f\d+\.css$/, /100,000 characters/],
  ['selectors in short without end', { fields: fieldsOf(900, `${'b, '.repeat(50)}b`) }, /^schema\.fields\.f\d+$/, /100,000 characters/],
  ['selectors of XPath without end', { fields: fieldsOf(900, { xpath: '//b'.repeat(50) }) }, /^schema\.fields\.f\d+\.xpath$/, /100,000 characters/],
  ['a selector of very many steps', { fields: { a: 'b '.repeat(101).trim() } }, /^schema\.fields\.a$/, /100 steps/],
  ['very many steps inside of a selector', { fields: { a: `p:not(${'b '.repeat(101).trim()})` } }, /^schema\.fields\.a$/, /100 steps/],
  ['the name of a field without end', { fields: { a: { css: 'b', fields: { ['k'.repeat(501)]: 'b' } } } }, /^schema\.fields\.a\.fields\["k{100}…"\]$/, /500 characters/],
  ['a path into JSON without end', { fields: { a: { json: `a${'[*]'.repeat(300_000)}` } } }, /^schema\.fields\.a(\.json)?$/, /"json" has at most 4,000 characters/],
  ['a class without end', { fields: { a: { regex: '['.repeat(1_000_000) } } }, /^schema\.fields\.a\.regex$/, /The patterns/],
  ['a class of Unicode without end', { fields: { a: { regex: '\\p{'.repeat(300_000) } } }, /^schema\.fields\.a\.regex$/, /The patterns/],
  ['a selector without end', { fields: { a: 'b '.repeat(5_000) } }, /^schema\.fields\.a$/, /4,000 characters/],
] // biome-ignore format: a table

describe('a schema that is refused for its size before it is checked', () => {
  for (const [what, schema, field, error] of TOO_LARGE)
    test(`has ${what}`, () => {
      const [problem, ...more] = checkSchema(schema)
      assert.deepEqual(more, [])
      assert.match(problem!.field, field)
      assert.match(problem!.error, error)
      assert.ok(problem!.hint)
    })
})

describe('a schema within its limits', () => {
  test('may have data that looks like too many rules', () => {
    assert.deepEqual(checkSchema({ fields: { a: { const: { fields: fieldsOf(1_001) } } } }), [])
  })

  test('may use ordinary patterns in each of its 1,000 rules', () => {
    const rule = { css: 'b', pattern: '^[A-Z]{2}\\d{4,6}-(?:red|green|blue)$' }
    assert.deepEqual(checkSchema({ fields: fieldsOf(1_000, rule) }), [])
  })

  test('may have a long chain of template fields, each built from the next', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`f${n}`, n === 999 ? 'b' : { template: `\${f${n + 1}}` }]),
    )
    assert.deepEqual(checkSchema({ fields }), [])
  })
})

describe('a schema of another tool', () => {
  test('is refused with the field when it is nested too deeply', () => {
    let source: object = { selector: 'b' }
    for (let level = 0; level < 100_000; level++) source = { selector: 'b', output: { x: source } }
    assert.throws(() => importSchema({ a: source }), {
      code: 'invalid_input',
      facts: {
        field: `source.a${'.output.x'.repeat(31)}.output`,
        hint: 'Remove levels that nothing needs.',
      },
    })
  })

  test('has all its invalid rules reported and left out at once', () => {
    const { schema, losses } = importSchema({ ...fieldsOf(300, 'b ['), title: 'h1' })
    assert.deepEqual(schema, { fields: { title: 'h1' } })
    assert.equal(losses.length, 300)
  })
})

describe('a schema that takes long to check', () => {
  /** A rule that takes longer to check than one step may take. */
  const slowRule = () => ({
    get css() {
      for (const since = performance.now(); performance.now() - since < 11; );
      return 'b['
    },
  })
  const createWith = (input: (schema: object) => object) => async () => {
    const schema = { fields: { a: slowRule(), b: slowRule() } }
    let hasOthers = false
    setImmediate(() => {
      hasOthers = true
    })
    await checkSchemasAhead(input(schema))
    assert.ok(hasOthers)
    schema.fields.a = schema.fields.b = { css: 'b' }
    assert.deepEqual(
      schemaField.safeParse(schema).error?.issues.map(({ path }) => path),
      [['fields.a'], ['fields.b']],
    )
  }

  test(
    'is checked in steps that let other work run, and only once',
    createWith(schema => ({ schema })),
  )
  test(
    'is checked in steps also when it is inside a parser in the input',
    createWith(schema => ({ parser: { schema } })),
  )
})
