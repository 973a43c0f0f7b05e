import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RuleObject } from '../../../server/parsers/parser-schema.ts'
import { readInSources } from '../support/in-sources.ts'
import { read, whyNull } from '../support/read-page.ts'

/** The value of a text, which is the same in all five places of a page. */
function price(text: string, more: RuleObject = {}) {
  const { text: first, ...others } = readInSources(text, { type: 'price', ...more }).values
  for (const [source, value] of Object.entries(others)) assert.deepEqual(value, first, source)
  return first as { amount: number; currency: string | null } | null
}

const PRICES: [string, number, string | null, RuleObject?][] = [
  // Spaces between thousands and before cents
  ['1\u00a0298,00 €', 1298, 'EUR'],
  ['1\u202f298,00 €', 1298, 'EUR'],
  ['1\u2009298,00 €', 1298, 'EUR', { locale: 'fr' }],
  ['1\u00a0298,00 €', 1298, 'EUR', { locale: 'fr' }],
  ['$119. 95', 119.95, null],
  ['130, 38 zł', 130.38, 'PLN'],
  ['1.837, 32 €', 1837.32, 'EUR'],
  ['\n  12,99\n  €', 12.99, 'EUR'],
  // Several prices, of which the first counts
  ['10,00 € 12,00 €', 10, 'EUR'],
  ['R$ 139,99 R$ 135,99', 139.99, 'BRL'],
  ['841,00 zł – 995,00 zł', 841, 'PLN'],
  ['From 26 to 50 €', 26, 'EUR'],
  ['10 - 12 €', 10, 'EUR'],
  ['1,99 € (19,90 €/kg)', 1.99, 'EUR'],
  ['(19,90 €/kg)', 19.9, 'EUR'],
  ['2 x 5,00 €', 5, 'EUR'],
  ['2 for 10 €', 10, 'EUR'],
  ['20 percent off $30', 30, null],
  ['$5, 100 pieces', 5, null],
  ['€5 20 ml', 5, 'EUR'],
  ['EUR1 299', 1299, 'EUR'],
  ['2 pairs from $349', 349, null],
  ['10-20', 10, null],
  ['1000-2000', 1000, null],
  ['20% off $30', 30, null],
  ['12,00 € statt 12,00 €', 12, 'EUR'],
  ['20 €15 €', 20, 'EUR'],
  ['20€ 15€', 20, 'EUR'],
  // Cents after the currency sign
  ['35€ 99', 35.99, 'EUR'],
  ['68€50', 68.5, 'EUR'],
  ['68€50', 68.5, 'EUR', { locale: 'de' }],
  ['5 Euro 50 Cent', 5.5, 'EUR'],
  ['£5 50p', 5.5, 'GBP'],
  ['5 руб. 5 коп.', 5.05, 'RUB'],
  ['5 € 100 g', 5, 'EUR'],
  ['12 zł 50 gr', 12.5, 'PLN'],
  ['5 € 50 gr', 5, 'EUR'],
  // A colon before cents, which only crowns allow; otherwise it may be a time
  ['1 234:50 kr', 1234.5, 'SEK', { locale: 'sv-SE' }],
  ['12:50 kr', 12.5, null],
  ['SEK 12:50', 12.5, 'SEK'],
  ['1 234:- kr', 1234, 'SEK', { locale: 'sv-SE' }],
  // Letters with dots behind the amount, which do not round it
  ['€ 450.000 k.k.', 450000, 'EUR', { locale: 'nl-NL' }],
  ['$ 12,500.00 M.N.', 12500, 'MXN', { locale: 'es-MX' }],
  // Amounts that a country writes differently from other numbers
  ['€ 1.299,00', 1299, 'EUR', { locale: 'de-AT' }],
  ['Fr. 12.90', 12.9, 'CHF', { locale: 'fr-CH' }],
  // A currency with words right behind it, and other signs
  ['128元起', 128, 'CNY', { locale: 'zh-CN' }],
  ['500円OFF', 500, 'JPY'],
  ['$1,280', 1280, 'TWD', { locale: 'zh-TW' }],
  ['129.90 ש״ח', 129.9, 'ILS'],
  ['5 c/u', 5, null],
  ['19,99* €', 19.99, 'EUR'],
  ['Angebot - 5,00 €', 5, 'EUR'],
  ['99:-', 99, null],
  // No cents
  ['1.899,-', 1899, null],
  ['99,- zł', 99, 'PLN'],
  ["5'000.- CHF", 5000, 'CHF'],
  // Currency codes beside signs, and signs that depend on the country
  ['$1,190.00 AUD', 1190, 'AUD'],
  ['NZD $100', 100, 'NZD'],
  ['$ SGD4.90', 4.9, 'SGD'],
  ['US $5', 5, 'USD', { currency: 'CAD' }],
  ['J$5', 5, 'JMD', { currency: 'USD' }],
  ['$5', 5, 'MXN', { locale: 'es-MX' }],
  ['€10 USD', 10, null],
  ['1 299 kr', 1299, 'NOK', { locale: 'nb-NO' }],
  ['25 руб.', 25, 'BYN', { locale: 'be-BY' }],
  // Words that look like currency codes
  ['ALL 20', 20, 'ALL'],
  ['PHP 8 book, 12 €', 12, 'EUR'],
  ['GEL 100 ml 5 €', 5, 'EUR'],
  ['1`234.50 CHF', 1234.5, 'CHF'],
  // A price next to other numbers
  ['€12 and 3 more', 12, 'EUR'],
  ['120 (updated 2024-05-01)', 120, null],
  ['~20000501', 20000501, null],
  // 元, which stands for yuan and Taiwan dollars
  ['30元', 30, null],
  ['30元', 30, 'CNY', { locale: 'zh-CN' }],
  ['30元', 30, 'TWD', { locale: 'zh-TW' }],
  ['¥30', 30, null, { locale: 'zh-TW' }],
  // A single old price
  ['Was $20', 20, null],
  // Minus signs and dashes
  ['-€5', -5, 'EUR'],
  ['- $44.99', 44.99, null],
  ['–5 €', -5, 'EUR'],
  ['10 –20 €', 10, 'EUR'],
  ['68,50¹', 68.5, null],
  // Digits of other scripts
  ['۱۵۷٬۰۰۰ تومان', 157000, 'IRT'],
  ['￥１２００', 1200, 'JPY', { locale: 'ja-JP' }],
  ['200.000 đ', 200000, 'VND'],
]

