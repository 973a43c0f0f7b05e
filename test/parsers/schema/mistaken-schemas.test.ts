import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { read } from '../support/read-page.ts'

const check = (rule: unknown) => checkSchema({ fields: { x: rule } })

describe('a selector that could never match', () => {
  const wrong: [string, RegExp][] = [
    ['div >', /ends with a combinator/],
    ['> ', /ends with a combinator/],
    ['a +, b', /ends with a combinator/],
    ['li:has(> )', /ends with a combinator/],
    ['img@src, source@srcset', /each has a rule in "any"/],
    ['p@data-x.y', /letters, digits/],
    ['a@href@title', /stands once, at the very end/],
    ['x-price >>', /name the element in there/],
    ['x-price >>, b', /name the element in there/],
    ['x-price >>@href', /name the element in there/],
    ['x-a >> >> b', /name the element in there/],
    ['x-a >>> b', /name the element in there/],
    ['li:has(x-a >>)', /name the element in there/],
    ['a::text', /"read": "own_text"/],
    ['li > a::attr(href)', /"li > a@href"/],
    ['a::attr("data-x")', /"a@data-x"/],
    ['li:first', /"pick": "first" .* ":first-child"/],
    ['ul li:eq(2)', /"pick": 2 .* ":nth-child\(3\)"/],
    ['li:eq(-1) a', /"pick": -1 .* ":nth-last-child\(1\)"/],
    ['a:not(:last)', /":last-child"/],
    ['tr:even', /":nth-child\(odd\)"/],
    ['li:gt(1)', /":nth-child\(n\+3\)"/],
    ['a:visible', /":not\(\[hidden\]\)"/],
    ['a:has-text("Tea")', /":contains\('Words'\)"/],
    ['p:matches(^a)', /"pattern"/],
    ['//h1', /"xpath"/],
    ['/html/body/div[2]', /"xpath"/],
    ['.//a', /"xpath"/],
    ['xpath=//a', /"xpath"/],
    ['document.querySelector("#a > b")', /only the selector/],
    ['$("h1")', /only the selector/],
    ['text=Login', /:contains/],
    ['a/@href', /"a@href"/],
    ['h1::before', /name the element itself/],
    ['li:nth-child', /needs an argument, as in ":nth-child\(2\)"/],
    ['a:contains', /needs an argument/],
    ['p:lang', /needs an argument/],
    ['*|a', /Leave out the namespace/],
    ['.md:flex', /in JSON as "\.md\\\\:flex"/],
    ['.row .md:hover:flex > b', /in JSON as "\.md\\\\:hover\\\\:flex"/],
    ['.price:hover > b', /Leave out ":hover"/],
    ['.w-1/2', /in JSON as "\.w-1\\\\\/2"/],
    ['b.p-2.5 i', /in JSON as "\.p-2\\\\\.5"/],
    ['.w-[100px]', /in JSON as "\.w-\\\\\[100px\\\\\]"/],
    ['.text-[#333]', /in JSON as "\.text-\\\\\[\\\\#333\\\\\]"/],
  ]
  for (const [css, hint] of wrong) {
    test(`${css} is refused`, () => {
      const [problem] = check(css)
      assert.match(problem?.error ?? '', /^"css": ".*" is not a valid selector\.$/)
      assert.match(problem?.hint ?? '', hint)
    })
  }

  test('is refused in a transform too', () => {
    assert.match(
      check({ css: 'i', transform: [{ select: 'div >' }] })[0]?.hint ?? '',
      /ends with a combinator/,
    )
  })

  for (const css of [
    '> b',
    '+ tr',
    'x-y',
    'svg\\:rect',
    '.a\\/b',
    ':is(a, b) > c',
    '*',
    'li:has(> b)',
    'a@xlink:href',
    '>> b',
    'x-a >> x-b >> c@href',
    'a[title=">>"]',
  ]) {
    test(`${css} is accepted`, () => assert.deepEqual(check(css), []))
  }
})

