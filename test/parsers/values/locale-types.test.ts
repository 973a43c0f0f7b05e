import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RuleObject, ValueType } from '../../../server/parsers/parser-schema.ts'
import { localeOf, MAX_LOCALES } from '../../../server/parsers/values/locale.ts'
import { read, readPage, whyNull } from '../support/read-page.ts'

const NOW = Date.UTC(2026, 2, 10, 12)

const from = (text: string, type: ValueType, more: RuleObject = {}) =>
  read({ x: { css: 'b', type, ...more } }, `<b>${text}</b>`, { url: 'https://a.example/b/c', at: NOW }).x

/** Texts with the amount and the currency that they express. */
const PRICES: [string, number | null, string | null, RuleObject?][] = [
  ['1.226,00 EUR', 1226, 'EUR'],
  ['€ 1.226,00', 1226, 'EUR'],
  ['$1,024.50', 1024.5, null],
  ['$1,024.50', 1024.5, 'USD', { locale: 'en-US' }],
  ['$5', 5, 'CAD', { currency: 'CAD' }],
  ['US$ 5', 5, 'USD'],
  ['68€50', 68.5, 'EUR'],
  [',50 €', 0.5, 'EUR'],
  ['12,5 zł', 12.5, 'PLN'],
  ["CHF 1'299.90", 1299.9, 'CHF'],
  ['1 299,00 kr', 1299, 'SEK', { locale: 'sv-SE' }],
  ['140.000', null, null],
  ['140.000 Ft', null, null],
  ['140.000 Ft', 140000, 'HUF', { locale: 'de' }],
  ['3.350', 3350, null, { locale: 'de' }],
  ['3.350', 3.35, null, { locale: 'en' }],
  ['2 pairs from $349', 349, 'USD', { currency: 'USD' }],
  ['-€5.00', -5, 'EUR'],
  ['£0.99', 0.99, 'GBP'],
  ['1,234 EUR', 1234, 'EUR'],
  ['free', null, null],
  // Points and commas where the language separates thousands by spaces or apostrophes
  ['1.299,90 €', 1299.9, 'EUR', { locale: 'pt-PT' }],
  ['kr 1.299,00', 1299, 'NOK', { locale: 'nb-NO' }],
  ['R1,299.99', 1299.99, 'ZAR', { locale: 'en-ZA' }],
  ['1.299.000 kr', 1299000, 'NOK', { locale: 'nb-NO' }],
  ['1.299,90 €', 1299.9, 'EUR', { locale: 'de-CH' }],
  ['1.299 €', null, null, { locale: 'fr' }],
  ['1.299.00 €', null, null, { locale: 'fr' }],
  ['1,299.99 €', null, null, { locale: 'de' }],
]

describe('a price', () => {
  for (const [text, amount, currency, more] of PRICES) {
    test(`of ${text} ${JSON.stringify(more ?? '')}`, () => {
      assert.deepEqual(from(text, 'price', more), amount === null ? null : { amount, currency })
    })
  }
})