describe('a price', () => {
  for (const [text, amount, currency, more] of PRICES)
    test(`of ${JSON.stringify(text)} ${JSON.stringify(more ?? '')}`, () =>
      assert.deepEqual(price(text, more), { amount, currency }))

  const UNCERTAIN: [string, RegExp][] = [
    ['40% OFF', /holds no price/],
    ['Was: $124.95 Now: $99.00', /holds two prices, "\$124.95" and "\$99.00"/],
    ['€10 was €12', /two prices/],
    ['iPhone 15 - 999 €', /not certain which number "15 - 999 €" is/],
    ['68 50 €', /not certain which number/],
    ['2 €50', /to which number of "2 €50" the currency belongs/],
    ['12:50 €', /not certain which number "12:50"/],
    ['1:12:50 kr', /not certain which number/],
    ['140.000', /give a "locale"/],
    ['68 50', /not certain which number "68 50" is/],
    ['was $20, $15', /two prices/],
    ['€20 → €15', /two prices/],
    ['$20 -> $15', /two prices/],
    ['Au lieu de 29,99 € 19,99 €', /two prices/],
    ['вместо 1 990 ₽ 1 490 ₽', /two prices/],
    ['原价￥199 ￥99', /two prices/],
    ['UVP 20 € 15 €', /two prices/],
    ['99¢', /how much "99¢" is/],
    ['50 Cent', /how much/],
    ['1 Million Euro', /how much/],
    ['₹1.2 Cr', /how much/],
    ['$5m', /how much/],
    ['10K€', /how much/],
    ['10 M€', /how much/],
    ['K€ 10', /how much/],
    ['k€ 10', /how much/],
    ['1e5', /how much/],
    ['1e5 €', /how much "1e5 €" is/],
    ['€12..50', /how much "12..50" is/],
    ['12..50 €', /how much/],
    ['12.,50 €', /how much/],
    ['..5 €', /how much/],
    ['1_000 €', /how much "1_000 €" is/],
    ['1·200 €', /how much/],
    ['€5²', /how much/],
    ['12元5角', /how much/],
    ['PS5 499 €', /how much "5 499 €" is/],
    ['1,79⁹ €', /how much/],
    ['$12 99', /not certain which number "12 99" is/],
    ['(1,234.50)', /how much/],
    ['(12.50)', /how much/],
    ['(1,234)', /how much/],
    ['▲1,234円', /how much/],
    ['(50)', /how much/],
    ['$0.0₄123', /how much/],
    ['($5.00)', /how much/],
    ['€ (50)', /how much/],
    ['GBp 321.00', /in pence/],
    ['321.00 GBX', /in pence/],
    ['£1,234.00 DR', /how much/],
    ['1.234,00 € S', /how much/],
    ['DR £50.00', /how much/],
    ['CHF -.95', /how much/],
    ['19,99 € ▼', /how much/],
    ['12.50-', /how much/],
    ['12.50- €', /how much/],
    ['€5, 20 ml', /how much/],
    ['pack of 6, 12 €', /how much/],
    ['Sizes: 6, 12 €', /how much "6, 12 €" is/],
    ['(6, 12 €)', /how much/],
    ['€5, 20-30 ml', /how much "5, 20-30 ml" is/],
    ['€12, 15, 20', /how much/],
    ['$1, 000', /how much/],
    ['1, 000 €', /how much/],
    ['€ 5 .50', /how much/],
    ['12:30', /not certain which number "12:30" is/],
    ['20 percent', /holds no price/],
    ['20 Prozent', /holds no price/],
    ['1,234 KWD', /give a "locale"/],
    ['$.75,333', /is not a number in this language/],
    ['$1.5M', /not certain how much "1.5M"/],
    ['€1,2 Mio.', /not certain how much/],
    ['3 Md €', /not certain how much/],
    ['5 Mln €', /not certain how much/],
    ['€ 20 mld.', /not certain how much/],
    ['1,2 Bio. €', /not certain how much/],
    ['€1.2 trillion', /not certain how much/],
    ['€1.2tn', /not certain how much/],
    ['$3T', /not certain how much/],
    ['R$ 2,3 bi', /not certain how much/],
    ['20 de mii lei', /not certain how much/],
    ['1兆円', /not certain how much/],
    ['₹2.5 CR', /not certain how much/],
    ['$120K/yr', /not certain how much/],
    ['€45-55k', /not certain how much/],
    ['45–55 T€', /not certain how much/],
    ['$1.2–1.5M', /not certain how much/],
    ['$1.2 to 1.5 million', /not certain how much/],
    ['₹45-60 L', /not certain how much/],
    ['5〜10万円', /not certain how much/],
    ['1.3万円', /not certain how much/],
    ['3千円', /not certain how much/],
    ['5만원', /not certain how much/],
    ['3만5천원', /not certain how much/],
    ['Rp 1,5 jt', /not certain how much/],
    ['1,2 triệu', /not certain how much/],
    ['3 ล้านบาท', /not certain how much/],
    ['2 Tsd. €', /not certain how much/],
    ['45 millió Ft', /not certain how much/],
    ['450 TEUR', /not certain how much/],
    ['T€ 450', /not certain how much/],
    ['24,9 ct/kWh', /not certain how much/],
    ['99¢/lb', /not certain how much/],
    ['12块5', /not certain how much/],
    ['- 5,00 €', /not certain how much/],
    ['minus $5', /not certain how much/],
    ['450 T€', /not certain how much/],
    ['5,00 EUR-', /not certain how much/],
    ['5 à 2,99 €', /not certain which number/],
    ['Ord. pris 399 kr 299 kr', /two prices/],
    ['You save: $20 (20%) $80', /two prices/],
    ['Sie sparen 20 €: 80 €', /two prices/],
    ['2 δισεκατομμύρια €', /not certain how much/],
    ['9 mkr', /not certain how much/],
    ['Cooker, 1.5L£27 at a shop', /to which number of "1.5L£27" the currency belongs/],
    ['12 or 15 €', /not certain which number "12 or 15 €" is/],
    ['12 oder 15 €', /not certain which number/],
    ['€12 or 15', /not certain which number "€12 or 15" is/],
    ['from 2024-05-01: see shop', /first number, "2024", is one of a date/],
    ['Updated 5 May 2024', /one of a date/],
    ['May 5, 2024', /one of a date/],
    ['05-06-2024', /one of a date/],
    ['1万2800円', /not certain how much/],
    ['2억 5000원', /not certain how much/],
    ['Call 555-1234', /not certain that "555-1234" is an amount/],
    ['555-123-4567', /not certain that/],
    ['Item #12345', /not certain that "12345" is an amount/],
    ['1+1 free', /not certain that/],
    ['2nd at half price', /not certain that/],
  ]
  for (const [text, reason] of UNCERTAIN)
    test(`is null for ${text}`, () =>
      assert.match(whyNull({ css: 'p', type: 'price' }, `<p>${text}</p>`)!, reason))

  test('is read from JSON with undecoded entities', () => {
    const page = '<script>window.S = {"x": "1&nbsp;298,00&nbsp;&euro;"}</script>'
    const rule: RuleObject = { script: 'S', path: 'x', type: 'price' }
    assert.deepEqual(read({ x: rule }, page).x, { amount: 1298, currency: 'EUR' })
  })
})