for (const css of ['media:thumbnail', 'item > dc:date', 'itunes:image', 'news:title, a'])
  test(`a name of XML is escaped: ${css}`, () => {
    const [problem, ...more] = check({ css })
    assert.deepEqual(more, [])
    const [name] = /\w+:\w+/.exec(css)!
    assert.ok(problem!.hint!.endsWith(`in JSON as "${name.replace(':', '\\\\:')}".`), problem!.hint)
  })

test('several selectors in a list are refused, and the hint says how to write them', () => {
  for (const rule of [{ css: ['h1', 'h2'] }, { css: 'p', remove: ['b', 'i'] }])
    assert.match(check(rule)[0]?.hint ?? '', /one text with commas: "h1, h2"/)
})

describe('an XPath of a later version or of another tool', () => {
  const wrong: [string, RegExp][] = [
    ['//a[matches(@href, "x")]', /^XPath 1\.0 has no matches\(\)\. .*"where"/],
    ['//a[ends-with(@href, "x")]', /a\[href\$=/],
    ['//a[starts-with(lower-case(@x), "b")]', /no lower-case\(\)\. .*"lower"/],
    ['string-join(//li, ",")', /"join"/],
    ['//a[exists(b)]', /"\/\/a\[b\]"/],
    ['//a[has-class("x")]', /"a\.name"/],
    ['if (//a) then 1 else 2', /"any"/],
    ['//h1/normalize-space()', /"normalize-space\(\/\/h1\)"/],
    ['//h1@href', /"\/\/a\/@href"/],
    ['//a eq "x"', /Write "=" for "eq"/],
    ['//li[position() = 2 to 3]', /no "to"/],
    ['.price', /"css"/],
    ['#main a', /"css"/],
  ]
  for (const [xpath, hint] of wrong)
    test(`${xpath} gets a hint`, () => assert.match(check({ xpath })[0]?.hint ?? '', hint))

  test('that counts from 0 is refused', () => {
    for (const xpath of ['//li[0]', '(//a)[ 0 ]/@href'])
      assert.match(check({ xpath })[0]?.hint ?? '', /count from 1/)
    for (const xpath of ['//li[10]', '//a[.="[0]"]']) assert.deepEqual(check({ xpath }), [])
  })
})

describe('a path of another language', () => {
  const wrong: [string, RegExp][] = [
    ['$..book[?(@.price<10)]', /"where"/],
    ['items[0:2]', /"limit"/],
    ['items[0,1]', /"all": true/],
    ['items[(@.length-1)]', /"\[-1\]"/],
    ['items[].name', /"\[\*\]"/],
    ['items.*.name', /"\[\*\]"/],
    ['.store | .book', /"store\.book"/],
    ['a[0]?.b', /Leave out the "\?"/],
    ['a."b c"', /a\["first name"\]/],
    ['a.[0]', /Leave out the dot/],
    ['a[b]', /a\["name"\]/],
  ]
  for (const [path, hint] of wrong)
    test(`${path} gets a hint`, () => assert.match(check({ json: path })[0]?.hint ?? '', hint))
})

describe('a key that does not exist', () => {
  const meant: [object, string][] = [
    [{ css: 'b', requierd: true }, '"required"'],
    [{ css: 'b', atl: true }, '"all"'],
    [{ css: 'b', 'unique-by': 'x', all: true }, '"unique_by"'],
    [{ css: 'b', transfrom: [] }, '"transform"'],
    [{ css: 'b', attr: 'href' }, '"read": "@href"'],
    [{ selector: 'b' }, '"css"'],
    [{ css: 'b', multiple: true }, '"all": true'],
    [{ css: 'b', filter: {} }, '"where"'],
    [{ css: 'b', isList: true }, '"all": true'],
    [{ css: 'b', last: true }, '"pick": "last"'],
    [{ regex: 'b', flags: 'i' }, '"regex", with the flags at its start: "(?i)tea"'],
    [{ css: 'b', data: { x: 'i' } }, '"fields"'],
    [{ css_selector: 'b', all: true }, '"css"'],
    [{ xpathExpression: '//b', type: 'number' }, '"xpath"'],
    [{ slector: 'b', read: '@id' }, '"css"'],
    [{ window: '__DATA__', path: 'a' }, '"script"'],
  ]
  for (const [rule, key] of meant) {
    test(`${JSON.stringify(rule)}: the hint suggests ${key}`, () =>
      assert.deepEqual(
        check(rule).map(({ hint }) => hint),
        [`Did you mean ${key}?`],
      ))
  }

  test('in a schema or a part of it gets a hint at the similar key', () => {
    const hints = checkSchema({
      field: {},
      expects: {},
      fields: { x: 'b' },
      paginate: { next: 'a@href', limits: 3 },
    })
    assert.deepEqual(
      hints.map(({ hint }) => hint),
      ['Did you mean "fields"?', 'Did you mean "expect"?', 'Did you mean "limit"?'],
    )
    const follow = { url: 'a@href', fields: { y: 'b' } }
    assert.equal(check({ css: 'b', fields: { x: 'i' }, follow })[0]?.hint, 'Did you mean "link"?')
  })

  const FOREIGN: [object, string][] = [
    [{ type: 'text' }, '"string"'],
    [{ type: 'Float' }, '"number"'],
    [{ type: 'bolean' }, '"boolean"'],
    [{ type: 'array' }, '"all": true'],
    [{ type: 'attribute' }, '"read": "@href"'],
    [{ transform: ['strip'] }, '"trim"'],
    [{ transform: ['toLowerCase', 'uppercase'] }, ''],
    [{ transform: ['Trim'] }, '"trim"'],
    [{ transform: [{ substring: [0, 2] }] }, '{"slice": [0, 3]}'],
    [{ transform: [{ default: 'x' }] }, '"default", beside "transform"'],
    [{ transform: ['constructor'] }, ''],
  ]
  for (const [part, meantName] of FOREIGN)
    test(`${JSON.stringify(part)}: the hint suggests ${meantName || 'nothing'}`, () => {
      const [, suggestion = ''] =
        /Did you mean (.*?)\?/.exec(check({ css: 'b', ...part })[0]?.hint ?? '') ?? []
      assert.equal(suggestion, meantName)
    })

  test('and resembles none gets a hint with all keys', () => {
    for (const key of ['colour', 'constructor', '__proto__', 'x'.repeat(10_000)])
      assert.match(
        check(JSON.parse(`{"css": "b", ${JSON.stringify(key)}: 1}`))[0]?.hint ?? '',
        /^Keys: css, xpath/,
      )
  })
})

describe('a schema that could not work', () => {
  const LIST = { css: 'li', all: true, fields: { name: 'b' } }
  const cases: [object, string][] = [
    [{ css: 'b', fields: ['a'] }, '"fields" is an object of rules by name, not a list.'],
    [{ css: 'b', all: true, sort_by: '-price' }, '"sort_by" names a field, and the items have none.'],
    [{ css: 'b', all: true, unique_by: ['a'] }, '"unique_by" names a field, and the items have none.'],
    [{ css: 'b', type: 'number', min: 'a' }, '"min" is a number, or a text for dates.'],
    [{ css: 'b', type: 'price', max: '5' }, '"max" is a number where the type is price.'],
    [{ css: 'b', min: 3 }, '"min" compares numbers, and the rule reads text.'],
    [{ css: 'b', type: 'date', max: '2024-1-5' }, '"max" is a number, or a text for dates.'],
    [{ css: 'b', type: 'date', max: '2024-13-45' }, '"max" is a number, or a text for dates.'],
    [{ css: 'b', type: 'date', min: '5 Jan 2024' }, '"min" is a number, or a text for dates.'],
    [{ css: 'b', type: 'datetime', min: 2024 }, '"min" is a date where the type is datetime.'],
    [{ css: 'b', type: 'boolean', min: 1 }, '"min" does not go with the type boolean.'],
    [{ css: 'b', type: 'number', min: 3, max: 2 }, '"max" is less than "min".'],
    [{ css: 'b', all: true, min_items: 3, max_items: 2 }, '"max_items" is less than "min_items".'],
    [{ css: 'b', type: 'integer', enum: ['1', '2'] }, '"enum": "1" is not of type integer.'],
    [{ ...LIST, unique_by: 'nmae' }, '"unique_by": the items have no field "nmae".'],
    [{ ...LIST, sort_by: '-nmae' }, '"sort_by": the items have no field "nmae".'],
    [{ ...LIST, where: { nmae: { exists: true } } }, '"where": the items have no field "nmae".'],
    ...['where', 'sort_by', 'unique_by', 'group_by'].map((key): [object, string] => [
      {
        ...LIST,
        [key]: key === 'where' ? { id: { min: 3 } } : 'id',
        follow: { link: 'a@href', fields: { id: 'i' } },
      },
      `"${key}": "id" is a field of the page behind the link, which is read only afterwards.`,
    ]),
    [{ ...LIST, group_by: 'kind' }, '"group_by": the items have no field "kind".'],
    [{ ...LIST, entries: ['name', 'kind'] }, '"entries": the items have no field "kind".'],
    [
      { ...LIST, where: { name: { min: '2024-1-5' } } },
      '"where": {"name":{"min":"2024-1-5"}} cannot be used.',
    ],
    [{ ...LIST, where: 'name > 3' }, '"where": "name > 3" cannot be used.'],
    [{ ...LIST, where: [{ field: 'name', min: 3 }] }, '"where": [{"field":"name","min":3}] cannot be used.'],
    [{ ...LIST, where: { name: { exists: 'yes' } } }, '"where": {"name":{"exists":"yes"}} cannot be used.'],
    [{ ...LIST, where: { name: { pattern: 3 } } }, '"where": {"name":{"pattern":3}} cannot be used.'],
    [{ zip: [LIST, LIST], by: 'id', all: true }, '"by": the items have no field "id".'],
    [{ css: 'b', formats: ['DD.MM.YYYY'] }, '"formats" has no effect here.'],
    [{ css: 'b', type: 'date', currency: 'EUR' }, '"currency" has no effect here.'],
    [{ css: 'b', type: 'price', timezone: 'Europe/Berlin' }, '"timezone" has no effect here.'],
    [{ ...LIST, locale: 'de' }, '"locale" does not go with "fields".'],
    [{ ...LIST, min: 3 }, '"min" does not go with "fields".'],
    [{ ...LIST, any: ['b', 'i'] }, '"any" does not go with "fields".'],
    [{ css: 'b', read: 'count', where: { equals: 'a' } }, '"where" does not go with "read": "count".'],
    [
      { css: 'b', read: 'count', transform: [{ multiply: 2 }] },
      '"transform" does not go with "read": "count".',
    ],
    [{ css: 'b', read: 'count', pattern: '3' }, '"pattern" does not go with "read": "count".'],
    [{ css: 'b', read: 'exists', any: ['i'] }, '"any" does not go with "read": "exists".'],
    [{ regex: '(?<=a)b' }, '"regex": "(?<=a)b" is not a valid RE2 pattern.'],
  ]
  for (const [rule, error] of cases) {
    test(`${JSON.stringify(rule)}: ${error}`, () => {
      const problems = check(rule)
      assert.deepEqual([problems.length, problems[0]?.error], [1, error])
    })
  }

  const fine: object[] = [
    { css: 'b', all: true, sort_by: '' },
    { css: 'b', all: true, type: 'price', sort_by: 'amount' },
    { css: 'b', all: true, unique_by: true },
    { css: 'b', type: 'date', min: '2026-01-31' },
    { css: 'b', type: 'date', formats: ['DD.MM.YYYY'], timezone: 'Europe/Berlin' },
    { css: 'b', transform: ['date'], formats: ['DD.MM.YYYY'] },
    { css: 'b', transform: [{ if: { when: { exists: true }, do: ['price'] } }], currency: 'EUR' },
    { any: [{ css: 'b', type: 'price' }, 'i'], currency: 'EUR' },
    { type: 'datetime', any: [{ css: 'b', formats: ['DD.MM.YYYY'] }, 'i'] },
    { css: 'time@datetime', max: '2026' },
    { css: 'b', type: 'datetime', min: '2026-01-31T10:00+02:00', max: '2026-02' },
    { ...LIST, unique_by: ['name'], sort_by: '-name', where: { 'name[0]': { exists: false } } },
    {
      json: 'a',
      any: [{ fields: { name: { json: 'b' } } }, { json: '' }],
      all: true,
      where: { price: { min: 3 } },
    },
    { css: 'b', type: 'boolean', enum: [true, null] },
    { css: 'b', transform: ['number'], min: 3 },
    { json: 'a', min: 3 },
  ]
  for (const rule of fine)
    test(`${JSON.stringify(rule)} is accepted`, () => assert.deepEqual(check(rule), []))

  test('is refused if no value of a field could fulfil a condition', () => {
    const fields = {
      name: 'b',
      price: { css: 'i', type: 'number' },
      day: { css: 'u', type: 'date' },
      any: { json: 'x' },
    }
    const list = (where: unknown) => check({ css: 'li', all: true, where, fields })[0]?.error ?? ''
    for (const where of [
      { price: { equals: '10' } },
      { price: { in: ['10', '12'] } },
      { price: { pattern: '^1' } },
      { name: { min: 10 } },
      { day: { max: 2026 } },
    ])
      assert.match(list(where), /^"where": no value of "\w+", whose type is \w+, fits/)
    for (const where of [
      { price: { equals: 10 } },
      { price: { in: ['10', 12] } },
      { price: { equals: null } },
      { name: { pattern: '^1', min: '2026-01-31' } },
      { any: { equals: '10', pattern: '1', min: 2 } },
    ])
      assert.equal(list(where), '')
    const schema = { fields: { items: { css: 'li', all: true, fields } } }
    const paginate = { param: 'page', until: { price: { equals: '10' } } }
    assert.match(checkSchema({ ...schema, paginate })[0]?.error ?? '', /^"until": no value of "price"/)
  })

  test('is refused if a pattern stands beside a type that is no text', () => {
    for (const type of ['number', 'price', 'boolean'])
      assert.match(check({ css: 'b', type, pattern: '^\\d+$' })[0]?.error ?? '', /^"pattern" checks texts/)
    const inAny = { any: [{ css: 'b', pattern: '^1' }], type: 'number' }
    assert.match(check(inAny)[0]?.error ?? '', /^"pattern" checks texts/)
    for (const type of ['string', 'date', 'url', 'any'])
      assert.deepEqual(check({ css: 'b', type, pattern: '^1' }), [])
  })

  test('is refused if a list may not be as long as it has to be', () => {
    const list = (limit: number) => check({ css: 'b', all: true, limit, min_items: 3 })[0]?.error
    assert.match(list(2)!, /^"limit" is less than "min_items"/)
    assert.equal(list(3), undefined)
  })

  test('is refused if "remove" or "until" stands beside what has nothing inside', () => {
    for (const rule of [{ css: 'a@href' }, { css: 'a', read: '@href' }, { css: 'img', read: 'image' }])
      assert.equal(check({ ...rule, remove: 'b' })[0]?.error, '"remove" has no effect here.')
    for (const css of ['h2@id', '', '@id'])
      assert.equal(check({ css, until: 'h2' })[0]?.error, '"until" has no effect here.')
    assert.deepEqual(check({ css: 'h2', until: 'h2', remove: 'sup', read: 'html' }), [])
  })

  test('"fields" as a list is refused at the top of a schema', () =>
    assert.equal(
      checkSchema({ fields: ['h1'] })[0]?.error,
      '"fields" is an object of rules by name, not a list.',
    ))

  for (const pattern of ['(?<=a)b', '(?<!a)b', 'a(?=b)', 'a(?!b)']) {
    test(`${pattern} is refused because it uses lookaround`, () =>
      assert.match(check({ regex: pattern })[0]?.hint ?? '', /^It looks around/))
  }
})

describe('a transform whose argument could not work', () => {
  const wrong: [object, RegExp][] = [
    [{ replace: { pattern: 'a', to: 'b' } }, /no "to": it takes two texts, .*"with"/],
    [{ replace: 'a' }, /It takes two texts/],
    [{ replace: { pattern: '(a)', with: '$2' } }, /no group "\$2"; a dollar sign is "\$\$"/],
    [{ replace: { pattern: '(?<n>a)', with: '$<m>' } }, /no group "\$<m>"/],
    [{ replace: { pattern: 'a', with: '$0' } }, /The whole match is "\$&"/],
    [{ replace: { pattern: '(a)', with: '\\1' } }, /A group is written "\$1" or "\$<name>", not "\\\\1"/],
    [{ replace: { pattern: '(a)', with: '${1}' } }, /A group is written "\$1".* not "\$\{1\}"/],
    [{ replace: { pattern: '(?<n>a)', with: '\\g<n>' } }, /A group is written "\$1" or "\$<name>"/],
    [{ regex: { pattern: 'a', flags: 'i' } }, /no "flags": it takes a pattern/],
    [{ regex: { pattern: '(a)', group: 2 } }, /no group 2/],
    [{ regex: { pattern: '(?<n>a)', group: 'm' } }, /no group "m"/],
    [{ split: { pattern: ',', limit: 2 } }, /no "limit"/],
    [{ split: '' }, /It takes a text, or/],
    [{ if: { when: { equals: 'a' }, does: ['upper'] } }, /no "does": it takes .*"do"/],
    [{ template: 'No. ${name}' }, /"\$\{name\}" stands for nothing/],
    [{ template: 'No. {{value}}' }, /The value is "\$\{value\}"/],
  ]
  for (const [transform, hint] of wrong)
    test(`${JSON.stringify(transform)} is refused`, () =>
      assert.match(check({ css: 'b', transform: [transform] })[0]?.hint ?? '', hint))

  for (const transform of [
    { replace: { pattern: '(?<n>a)(b)', with: '$2$<n>$1$&$$' } },
    { replace: { pattern: 'a' } },
    { replace: { pattern: '(a)', with: '\\2 ${m}' } },
    { regex: { pattern: '(?<n>a)', group: 'n' } },
    { template: 'none' },
    { if: { when: { equals: 'a' }, do: ['upper'], $comment: 'loud' } },
    { $comment: 'by commas', split: ',' },
  ])
    test(`${JSON.stringify(transform)} is accepted`, () =>
      assert.deepEqual(check({ css: 'b', transform: [transform] }), []))
})

test('a rule that refers to itself gets a hint with a flat form of the tree, which works', () => {
  const comment = { css: '.comment', all: true, fields: { text: 'p', answers: { ref: 'comment' } } }
  const [problem] = checkSchema({ defs: { comment }, fields: { comments: { ref: 'comment' } } })
  const flat = JSON.parse(/\{.*\}/.exec(problem!.hint!)![0]) as Fields[string]
  const page =
    '<div class=comment id=a><p>One</p><div class=comment id=b><p>Two</p></div></div><div class=comment id=c><p>Three</p></div>'
  assert.deepEqual(read({ comments: flat }, page).comments, [
    { id: 'a', parent_id: null, text: 'One' },
    { id: 'b', parent_id: 'a', text: 'Two' },
    { id: 'c', parent_id: null, text: 'Three' },
  ])
})
