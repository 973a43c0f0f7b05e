import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileParser, engineOf } from '../../server/parsers/compile/compile-parser.ts'
import type { Fields, ParserSchema } from '../../server/parsers/parser-schema.ts'
import { runParser } from '../../server/parsers/run-parser.ts'

const PAGE = `<main><h1>Shop <noscript>Please enable JavaScript.</noscript></h1>
  <li><img src=/blank.gif data-src=/a.jpg><noscript><img src=/a.jpg alt="A &amp; B"></noscript></li>
  <li><noscript><p class=n>One<p class=n>Two</noscript></li></main>`

const read = async (fields: Fields, strict: boolean) => {
  const schema: ParserSchema = { fields, strict }
  return runParser(compileParser(schema, await engineOf(schema, PAGE)), { text: PAGE }, { trace: true })
}

for (const strict of [false, true]) {
  describe(`noscript, ${strict ? 'read by parse5' : 'as usual'},`, () => {
    const cases: [string, Fields, unknown][] = [
      ['is led into by a selector', { x: 'noscript img@src' }, '/a.jpg'],
      ['is led into by > and in lists', { x: { css: 'li > noscript > p.n', all: true } }, ['One', 'Two']],
      [
        'is where fields are read from',
        { x: { css: 'noscript:has(img)', fields: { src: 'img@src', alt: 'img@alt' } } },
        { src: '/a.jpg', alt: 'A & B' },
      ],
      ['is led into by XPath', { x: { xpath: '//noscript/img/@src' } }, '/a.jpg'],
      [
        'is text to a rule that reads it whole',
        { x: { css: 'noscript', transform: [{ select: 'img@alt' }] } },
        null,
      ],
      [
        'is opened by a transform',
        { x: { css: 'li noscript', transform: [{ select: 'img@alt' }] } },
        'A & B',
      ],
    ]
    for (const [title, fields, expected] of cases) {
      test(title, async () => assert.deepEqual((await read(fields, strict)).data.x, expected))
    }

    test('does not change what the other rules find', async () => {
      const otherRules: Fields = {
        title: 'h1',
        images: { css: 'img@src', all: true },
        first: { css: 'li', fields: { images: { css: 'img', read: 'count' }, next: '+ li' } },
      }
      const withoutScripts = await read(otherRules, strict)
      const both = await read({ ...otherRules, inside: 'noscript img@src' }, strict)
      assert.deepEqual({ ...both.data, inside: undefined }, { ...withoutScripts.data, inside: undefined })
      assert.deepEqual(both.data.images, ['/blank.gif'])
      const nodes = ({ trace }: typeof withoutScripts) => trace!.map(entry => entry.nodes).slice(0, 2)
      assert.deepEqual(nodes(both), nodes(withoutScripts))
    })
  })
}