describe('a fraction', () => {
  for (const text of ['1/2 €', '1 / 2 €', '1⁄2 €', '1½ €', '€1½'])
    test(`is not read as a price: ${text}`, () =>
      assert.match(whyNull({ css: 'p', type: 'price' }, `<p>${text}</p>`)!, /not certain how much/))

  test('is not assumed when a unit or another price follows the slash', () => {
    assert.equal(price('€5/2 kg')?.amount, 5)
    assert.equal(price('€5 1/2 kg')?.amount, 5)
    assert.equal(price('10 €/20 €')?.amount, 10)
  })
})

describe('a price with digits in several elements', () => {
  const of = (html: string, more: RuleObject = {}) =>
    read({ x: { css: 'p, div', type: 'price', ...more } }, html.startsWith('<div') ? html : `<p>${html}</p>`)
      .x
  const cases: [string, number, RuleObject?][] = [
    ['<span>68</span><sup>50</sup> €', 68.5],
    ['<span>68</span><sup>50</sup> €', 68.5, { locale: 'de' }],
    ['€<b>1.299<sup>00</sup></b>', 1299],
    ['$<span>1,299</span><sup>95</sup>', 1299.95],
    ['<span>68</span> €<sup>50</sup>', 68.5],
    ['<span class="whole">68</span><span class="price__cents">50</span> €', 68.5],
    ['<span>68,50 €</span><sup>1</sup>', 68.5],
    ['68,50<sup>1)</sup> €', 68.5],
    ['<b>68<sup>50</sup> €</b> <s>79<sup>90</sup> €</s>', 68.5],
    ['<i>1</i><i>2</i><i>9</i> €', 129],
    ['<b>68</b>,<sup>50</sup> €', 68.5],
    ['<del>79 €</del>', 79],
    ['<del>old</del> <ins>79 €</ins>', 79],
    ['<div><div>68</div><div>68 pieces</div></div>', 68],
    ['95 € / m<sup>2</sup>', 95],
    ['€19<sup>1)</sup>', 19],
    ['€19<sup><a href="#note-1">1</a></sup>', 19],
    ['€19<a href="#note-1"><sup>12</sup></a>', 19],
  ]
  for (const [html, amount, more] of cases)
    test(`${html} ${JSON.stringify(more ?? '')}`, () =>
      assert.equal((of(html, more) as { amount: number } | null)?.amount, amount))

  const UNCLEAR = [
    '1,79<sup>9</sup> €',
    '$<span>19</span><span>99</span>',
    '€5<sup>1</sup>',
    '€19<sup>1</sup>',
    '<sup>1</sup>9 €',
  ]
  for (const html of UNCLEAR)
    test(`is null when it is unclear whether they form one number: ${html}`, () => {
      const reason = whyNull({ css: 'p', type: 'price' }, `<p>${html}</p>`)
      assert.match(reason!, /digits stand in several elements/)
    })

  test('is null when the first of two prices is struck out', () => {
    for (const page of [
      '<p><del>$20</del><ins>$15</ins>',
      '<p><b><s>20<sup>99</sup> €</s></b> <b>15 €</b>',
      '<p><i style="color: grey; text-decoration: line-through">20 €</i> <b>15 €</b>',
    ])
      assert.match(whyNull({ css: 'p', type: 'price' }, page)!, /first price is struck out/)
    const rule = { css: 'p', remove: 'del', type: 'price' } as const
    assert.deepEqual(read({ x: rule }, '<p><del>$20</del><ins>$15</ins>').x, { amount: 15, currency: null })
  })

  test('is read by every way to find an element, and within `any`', () => {
    const page = '<p><span>68</span><sup>50</sup> €</p>'
    const price = { amount: 68.5, currency: 'EUR' }
    assert.deepEqual(read({ x: { xpath: '//p', type: 'price' } }, page).x, price)
    assert.deepEqual(read({ x: { any: ['b', 'p'], type: 'price' } }, page).x, price)
    assert.deepEqual(read({ x: { css: 'p', transform: ['price'] } }, page).x, price)
  })
})

