import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fastEngine } from '../../../server/html/fast-engine.ts'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { fitsAddress, type NetworkAnswer } from '../../../server/parsers/network.ts'
import type { ParserSchema, Rule } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

const answer = (path: string, body: unknown, status = 200): NetworkAnswer => ({
  url: `https://shop.example${path}`,
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

const ANSWERS = [
  answer('/api/items?page=1', { items: [{ name: 'a' }, { name: 'b' }], total: 3 }),
  answer('/api/items?page=2', { items: [{ name: 'c' }] }),
  answer('/api/note', 'plain text'),
  answer('/api/secret', { error: 'no' }, 403),
]

const read = (rule: Rule, network: readonly NetworkAnswer[] | undefined = ANSWERS) => {
  const schema: ParserSchema = { fields: { x: rule } }
  assert.deepEqual(checkSchema(schema), [])
  const page = { text: '<p>page</p>', ...(network && { network }) }
  const { data, nulls } = runParser(compileParser(schema, fastEngine), page, { trace: true })
  return { value: data.x, why: nulls[0]?.reason }
}

describe('data that a page fetched', () => {
  test('is read by address and path from the first answer that has it', () => {
    assert.equal(read({ network: '/api/items*', path: 'total' }).value, 3)
    assert.equal(read({ network: '/api/items?page=2', path: 'items[0].name' }).value, 'c')
    assert.equal(read({ network: 'https://shop.example/api/n*' }).value, 'plain text')
  })

  test('is joined to one list from all matching answers with `all`', () => {
    const rule: Rule = { network: '/api/items', path: 'items', all: true, fields: { name: { json: 'name' } } }
    assert.deepEqual(read(rule).value, [{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  })

  const WHY: [what: string, rule: Rule, network: readonly NetworkAnswer[] | undefined, why: RegExp][] = [
    [
      'nothing was seen',
      { network: '/api/*' },
      undefined,
      /only seen in a browser: set `fetch.mode` to `browser`/,
    ],
    ['the page fetched nothing', { network: '/api/*' }, [], /the page fetched no data/],
    [
      'no address fits',
      { network: '/v2/*' },
      ANSWERS,
      /fetched only \/api\/items, \/api\/note, \/api\/secret$/,
    ],
    [
      'the site refused it',
      { network: '/api/secret', path: 'error' },
      ANSWERS,
      /the answer to \/api\/secret was 403/,
    ],
    ['the path leads nowhere', { network: '/api/items', path: 'rows' }, ANSWERS, /rows/],
  ]
  for (const [what, rule, network, why] of WHY)
    test(`is null with the reason when ${what}`, () => {
      const found = network === undefined ? readWithout(rule) : read(rule, network)
      assert.equal(found.value, null)
      assert.match(found.why!, why)
    })

  const readWithout = (rule: Rule) => {
    const schema: ParserSchema = { fields: { x: rule } }
    const { data, nulls } = runParser(compileParser(schema, fastEngine), { text: '<p>' }, { trace: true })
    return { value: data.x, why: nulls[0]?.reason }
  }

  for (const network of ['', 'api/items', 5, 'x'.repeat(2_001)])
    test(`cannot be addressed in a rule by ${JSON.stringify(network).slice(0, 20)}`, () => {
      const [problem] = checkSchema({ fields: { x: { network } } })
      assert.match(problem!.error, /"network" is the address of what the page fetches/)
    })
})

describe('the address pattern of a network rule', () => {
  const FITS: [pattern: string, address: string, fits: boolean][] = [
    ['/a', 'https://x.example/a?b=1', true],
    ['/a', 'https://x.example/a/b', false],
    ['/a*', 'https://x.example/a/b?c', true],
    ['/a?b=*', 'https://x.example/a?b=1', true],
    ['/a?b=*', 'https://x.example/a?c=1', false],
    ['https://x.example/a*', 'https://x.example/a?b', true],
    ['https://x.example/a*', 'https://y.example/a', false],
    ['*/items/*/rows', 'https://x.example/v1/items/7/rows', true],
    ['/a*a', 'https://x.example/a', false],
    ['/*', 'no address', false],
  ]
  for (const [pattern, address, fits] of FITS)
    test(`${pattern} ${fits ? 'fits' : 'does not fit'} ${address}`, () => {
      assert.equal(fitsAddress(pattern)(address), fits)
    })

  test('is matched in limited time, whatever it is', () => {
    assert.equal(fitsAddress(`/${'*a'.repeat(1_000)}*b`)(`https://x.example/${'a'.repeat(100_000)}`), false)
  })
})
