import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCount } from '../../server/base/text/counts.ts'

const COUNTS: [written: unknown, count: number | null][] = [
  ['337 videos', 337],
  ['1 video', 1],
  ['18k videos', 18_000],
  ['2.9K videos', 2_900],
  ['9.8k', 9_800],
  ['5.04m subscribers', 5_040_000],
  ['20.8M subscribers', 20_800_000],
  ['1.12B views', 1_120_000_000],
  ['1,677 views', 1_677],
  ['47,098,787 views', 47_098_787],
  ['25.7 million subscribers', 25_700_000],
  ['No videos', 0],
  ['1\u00a0677 vues', 1_677],
  ['1\u202f677\u202f001 vues', 1_677_001],
  ['19.924', 19_924],
  ["19'924 Aufrufe", 19_924],
  ['12,34,567 views', 1_234_567],
  ['5,72 Mio. Abonnenten', 5_720_000],
  ['5,72\u00a0M d’abonnés', 5_720_000],
  ['1,5 mil suscriptores', 1_500],
  ['1,5 mil. odběratelů', 1_500_000],
  ['5,72 млн подписчиков', 5_720_000],
  ['登録者数 572万人', 5_720_000],
  ['구독자 37.5만명', 375_000],
  ['조회수 47,098,787회', 47_098_787],
  ['5 members', 5],
  ['763 B abone', 763_000],
  ['12 bin abone', 12_000],
  ['12 t abonnenter', 12_000],
  ['12 t. tilaajaa', 12_000],
  ['12 E feliratkozó', 12_000],
  ['12 m subscriptors', 12_000],
  ['1,2 M subscriptors', 1_200_000],
  ['12 \u200fאלף', 12_000],
  ['2 bi de inscritos', 2_000_000_000],
  ['3 trillion', 3_000_000_000_000],
  ['3 Billionen', 3_000_000_000_000],
  ['3 mila miliardi', 3_000_000_000_000],
  ['20 de miliarde', 20_000_000_000],
  ['3 bilion', null],
  ['10 mil M', 10_000_000_000],
  ['1.2 พันล้าน', 1_200_000_000],
  ['1,2 M subscriber', 1_200_000_000],
  ['12L subscribers', 1_200_000],
  ['1,2 T lượt xem', 1_200_000_000],
  ['15 Mi piace', 15],
  ['3x', 3],
  ['12 B', null],
  ['12 M', 12_000_000],
  ['1,2 M', 1_200_000],
  ['12L', null],
  ['12 t abonnements', null],
  ['5 min', null],
  ['elfu 12', null],
  [1_677, 1_677],
  ['', null],
  [' ', null],
  ['Joined', null],
  ['-1', null],
  [-1, null],
  [1.5, null],
  [null, null],
  [{ simpleText: '5' }, null],
  ['1,2 views', null],
  ['1.234K', null],
  ['1億2345万', null],
  ['9'.repeat(400), null],
  ['1 '.repeat(5_000_000), null],
]

describe('a count as platforms write it', () => {
  for (const [written, count] of COUNTS) {
    test(`${JSON.stringify(written).slice(0, 40)} is ${count}`, () =>
      assert.equal(parseCount(written), count))
  }
})

/** Languages whose abbreviations differ from the runtime's, or are ambiguous: `करोड` also means 10⁷ in Nepali. */
const READ_OTHERWISE = new Map([
  ['jv', /^1?[,\d]+M$/],
  // `M` means billions in Indonesian, and millions in all other languages that write it.
  ['id', /^[,\d]+\sM$/],
  ['to', /^1\.2[mk]$|^2 afe$/],
  ['ne', /करोड$/],
])

const AMOUNTS = [1.2e3, 2e3, 12e3, 1.2e5, 1.2e6, 5e6, 12e6, 1.2e8, 1.2e9, 12e9]

describe('an abbreviated count', () => {
  test('is read correctly or as null in all languages of the runtime', () => {
    const wrong = languages().flatMap(language => wrongCounts(language))
    assert.deepEqual(wrong, [])
  })
})

const wrongCounts = (language: string): string[] =>
  (['short', 'long'] as const).flatMap(compactDisplay => {
    const options = { notation: 'compact', compactDisplay, numberingSystem: 'latn' } as const
    const format = new Intl.NumberFormat(language, options)
    const isWrong = (amount: number) => {
      const text = format.format(amount)
      const count = parseCount(text)
      return (
        count !== null && Math.abs(count - amount) > amount / 20 && !READ_OTHERWISE.get(language)?.test(text)
      )
    }
    return AMOUNTS.filter(isWrong).map(amount => `${language}: ${format.format(amount)} for ${amount}`)
  })

/** All language codes of two or three letters, and some of countries and scripts that abbreviate differently. */
function languages(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const pairs = letters.flatMap(one => letters.map(other => one + other))
  const triples = pairs.flatMap(pair => letters.map(letter => pair + letter))
  const countries = ['en-IN', 'en-GB', 'es-MX', 'fr-CA', 'de-CH', 'pt-PT', 'zh-TW', 'sw-KE', 'hi-Latn']
  const scripts = ['sr-Latn', 'uz-Cyrl', 'bs-Cyrl']
  return Intl.NumberFormat.supportedLocalesOf([...pairs, ...triples, ...countries, ...scripts])
}