/** One spelling for each of more than 60 currencies. */
const CURRENCIES =
  `AED 5 د.إ|AFN 5 ؋|ALL 5 Lek|AMD 5 ֏|AUD A$5|AZN 5 ₼|BAM 5 KM|BDT ৳5|BGN 5 лв.|BHD 5 BD|BRL R$ 5|BYN 5 BYN|BZD BZ$5
CAD CA$5|CHF Fr. 5|CNY 5 人民币|CRC ₡5|CZK 5 Kč|DKK 5 DKK|DOP RD$5|EGP 5 جنيه|EUR 5 euro|GBP £5|GEL 5 ₾|GHS GH₵5|HKD HK$5|HUF 5 Ft|IDR Rp 5
ILS ₪5|INR ₹5|IRT 5 تومان|JMD J$5|JPY 5円|KES KSh 5|KHR 5៛|KRW ₩5|KWD 5 KD|KZT 5 ₸|LAK ₭5|MAD 5 MAD|MKD 5 ден|MNT ₮5|MOP MOP$5|MWK 5 MK
MXN MX$5|MYR RM5|NAD N$5|NGN ₦5|NOK 5 NOK|NZD NZ$5|PAB B/. 5|PEN S/. 5|PHP ₱5|PLN 5 zł|PYG ₲5|QAR QR 5|RON 5 Lei|RSD 5 дин.|RUB 5 руб.|SAR SR 5
SEK 5 SEK|SGD S$5|THB ฿5|TOP T$5|TRY 5 TL|TTD TT$5|TWD NT$5|TZS TSh 5|UAH 5 грн|UGX USh 5|USD US$5|UYU $U 5|UZS 5 so'm|VND 5₫|VUV 5 VT|XAF 5 FCFA
XCD EC$5|ZAR R 5|ZMW 5 ZK`.split(/\n|\|/)

test('the currencies of the world are recognized by their signs and words', () => {
  assert.ok(CURRENCIES.length >= 60)
  const read = CURRENCIES.map(line => `${price(line.slice(4))?.currency} ${line.slice(4)}`)
  assert.deepEqual(read, CURRENCIES)
})
