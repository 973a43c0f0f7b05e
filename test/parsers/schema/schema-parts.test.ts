import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { outputSchema } from '../../../server/parsers/output-schema.ts'
import type { ParserSchema } from '../../../server/parsers/parser-schema.ts'

const LIST = { css: 'li', all: true, fields: { name: 'b' } }
const follow = (more: object) => ({ ...LIST, follow: { link: 'a@href', fields: { x: 'b' }, ...more } })
const paginate = (more: object, fields: object = { items: LIST }) => ({ fields, paginate: more })

/** Invalid schemas, each with the field and the error that are reported. */
const CASES: [schema: object, field: string, error: string][] = [
  [{ fields: { a: 'b' }, version: 2 }, 'schema', '"version" is 1, the version of the language.'],
  [{ fields: { a: 'b' }, defs: [] }, 'schema', '"defs" is an object of rules by name.'],
  [{ fields: { a: { ref: 'x' } } }, 'schema.fields.a', '"ref": there is no rule "x" in "defs".'],
  [{ fields: { a: { ref: 'x' } }, defs: { x: { ref: 'y' }, y: { ref: 'x' } } }, 'schema.fields.a', '"ref": "x" refers to itself.'],
  [{ fields: { a: { ref: 'x' } }, defs: { x: { css: 'a[' } } }, 'schema.fields.a', '"css": "a[" is not a valid selector.'],
  [{ fields: { a: 'b' }, expect: {} }, 'schema', '"expect" is an object of: must, must_not.'],
  [{ fields: { a: 'b' }, expect: { must: [] } }, 'schema', 'In "expect": "must" is a list of rules.'],
  [{ fields: { a: 'b' }, expect: { must: ['['] } }, 'schema.expect.must[0]', '"css": "[" is not a valid selector.'],
  [paginate({}), 'schema', '"paginate" is an object of: list, next, cursor, param, start, step, limit, until.'],
  [paginate({ limit: 2 }), 'schema', '"paginate" needs one way to go on.'],
  [paginate({ next: 'a@href', param: 'p' }), 'schema', '"paginate" needs one way to go on.'],
  [paginate({ next: 'a@href', cursor: 'b' }), 'schema', '"cursor" goes with "param".'],
  [paginate({ next: 'a@href', step: 2 }), 'schema', '"start" and "step" count pages.'],
  [paginate({ param: 'p', step: 0 }), 'schema', '"step" is not 0.'],
  [paginate({ param: 'p', limit: 101 }), 'schema', 'In "paginate": "limit" is a whole number from 1 to 100.'],
  [paginate({ param: 'p' }, { a: 'b' }), 'schema.paginate', '"paginate" needs a "list" to add to.'],
  [paginate({ param: 'p' }, { a: LIST, b: LIST }), 'schema.paginate', '"paginate" needs a "list" to add to.'],
  [paginate({ param: 'p', list: 'x' }), 'schema.paginate', '"list": there is no list "x" among the fields.'],
  [paginate({ next: { css: '[' } }), 'schema.paginate.next', '"css": "[" is not a valid selector.'],
  [paginate({ param: 'p', until: { id: { below: 3 } } }), 'schema', 'In "paginate": "until": {"id":{"below":3}} cannot be used.'],
  [{ fields: { a: { css: 'b', follow: {} } } }, 'schema.fields.a', '"follow" goes with "fields".'],
  [{ fields: { a: { ...LIST, follow: { link: 'a@href' } } } }, 'schema.fields.a', '"follow" has no "fields".'],
  [{ fields: { a: follow({ limit: 501 }) } }, 'schema.fields.a', 'In "follow": "limit" is a whole number from 1 to 500.'],
  [{ fields: { a: follow({ link: {} }) } }, 'schema.fields.a.follow.link', 'The rule has no source.'],
  [{ fields: { a: follow({ fields: { name: 'b' } }) } }, 'schema.fields.a.follow', '"name" is a field of the item already.'],
  [{ fields: { a: follow({ fields: { y: { parent: 'name' } } }) } }, 'schema.fields.a.follow.fields.y', 'No object around has a field "name".'],
  [{ fields: { a: { css: 'p', fields: { n: 'b' }, follow: { link: 'a@href', fields: { x: 'b' }, on_error: 'skip_item' } } } }, 'schema.fields.a', '"skip_item" leaves out an item of a list, and there is none around it.'],
  [{ fields: { a: follow({ follow: { link: 'a@href', fields: { z: follow({}) } } }) } }, 'schema.fields.a.follow.follow.fields.z.follow', 'Links are followed 2 deep at most.'],
  [{ fields: {}, pages: [] }, 'schema', '"pages" is a list of kinds of pages, 20 at most.'],
  [{ fields: {}, pages: [{ match: { url_patterns: [1] } }] }, 'schema.pages[0]', 'In "match": "url_patterns" cannot be used.'],
  [{ fields: {}, pages: [{ match: { url_patterns: ['https://a.example/*', '/p/*'] } }] }, 'schema.pages[0]', 'In "match": "url_patterns": no address begins like "/p/*".'],
  [{ fields: {}, pages: [{ match: { url_patterns: ['shop.example/*'] } }] }, 'schema.pages[0]', 'In "match": "url_patterns": no address begins like "shop.example/*".'],
  [{ fields: {}, pages: [{ css: 'b' }] }, 'schema.pages[0]', 'Unknown key "css".'],
  [{ fields: { a: { template: '${b}' } }, pages: [{ fields: { b: { template: '${a}' } } }] }, 'schema.fields.a', '"template": there is no field "b" here.'],
] // biome-ignore format: a table

describe('a part of a schema', () => {
  for (const [schema, field, error] of CASES)
    test(`${error} (${field})`, () => {
      const [problem] = checkSchema(schema)
      assert.deepEqual([problem?.field, problem?.error], [field, error])
    })

  test('that is valid has no problems', () => {
    const schema: ParserSchema = {
      version: 1,
      $comment: 'of a shop',
      defs: { money: { $comment: 'all prices', css: 'i', type: 'price' } },
      fields: {
        title: 'h1',
        items: {
          ...LIST,
          fields: { name: 'b', price: { ref: 'money' } },
          follow: { link: 'a@href', fields: { old: { ref: 'money', css: 's' } }, on_error: 'skip_item' },
        },
      },
      pages: [
        {
          match: { url_patterns: ['*/shop*', 'http*://shop.example/'] },
          paginate: { $comment: 'newest first', next: { ref: 'money', type: 'url' } },
        },
        { fields: { label: { template: '${title}!' } } },
      ],
    }
    assert.deepEqual(checkSchema(schema), [])
  })

  test('cannot expand a few definitions into too many rules', () => {
    const wideRule = (name: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, { ref: name }]))
    const defs = {
      a: 'b',
      b: { fields: wideRule('a') },
      c: { fields: wideRule('b') },
      d: { fields: wideRule('c') },
      e: { fields: wideRule('d') },
    }
    const problems = checkSchema({ defs, fields: { x: { ref: 'e' } } })
    assert.match(problems[0]!.error, /at most 1,000 rules/)
  })

  test('adds the fields of followed pages to the output schema, where single values may be null', () => {
    const schema = {
      fields: { a: follow({ fields: { x: { css: 'b', required: true }, y: { css: 'i', all: true } } }) },
    }
    const { properties } = outputSchema(schema as ParserSchema) as {
      properties: { a: { items: { properties: object } } }
    }
    assert.deepEqual(properties.a.items.properties, {
      name: { type: ['string', 'null'] },
      x: { type: ['string', 'null'] },
      y: { type: 'array', items: { type: ['string', 'null'] } },
    })
  })
})