describe('values of other types', () => {
  const cases: [string, ValueType, unknown, RuleObject?][] = [
    ['1.234,56', 'number', 1234.56, { locale: 'de' }],
    ['1 234,56', 'number', 1234.56, { locale: 'fr' }],
    ["1'234.5", 'number', 1234.5, { locale: 'de-CH' }],
    ['1,234.56', 'number', null, { locale: 'de' }],
    ['1.299,90', 'number', 1299.9, { locale: 'fr' }],
    ['1.299.000,5', 'number', 1299000.5, { locale: 'pl' }],
    ['1.299', 'number', null, { locale: 'fr' }],
    ['12,34,567', 'integer', 1234567, { locale: 'en-IN' }],
    ['1.23.456', 'integer', null, { locale: 'de' }],
    ['0.123', 'number', null, { locale: 'de' }],
    ['-3,5', 'number', -3.5, { locale: 'de' }],
    ['140.000 €', 'integer', 140000, { locale: 'de' }],
    ['2.000', 'integer', 2, { locale: 'en' }],
    ['1,2 Mio.', 'number', null, { locale: 'de' }],
    ['1.2K views', 'count', 1200],
    ['3,4 Mio.', 'count', 3400000],
    ['1.2万', 'count', 12000],
    ['many', 'count', null],
    ['1..2K', 'count', null],
    ['10-20 sold', 'count', null],
    ['1/2', 'count', null],
    ['1K – 2K', 'count', null],
    ['5/10', 'count', 5],
    ['10+ sold', 'count', 10],
    ['5½K', 'count', null],
    ['12:30', 'count', null],
    ['10³ m', 'count', null],
    ['.5', 'count', null],
    ['Score: -12 points', 'count', null],
    ['model X-5', 'count', 5],
    ['Zimmer - 5', 'number', 5, { locale: 'de' }],
    ['− 5 °C', 'number', null, { locale: 'de' }],
    ['-€ 5', 'number', -5, { locale: 'de' }],
    ['12:30', 'number', null, { locale: 'de' }],
    ['1.2K views · 3 days ago', 'count', 1200],
    ['2026-01-31', 'date', '2026-01-31'],
    ['on 2026-01-31T10:00:00+02:00', 'datetime', '2026-01-31T08:00:00Z'],
    ['2026-01-31 10:00', 'datetime', '2026-01-31T10:00:00'],
    ['2026-01-31 10:00', 'datetime', '2026-01-31T09:00:00Z', { timezone: 'Europe/Berlin' }],
    ['2026-07-31 10:00', 'datetime', '2026-07-31T08:00:00Z', { timezone: 'Europe/Berlin' }],
    ['0031-01-31 10:00', 'datetime', null, { timezone: 'Europe/Berlin' }],
    ['2026-01-31T10:00:00+99:99', 'datetime', null],
    ['2026-01-31', 'datetime', null],
    ['31.01.2026', 'date', '2026-01-31'],
    ['01/02/2026', 'date', null],
    ['01/02/2026', 'date', '2026-02-01', { locale: 'en-GB' }],
    ['01/02/2026', 'date', '2026-01-02', { locale: 'en-US' }],
    ['13/02/2026', 'date', '2026-02-13'],
    ['31/02/2026', 'date', null],
    ['January 5, 2026', 'date', '2026-01-05'],
    ['5 Jan 2026 3:05 pm', 'datetime', '2026-01-05T15:05:00'],
    ['5. März 2026', 'date', '2026-03-05', { locale: 'de' }],
    ['5 de marzo de 2026', 'date', '2026-03-05', { locale: 'es' }],
    ['Mon, 05 Jan 2026 10:00:00 GMT', 'datetime', '2026-01-05T10:00:00Z'],
    ['26|1|5', 'date', '2026-01-05', { formats: ['YY|M|D'] }],
    ['99|1|5', 'date', '1999-01-05', { formats: ['YY|M|D'] }],
    ['68|1|5', 'date', '2068-01-05', { formats: ['YY|M|D'] }],
    ['3 hours ago', 'datetime', '2026-03-10T09:00:00Z'],
    ['yesterday', 'date', '2026-03-09'],
    ['2 months ago', 'date', '2026-01-10'],
    ['some day', 'date', null],
    ['1:02:03', 'duration', 3723],
    ['02:03', 'duration', 123],
    ['PT1H2M', 'duration', 3720],
    ['1 h 5 min', 'duration', 3900],
    ['1½', 'number', null],
    ['5e3', 'number', null],
    ['12..50', 'number', null],
    ['12..50', 'number', null, { locale: 'de' }],
    ['12.50-', 'number', null],
    ['1_000', 'number', null],
    ['10^6', 'number', null],
    ['5 × 10³', 'number', null],
    ['5²', 'number', null],
    ['–5 °C', 'number', -5],
    ['50–60', 'number', 50],
    ['1,5 h', 'duration', 5400],
    ['1 h 30', 'duration', 5400],
    ['2 hours 30 people', 'duration', 7200],
    ['5-10 min', 'duration', null],
    ['5 to 10 min', 'duration', null],
    ['long', 'duration', null],
    ['../d?e=1', 'url', 'https://a.example/d?e=1'],
    ['javascript:void(0)', 'url', null],
    ['\u200bhttps://shop.example/tea', 'url', 'https://shop.example/tea'],
    ['\u200e ', 'url', null],
    ['write to ann@shop.example.', 'email', 'ann@shop.example'],
    ['none', 'email', null],
    ["o'neil@shop.example", 'email', "o'neil@shop.example"],
    ["'ann@shop.example'", 'email', 'ann@shop.example'],
    ['müller@shop.example', 'email', null],
    ['a..b@shop.example', 'email', null],
    ['ann.@shop.example', 'email', null],
    ['package@4.17.21', 'email', null],
    ['/img/logo@2x.png', 'email', null],
    ['logo@2x.png tea@shop.example', 'email', 'tea@shop.example'],
    ['tea@png.shop.example', 'email', 'tea@png.shop.example'],
    ['tea@shop.pngx', 'email', 'tea@shop.pngx'],
    ['Write to a.b+c@mail.shop.example.', 'email', 'a.b+c@mail.shop.example'],
    ['ann@shop.exämple', 'email', null],
    ['mailto:ann%2Btea@shop.example', 'email', 'ann+tea@shop.example'],
    ['mailto:%20%61nn@shop.example?subject=20%25', 'email', 'ann@shop.example'],
    ['20 % off: ann@shop.example', 'email', 'ann@shop.example'],
    ['https://ann:secret@shop.example/', 'email', null],
    ['@ann@social.example', 'email', null],
    ['ann@shop.example@x', 'email', null],
    ['ann%tea@shop.example', 'email', null],
    ['Tel. +49 (30) 123-45', 'phone', '+493012345'],
    ['12', 'phone', null],
  ]
  for (const [text, type, expected, more] of cases) {
    test(`${type} of ${text} ${JSON.stringify(more ?? '')}`, () =>
      assert.deepEqual(from(text, type, more), expected))
  }

  test('an invalid address is reported as such, not as relative', () => {
    const why = (text: string) => whyNull({ css: 'b', type: 'url' }, `<b>${text}</b>`)
    assert.match(why('http://exa mple.com')!, /"http:\/\/exa mple.com" is not a web address/)
    assert.match(why('www.shop.example/tea')!, /has no scheme: a transform may add it/)
    assert.match(why('Visit https://shop.example/ now')!, /is a text with an address in it/)
    assert.match(why('/d')!, /is relative, and the address of the page is not known/)
  })

  test('the text of an element is an address only if it has the form of one', () => {
    const page =
      '<a href=/k>Kettle</a><a href=/n>Next page »</a><a>../k</a><a>img/k.jpg</a><a>k.html?a=1</a><a>?p=2</a>'
    const url = 'https://a.example/b/'
    const rule = { css: 'a', all: true, type: 'url' } as const
    const { data, nulls } = readPage({ x: rule }, page, { url })
    const found = ['https://a.example/k', `${url}img/k.jpg`, `${url}k.html?a=1`, `${url}?p=2`]
    assert.deepEqual(data.x, [null, null, ...found])
    assert.match(nulls[0]!.reason, /"Kettle" is a text, not an address: .*"a@href"/)
    const changed = { ...rule, transform: [{ slice: [0, 4] }], limit: 1 }
    assert.deepEqual(read({ x: changed }, page, { url }).x, [`${url}Kett`])
    assert.deepEqual(read({ x: { css: 'a@title', type: 'url' } }, '<a title=k>', { url }).x, `${url}k`)
  })

  test('an address is resolved against <base href>', () => {
    const page = '<base href="/shop/"><a href="kettle">k</a>'
    assert.equal(
      read({ x: { css: 'a@href', type: 'url' } }, page, { url: 'https://a.example/b' }).x,
      'https://a.example/shop/kettle',
    )
    assert.equal(read({ x: { css: 'a@href', type: 'url' } }, page).x, null)
  })
})

test('of locales that are written in any number of ways, only the latest are kept', () => {
  const first = localeOf('de-x-first')
  assert.equal(localeOf('de-x-first'), first)
  for (let index = 0; index < MAX_LOCALES; index++) localeOf(`de-x-a${index}`)
  assert.notEqual(localeOf('de-x-first'), first)
  assert.deepEqual(localeOf('de-x-first'), first)
})
