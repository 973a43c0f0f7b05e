import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { whyNull } from '../support/read-page.ts'
import { page, STATE } from '../support/scripts.ts'

describe('a script rule that finds nothing reports why', () => {
  const reasons: [string, string, Fields[string], string][] = [
    [
      'names what there is',
      `<script id=DATA>{}</script>${page('window.APP_STATE = {a: 1}; var items = [1]; a = {}; dataLayer.push({})')}`,
      STATE,
      'no script holds JSON by the name "STATE": there are DATA, APP_STATE, items, dataLayer',
    ],
    [
      'names ten at most',
      page(Array.from({ length: 14 }, (_, index) => `name${index} = {}`).join(';')),
      STATE,
      `no script holds JSON by the name "STATE": there are ${Array.from({ length: 10 }, (_, index) => `name${index}`).join(', ')} and 4 more`,
    ],
    [
      'says that there is none',
      '<p>x</p>',
      STATE,
      'no script holds JSON by the name "STATE", or by any other',
    ],
    [
      'quotes what only running would tell',
      page('STATE = load("/state.json?with=a&long=query")'),
      STATE,
      'scripts use the name "STATE", but load("/state.json?with=a&long=query") has no value before it is run',
    ],
    [
      'quotes forty characters at most',
      page(`STATE = load("${'x'.repeat(100)}")`),
      STATE,
      `scripts use the name "STATE", but load("${'x'.repeat(34)}… has no value before it is run`,
    ],
    [
      'knows what stands in a comment behind code',
      page('init(); // var STATE = {"amount": 99};\nrun();'),
      STATE,
      'scripts set "STATE" in comments only',
    ],
    [
      'knows what stands in a line of comment',
      page('\n// var STATE = {"amount": 99};\nvar SHOP = {a: 1}'),
      STATE,
      'scripts set "STATE" in comments only: there are SHOP',
    ],
    [
      'knows what stands in a long comment',
      page(`/* ${'x'.repeat(2_000)} STATE = {"amount": 99} */`),
      STATE,
      'scripts set "STATE" in comments only',
    ],
    ...['load()', 'base', 'shop.base', 'a.b()', '(a, b)'].map(
      (spread): [string, string, Fields[string], string] => [
        `names the spread of ${spread} in an object`,
        page(`STATE = {a: 1, ...${spread}, b: 2}`),
        STATE,
        `it holds ...${spread.replace('(a, b)', '(…)')}, which has no value before the script is run`,
      ],
    ),
    [
      'names the spread of a list',
      page('STATE = {list: [1, ...other]}'),
      { ...STATE, path: 'list', all: true },
      'it holds ...other, which has no value before the script is run',
    ],
    [
      'names the spread that may hold what a path leads to, or set it anew',
      page('STATE = {shop: {a: 1, ...base, b: 2}}'),
      { ...STATE, path: 'shop.a' },
      'shop has nothing at .a: it holds ...base, which has no value before the script is run',
    ],
    [
      'does not copy what is spread without all of it',
      page('STATE = Object.assign({}, {...base})'),
      STATE,
      'scripts use the name "STATE", but Object.assign({}, {...base}) has no value before it is run',
    ],
    ...[
      'var base = {a: 1}; base.b = 2',
      'var base = {a: 1}; base = {a: 2}',
      'var base = {a: 1}; change(base)',
      'var base = {a: 1}; function f(base) {}',
      'var base = load()',
      'var base; base = {a: 1}',
      'base = {a: 1}',
      'var base = {...base}',
      '// var base = {a: 1}\n',
    ].map((script): [string, string, Fields[string], string] => [
      `does not take ${JSON.stringify(script)} for all that is spread`,
      page(`${script};STATE = {...base, c: 1}`),
      STATE,
      'it holds ...base, which has no value before the script is run',
    ]),
    [
      'knows what is no JavaScript',
      page('STATE = {a: '),
      STATE,
      'scripts use the name "STATE", but what stands there is not JavaScript',
    ],
  ]
  for (const [title, text, rule, reason] of reasons) {
    test(title, () => assert.equal(whyNull(rule, text), reason))
  }
})
