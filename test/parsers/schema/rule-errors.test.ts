import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import {
  ALLOWED_KEYS,
  KEYS as KNOWN,
  TYPES as KNOWN_TYPES,
  SOURCES,
} from '../../../server/parsers/schema/keys.ts'

/** The problems of one rule, as the only field of a schema. */
const check = (rule: unknown) => checkSchema({ fields: { x: rule } })

const KEYS = `Keys: ${KNOWN.join(', ')}.`
const TYPES = `"type" is one of ${KNOWN_TYPES.join(', ')}.`
const company = (source: keyof typeof ALLOWED_KEYS) => ALLOWED_KEYS[source].join(', ')

describe('a rule', () => {
  const cases: [unknown, string, string | undefined][] = [
    [7, 'A rule is a text or an object.', undefined],
    [null, 'A rule is a text or an object.', undefined],
    [
      ['h1'],
      'A rule is a text or an object.',
      'Several rules, of which the first with a value counts, are written {"any": ["h1", "h2"]}.',
    ],
    [{}, 'The rule has no source.', `One of: ${SOURCES.join(', ')}; or "fields".`],
    [
      { follow: { link: 'a@href', fields: { weight: '.weight' } } },
      '"follow" goes with "fields".',
      'It adds to the object that they yield: {"css": ".item", "fields": {…}, "follow": {"link": "a@href", "fields": {…}}}.',
    ],
    [
      { css: 'b', meta: 'a' },
      'A rule has one source, not "css" and "meta".',
      'Try one after the other with "any".',
    ],
    [
      { css: 'b', json: 'a' },
      'A rule has one source, not "css" and "json".',
      'JSON in an attribute or a text is read by "path" beside "css".',
    ],
    [
      { css: 'b', regex: '\\d+' },
      'A rule has one source, not "css" and "regex".',
      'To search in what "css" finds, use "transform": [{"regex": …}].',
    ],
    [
      { css: 'b', index: 0 },
      'A rule has one source, not "css" and "index".',
      'One of several matches is taken by "pick".',
    ],
    [
      { css: 'b', const: 'none' },
      'A rule has one source, not "css" and "const".',
      'What stands in for null is a "default".',
    ],
    [
      { css: 'b', xpath: '//b' },
      'A rule has one source, not "css" and "xpath".',
      'Try one after the other with "any".',
    ],
    [{ css: 'b', colour: 1 }, 'Unknown key "colour".', KEYS],
    [
      { network: 'items' },
      '"network" is the address of what the page fetches.',
      'Its path or all of it, where * is any text: /api/products*, https://api.shop.example/*.',
    ],
    [{ css: 'b', type: 'span' }, '"type": "span" is not a type.', TYPES],
    [{ css: 'b', type: 'float' }, '"type": "float" is not a type.', `Did you mean "number"? ${TYPES}`],
    [{ css: 'b', type: null }, '"type": null is not a type.', TYPES],
    [{ css: 1 }, '"css" is a selector, as text.', undefined],
    ['a[', '"css": "a[" is not a valid selector.', 'Expected name, found the end of the selector.'],
    ['a:frist', '"css": "a:frist" is not a valid selector.', 'Unknown pseudo-class :frist'],
    [
      'a::text',
      '"css": "a::text" is not a valid selector.',
      'Text is read without "::text"; "read": "own_text" leaves out that of elements inside.',
    ],
    ['a > > b', '"css": "a > > b" is not a valid selector.', 'Did not expect successive traversals.'],
    ['b@', '"css": "b@" is not a valid selector.', 'Unmatched selector: @'],
    [
      { css: 'b@id', fields: { y: 'b' } },
      '"fields" cannot be read from an attribute.',
      'Take "@id" off "css"; or, if it holds JSON, add a "path" into that.',
    ],
    [{ css: 'b', fields: {} }, '"fields" has at least one field.', undefined],
    [{ fields: [] }, '"fields" has at least one field.', undefined],
    [
      { css: 'b', fields: { y: 'b' }, type: 'string' },
      '"type" does not go with "fields".',
      'Give each field its type.',
    ],
    [{ css: 'b', group: 'a' }, '"group" does not go with "css".', `What goes with "css": ${company('css')}.`],
    [
      { meta: 'a', fields: { y: 'b' } },
      '"fields" does not go with "meta".',
      `What goes with "meta": ${company('meta')}.`,
    ],
    [
      { const: 1, all: true },
      '"all" does not go with "const".',
      `What goes with "const": ${company('const')}.`,
    ],
    [{ any: ['b'], all: true }, '"all" does not go with "any".', `What goes with "any": ${company('any')}.`],
    [
      { fields: { y: 'b' }, all: true },
      '"all" does not go without a source.',
      `What goes without a source: ${company('none')}.`,
    ],
    [
      { json: 'a', path: 'b' },
      '"path" does not go with "json".',
      `What goes with "json": ${company('json')}.`,
    ],
    [{ script: 's', path: 'a', json: 'b' }, '"json" and "path" are the same here.', 'Keep one of them.'],
    [{ any: [] }, '"any" is a list of rules.', undefined],
    [{ any: 'b' }, '"any" is a list of rules.', undefined],
    [{ meta: '' }, '"meta" is a name, as text.', 'Such as "og:title".'],
    [{ jsonld: ['A', 1] }, '"jsonld" is a name, as text.', 'A type such as "Product", or a list of types.'],
    [{ jsonld: [] }, '"jsonld" is a name, as text.', 'A type such as "Product", or a list of types.'],
    [{ url: 'pathname' }, '"url": an address has no part "pathname".', 'Did you mean "path"?'],
    [{ url: 'fragmnt' }, '"url": an address has no part "fragmnt".', 'Did you mean "fragment"?'],
    [
      { url: 'page' },
      '"url": an address has no part "page".',
      'Parts: href, origin, protocol, host, path, segments, query, fragment.',
    ],
    [{ script: {} }, '"script" is a name, as text.', 'The id of the script, or the variable it assigns.'],
    [{ css: 'b', all: 'yes' }, '"all" is true or false.', undefined],
    [{ css: 'b', required: 1 }, '"required" is true or false.', undefined],
    [{ css: 'b', description: 1 }, '"description" is a text.', undefined],
    [{ css: 'b', default: 1 }, '"default": 1 is not of type string.', undefined],
    [{ css: 'b', type: 'integer', default: 1.5 }, '"default": 1.5 is not of type integer.', undefined],
    [{ css: 'b', type: 'number', default: '1' }, '"default": "1" is not of type number.', undefined],
    [{ css: 'b', all: true, default: 'a' }, '"default" is a list here, since "all" is true.', undefined],
    [{ css: 'b', all: true, default: ['a', 1] }, '"default": ["a",1] is not of type string.', undefined],
    [
      { css: 'b', fields: { y: 'b' }, default: {} },
      '"default" does not go with "fields".',
      'Give the fields defaults of their own.',
    ],
    [{ const: 1, type: 'string' }, '"const": 1 is not of type string.', undefined],
  ]
  for (const [rule, error, hint] of cases) {
    test(`${JSON.stringify(rule)}: ${error}`, () => {
      assert.deepEqual(check(rule), [{ field: 'schema.fields.x', error, ...(hint && { hint }) }])
    })
  }

  for (const path of ['a...b', 'a.', '[', 'a[1', "a['b]", 'a b . c', '[1.5]']) {
    test(`with the path ${path} is refused`, () => {
      const [problem] = check({ json: path })
      assert.equal(problem?.error, `"json": ${JSON.stringify(path)} is not a path.`)
      assert.match(problem?.hint ?? '', /A path reads like/)
    })
  }
})

describe('a rule inside "any"', () => {
  const cases: [unknown, string][] = [
    [{ any: ['b', { css: 'i', required: true }] }, '"required" does not go inside "any".'],
    [{ any: ['b', { css: 'i', default: 'a' }] }, '"default" does not go inside "any".'],
    [{ type: 'integer', any: ['b', { css: 'i', type: 'number' }] }, '"type" stands beside "any" already.'],
    [
      { type: 'integer', any: ['b', { css: 'i', fields: { y: 'b' } }] },
      '"fields" yields an object, but the type is "integer".',
    ],
    [{ type: 'integer', any: ['b', { const: 'x' }] }, '"const": "x" is not of type integer.'],
    [{ any: ['b', 'i['] }, '"css": "i[" is not a valid selector.'],
  ]
  for (const [rule, error] of cases) {
    test(`${JSON.stringify(rule)}: ${error}`, () => {
      const problems = check(rule)
      assert.deepEqual(
        problems.map(problem => [problem.field, problem.error]),
        [['schema.fields.x.any[1]', error]],
      )
    })
  }
})
