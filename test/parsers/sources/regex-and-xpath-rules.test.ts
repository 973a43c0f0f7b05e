import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { read, whyNull } from '../support/read-page.ts'

const PAGE = `<script>var id = "x-77";</script><p class=size>Size 20 x 30 cm</p><p>Rose St 1<br>10001 Town</p>
  <dl><dt>Weight<dd>2 kg<dt>Colour<dd>red</dl><ul><li>a 1<li>b 2</ul>`

describe('a regex rule', () => {
  const cases: [Fields[string], unknown][] = [
    [{ regex: '\\d+ x \\d+' }, '20 x 30'],
    [{ regex: '(\\d+) x (\\d+)' }, '20'],
    [{ regex: '(\\d+) x (\\d+)', group: 2, type: 'integer' }, 30],
    [{ regex: '(\\d+) x (?P<h>\\d+)', group: 'h' }, '30'],
    [{ regex: '(?i)SIZE', group: 0 }, 'Size'],
    [{ regex: '\\d+', all: true, type: 'integer' }, [20, 30, 1, 10001, 2, 1, 2]],
    [{ regex: 'id = "([^"]+)"', read: 'html' }, 'x-77'],
    [{ regex: 'nothing' }, null],
    [{ css: 'li', all: true, fields: { n: { regex: '\\d' } } }, [{ n: '1' }, { n: '2' }]],
    [
      { regex: '(?<w>\\d+) x (\\d+)', fields: { w: { json: 'w' }, h: { json: "['2']" } } },
      { w: '20', h: '30' },
    ],
  ]
  for (const [rule, expected] of cases) {
    test(JSON.stringify(rule), () => assert.deepEqual(read({ x: rule }, PAGE).x, expected))
  }

  test('reports the pattern that was not found', () => {
    assert.equal(whyNull({ regex: 'nothing' }, PAGE), 'nothing matches the pattern "nothing"')
    assert.equal(whyNull({ regex: '(Size)(x)?', group: 2 }, PAGE), 'the group took no part in the match')
    assert.equal(
      whyNull({ regex: '/size/i' }, PAGE),
      'nothing matches the pattern "/size/i": its slashes are part of it, and flags stand at its start, as in "(?i)tea"',
    )
  })

  test('takes linear time, whatever the pattern', () => {
    const page = `<p>${'a'.repeat(100_000)}!`
    assert.equal(read({ x: { regex: '(a+)+$' } }, page).x, null)
    assert.equal(read({ x: { regex: '(a|a)*b' } }, page).x, null)
  })

  for (const [pattern, hint] of [
    [
      '(?=a)',
      'It looks around ("(?="), which RE2 does not. Match what stands around as well, and put the part that you want in a group: "Price: (\\d+)".',
    ],
    ['(a)\\1', 'invalid escape sequence: `\\1`.'],
    ['(', 'missing closing ): `(`.'],
    ['((a{100}){100})', 'invalid repeat count: `{100}`.'],
  ] as const) {
    test(`${pattern} is refused`, () => {
      const [problem] = checkSchema({ fields: { x: { regex: pattern } } })
      assert.equal(problem?.error, `"regex": ${JSON.stringify(pattern)} is not a valid RE2 pattern.`)
      assert.equal(problem?.hint, hint)
    })
  }
})

describe('an xpath rule', () => {
  const cases: [Fields[string], unknown][] = [
    [{ xpath: '//p[@class]' }, 'Size 20 x 30 cm'],
    [{ xpath: '//p/@class' }, 'size'],
    [{ xpath: '//p[2]/text()[2]' }, '10001 Town'],
    [{ xpath: '//dt[.="Weight"]/following-sibling::dd[1]' }, '2 kg'],
    [{ xpath: '//li', all: true }, ['a 1', 'b 2']],
    [{ xpath: '//li', pick: 'last' }, 'b 2'],
    [{ xpath: '//li', read: 'count' }, 2],
    [
      { xpath: '//li', all: true, fields: { t: { xpath: 'text()' }, up: { xpath: '..', read: 'count' } } },
      [
        { t: 'a 1', up: 1 },
        { t: 'b 2', up: 1 },
      ],
    ],
    [{ xpath: 'count(//li)', type: 'integer' }, 2],
    [{ xpath: '//h6' }, null],
  ]
  for (const [rule, expected] of cases) {
    test(JSON.stringify(rule), () => assert.deepEqual(read({ x: rule }, PAGE).x, expected))
  }

  test('is refused with an error when it is not valid XPath 1.0', () => {
    const [problem] = checkSchema({ fields: { x: { xpath: '//a[' } } })
    assert.equal(problem?.error, '"xpath": "//a[" is not an XPath 1.0 expression that can be read here.')
  })

  for (const step of ['dt/following-sibling::dd[1]', 'dd/preceding-sibling::dt[1]', 'dd/preceding::dt[1]'])
    test(`finds the nearest of very many: ${step}`, () => {
      const glossary = `<dl>${'<dt>a</dt><dd>b</dd>'.repeat(20_000)}</dl>`
      assert.equal(read({ x: { xpath: `//${step}`, read: 'count' } }, glossary).x, 20_000)
    })

  test('is null when it would visit too many nodes', () => {
    const nested = '<div>'.repeat(3000)
    assert.equal(whyNull({ xpath: '//*[.//*[.//*[.//*]]]/h1' }, nested), 'the XPath looks at too many nodes')
  })
})
