import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read, whyNull } from '../support/read-page.ts'

const NOW = Date.parse('2026-03-05T12:00:00Z')
const date = (text: string, locale: string, type: 'date' | 'datetime' = 'date') =>
  read({ x: { css: 'p', type, locale } }, `<p>${text}</p>`, { at: NOW }).x

describe('a time relative to now', () => {
  const cases: [locale: string, text: string, iso: string][] = [
    ['de', 'vor 3 Tagen', '2026-03-02'],
    ['de', 'vor einem Monat', '2026-02-05'],
    ['de', 'Veröffentlicht vor 2 Wochen', '2026-02-19'],
    ['de', 'gestern', '2026-03-04'],
    ['de', 'Vorgestern', '2026-03-03'],
    ['fr', 'il y a 5 jours', '2026-02-28'],
    ['fr', 'il y a une semaine', '2026-02-26'],
    ['fr', 'hier', '2026-03-04'],
    ['es', 'hace 2 meses', '2026-01-05'],
    ['es', 'hace un año', '2025-03-05'],
    ['es', 'anteayer', '2026-03-03'],
    ['it', '3 giorni fa', '2026-03-02'],
    ['pt-BR', 'há 2 semanas', '2026-02-19'],
    ['nl', '4 dagen geleden', '2026-03-01'],
    ['pl', '5 dni temu', '2026-02-28'],
    ['sv', 'för 3 dagar sedan', '2026-03-02'],
    ['ja', '公開：3日前', '2026-03-02'],
    ['zh', '2周前', '2026-02-19'],
    ['de', '3 days ago', '2026-03-02'],
    ['en', 'a day ago', '2026-03-04'],
    ['en', '2 mo. ago', '2026-01-05'],
  ]
  for (const [locale, text, iso] of cases)
    test(`${locale}: ${text}`, () => assert.equal(date(text, locale), iso))

  test('in hours, minutes or seconds is a time in UTC', () => {
    assert.equal(date('vor 2 Std.', 'de', 'datetime'), '2026-03-05T10:00:00Z')
    assert.equal(date('il y a 30 minutes', 'fr', 'datetime'), '2026-03-05T11:30:00Z')
    assert.equal(date('hace 45 s', 'es', 'datetime'), '2026-03-05T11:59:15Z')
  })

  test('in another language is not read', () => {
    assert.match(whyNull({ css: 'p', type: 'date' }, '<p>vor 3 Tagen')!, /holds no date/)
    assert.equal(date('in 3 Tagen', 'de'), null)
    assert.equal(date('Motor 3 Tagen', 'de'), null)
  })

  test('that an inflected unit puts into the future is not one of the past', () => {
    const future = [
      ['ka', '2 დღეში'],
      ['hy', '2 օրից'],
      ['fa', '۲ روز دیگر'],
      ['bn', '২ দিনের মধ্যে'],
      ['te', '2 రోజుల్లో'],
      ['km', '2 ថ្ងៃទៀត'],
      ['mr', '२ दिवसांमध्ये'],
    ] as const
    for (const [locale, text] of future) assert.equal(date(text, locale), null, text)
    assert.equal(date('2 დღის წინ', 'ka'), '2026-03-03')
  })
})

describe('percent', () => {
  const percent = (text: string, locale?: string) =>
    read({ x: { css: 'p', type: 'percent', ...(locale && { locale }) } }, `<p>${text}</p>`).x
  const cases: [string, number | null, string?][] = [
    ['25 %', 25],
    ['-12.5% off $30', -12.5],
    ['%40', 40],
    ['12,5 %', 12.5],
    ['1.250,5 %', 1250.5, 'de'],
    ['25', null],
    ['100 percent', 100],
    ['down 3.2%', null],
    ['0.0₄1 %', null],
    ['dropped by 3.2 %', null],
    ['up 3.2%', 3.2],
    ['marked down 20%', 20],
    ['12,5 Prozent', 12.5],
    ['5 процентов', 5],
    ['12 percentage points', null],
    ['20%–30%', null],
    ['20 percent to 30 percent', null],
    ['50% - 3 left', 50],
    ['10-20%', null],
    ['10 – 20 %', null],
    ['between 5% and 10%', null],
    ['▼3.2%', null],
    ['▼-3.2%', -3.2],
    ['zwischen 5 und 10 %', null],
    ['.5 %', 0.5],
    ['1½ %', null],
    ['25..5 %', null],
    ['1e5 %', null],
    ['–25 %', -25],
    ['1/2 %', null],
  ]
  for (const [text, number, locale] of cases)
    test(`${text} is ${number}`, () => assert.equal(percent(text, locale), number))
})

describe('a range', () => {
  const range = (text: string, locale?: string) =>
    read({ x: { css: 'p', type: 'range', ...(locale && { locale }) } }, `<p>${text}</p>`).x
  const cases: [string, [number | null, number | null] | null, string?][] = [
    ['10–20 kg', [10, 20]],
    ['$1,200 - $1,500.50', [1200, 1500.5]],
    ['10 to 20', [10, 20]],
    ['2 bis 4 Personen', [2, 4]],
    ['1.200,50 € – 2.000 €', [1200.5, 2000], 'de'],
    ['2 pairs', [2, 2]],
    ['from $349', [349, null]],
    ['ab 12 Jahren', [12, null]],
    ['18+', [18, null]],
    ['up to 5', [null, 5]],
    ['≤ 0.5', [null, 0.5]],
    ['-10–5 °C', [-10, 5]],
    ['20–10', null],
    ['none', null],
    ['1.200,50 – 2.000', null],
    ['-5 to -1', [-5, -1]],
    ['-10 – -5 °C', [-10, -5]],
    ['−10 °C to −5 °C', [-10, -5]],
    ['10 -20', [10, 20]],
    ['10°-20°', [10, 20]],
    ['-$5 to $5', [-5, 5]],
    ['-€ 5 to € 5', [-5, 5]],
    ['10:00-12:00', null],
    ['9–17:30', null],
    ['.5 – 1 l', [0.5, 1]],
    ['between 5 and 7', [5, 7]],
    ['Size: between $5 and $7', [5, 7]],
    ['zwischen 5 und 7', [5, 7]],
    ['entre 5 et 7 kg', [5, 7]],
    ['5~7', [5, 7]],
    ['od 5 do 7', [5, 7]],
    ['5 or more', [5, null]],
    ['5 oder mehr', [5, null]],
    ['no less than 5', [5, null]],
    ['nicht unter 5', [5, null]],
    ['no more than 5', [null, 5]],
    ['nicht mehr als 5', [null, 5]],
    ['5 or less', [null, 5]],
    ['5 ou moins', [null, 5]],
    ['from $349, 24 months', [349, null]],
    ['5 from 14 votes', [5, 5]],
    ['23 min, for everyone', [23, 23]],
    ['$10k-$20k', null],
    ['1.5M–2M', null],
    ['5–10 Mio.', null],
    ['45–55 T€', null],
    ['1 1/2 - 2 cups', null],
    ['½–1 tsp', null],
    ['-3/-1', null],
    ['10‒20', [10, 20]],
    ['$120K/yr - $150K/yr', null],
    ['1½ – 2', null],
    ['10から20', [10, 20]],
    ['1,000円から2,000円', [1000, 2000]],
    ['10至20', [10, 20]],
    ['10円から', [10, null]],
    ['10以下', [null, 10]],
    ['min 10, max 20', [10, 20]],
    ['more than 10 and less than 20', [10, 20]],
    ['10 max.', [null, 10]],
    ['10 min', [10, 10]],
    ['10 minimum', [10, null]],
    ['10 years and older', [10, null]],
    ['12 ans et plus', [12, null]],
    ['5 or 7', null],
    ['5 x 7 cm', null],
    ['5 ft 10 in', null],
    ['5 km 300 m', null],
    ['1.200 – 1.500 €', null],
    ['1.200 – 1.500 €', [1200, 1500], 'de'],
    ['1.200 – 1.500 kg', [1.2, 1.5]],
    ['10-20-30', null],
    ['A4-A5', null],
    ['CO2 10-20', [10, 20]],
    ['mehr als 10', [10, null]],
    ['mind. 10', [10, null]],
    ['maximal 10', [null, 10]],
    ['mehr als 10 und weniger als 20', [10, 20]],
    ['plus de 10', [10, null]],
    ["plus d'10", [10, null]],
    ['moins de 10', [null, 10]],
    ['menos de 10', [null, 10]],
    ['più di 10', [10, null]],
    ['minder dan 10', [null, 10]],
    ['mer än 10', [10, null]],
    ['op til 10', [null, 10]],
    ['od 10', [10, null]],
    ['do 10', [null, 10]],
    ['prêmio do 10', [10, 10]],
    ['более 10', [10, null]],
    ['не более 10', [null, 10]],
    ['не менее 10', [10, null]],
    ['en az 10', [10, null]],
    ['10 ile 20 arası', null],
    ['10未満', [null, 10]],
    ['至少10', [10, null]],
    ['超过10', [10, null]],
    ['不超过10', [null, 10]],
    ['不低于10', [10, null]],
    ['10元起', [10, null]],
    ['최대 10', [null, 10]],
    ['-5…-2 °C', null],
    ['5 ± 1', null],
    ['± 5', null],
  ]
  for (const [text, borders, locale] of cases)
    test(`${text} is ${borders}`, () =>
      assert.deepEqual(range(text, locale), borders && { min: borders[0], max: borders[1] }))

  test('is compared by its lower limit', () => {
    const rule = { css: 'p', all: true, type: 'range', min: 5 } as const
    assert.deepEqual(read({ x: rule }, '<p>3–9<p>6–9').x, [null, { min: 6, max: 9 }])
  })
})

test('a range has both ends in words, and no words of another number', () => {
  const range = (text: string) => read({ x: { css: 'p', type: 'range' } }, `<p>${text}</p>`).x
  assert.deepEqual(range('Over $11,600 but not over $47,150'), { min: 11600, max: 47150 })
  assert.deepEqual(range('More than 10 and no more than 20 kg'), { min: 10, max: 20 })
  assert.deepEqual(range('5 stars, no more than 3 a day'), { min: 5, max: 5 })
  assert.deepEqual(range('5 items or more, 10 % off'), { min: 5, max: null })
  assert.deepEqual(range('Not over $11,600'), { min: null, max: 11600 })
  assert.deepEqual(range('+5 °C'), { min: 5, max: 5 })
  assert.equal(range('−20 … +60 °C'), null)
  assert.deepEqual(range('€5+'), { min: 5, max: null })
})

describe('a duration', () => {
  const cases: [string, number | null, string?][] = [
    ['1 Std. 30 Min.', 5400],
    ['1 Std. 30 Min.', 5400, 'de'],
    ['1 Stunde und 5 Minuten', 3900, 'de'],
    ['1 heure 5 minutes', 3900, 'fr'],
    ['1 heure 5 minutes', 3900],
    ['1 heure 30', 5400],
    ['1 heure 5', 3900],
    ['2 hrs 5', 7500],
    ['25:61:00', null],
    ['1:2:03', 3723],
    ['1 uur 5 min', 3900, 'nl'],
    ['1 godz. 5 min', 3900, 'pl'],
    ['1 tim 5 min', 3900, 'sv'],
    ['1 tim 5 min', 3900],
    ['1 time 5 min', 3900, 'da'],
    ['1 ч 5 мин', 3900],
    ['1 óra 5 perc', 3900, 'hu'],
    ['1h05m', 3900],
    ['1d 2h', 93_600],
    ['2 weeks 3 days', 1_468_800],
    ['Cook time: 20 min (serves 4)', 1200],
    ['2023 Runtime 90 min', 5400],
    ['Warranty 2 years, delivery 3 days', 259_200],
    ['PT1.5H', 5400],
    ['P0Y0M1DT2H', 93_600],
    ['P2W', 1_209_600],
    ['5 min 30', 330],
    ['1 tunti 5 min', null],
    ['P1M', null],
    ['P1Y2M', null],
    ['P', null],
    ['PT', null],
    ['-PT5M', null],
    ['P-1D', null],
    ['PT1H-5M', null],
    ['1 year 2 weeks', null],
    ['1 month 3 days', null],
    ['3 days, 1 month', null],
    ['3 months', null],
    ['-5 min', null],
    ['Delay: -5 min', null],
    ['-1:30', null],
    ['8:16 am', null],
    ['February 18, 2024 at 8:16', null],
    ['20:19 GMT', null],
    ['10:00-12:00', null],
    ['1:05 h', null],
    ['0:45 best', 45],
    ['12:33 min', 753],
    ['Cook time -5 min', 300],
    ['1 Monat 3 Tage', null, 'de'],
    ['2 days, 1 hour, 5 minutes, and 5 seconds', 176_705],
    ['1h:30m', 5400],
    ['1時間30分', 5400, 'ja'],
    ['1小时30分钟', 5400, 'zh-CN'],
    ['1시간 30분', 5400, 'ko'],
    ['1 ชั่วโมง 30 นาที', 5400, 'th'],
    ['1 घंटा 30 मिनट', 5400, 'hi'],
    ['30分前', null, 'ja'],
    ['1小時30分', null, 'zh-CN'],
    ['24H', 86_400],
    ['2D 3H', 183_600],
    ['3D Printing', null],
    ['5S', null],
    ['10M', null],
    ['5 m', 300],
    ['5m read', 300],
    ['5 m long', null],
    ['15 m²', null],
    ['15 m2', null],
    ['5 min/km', null],
    ['1 h/2 h', null],
    ['2×45 min', null],
    ['Starts at 10:30', null],
    ['1½ hours', 5400],
    ['1 ½ hr', 5400],
    ['¾ Stunde', 2700],
    ['1½–2 hours', null],
    ['½ – 1 h', null],
    ['12 ½ hour lessons', null],
    ['⅓ hour', null],
    ['1/2 hour', 1800],
    ['1 1/2 hours', 5400],
    ['2 3⁄4 Stunden', 9900],
    ['12 1/2 hour lessons', null],
    ['1/3 hour', null],
    ['11/2 hours', null],
    ['an hour and 30 minutes', null],
    ['1 h - 2 h', null],
    ['90 min (1 h 30 min)', null],
    ['Prep 20 min, cook 45 min', null],
    ['12:00[+02:00]', null],
    ['12:00+02:00', null],
    ['7 days a week', null],
    ['10 heures par jour', null],
    ['5 min a piedi', 300],
    ['3:45.67', 225.67],
    ['1:02:03,5', 3723.5],
    ['1 day, 2:03:04', 93_784],
    ['2 days 2:03', null],
    ['1 month, 2:03:04', null],
    ['Part 1, 2:03:04', 7384],
    ['1 heure et demie', null],
    ['2 hours and a half', null],
    ['1 hora y media', null],
    ['2時間半', null, 'ja'],
    ['2시간 반', null, 'ko'],
    ['1 hr 1/2', null],
    ['1 h ½', null],
    ['один час 30 минут', null, 'ru'],
    ['egy óra 30 perc', null, 'hu'],
    ['satu jam 30 menit', null, 'id'],
    ['एक घंटा 30 मिनट', null, 'hi'],
    ['ساعة و30 دقيقة', null, 'ar'],
    ['ساعتان و30 دقيقة', null, 'ar'],
    ['שעה ו-30 דקות', null, 'he'],
    ['שעתיים ו-30 דקות', null, 'he'],
    ['Vitamin D fun 20 min', 1200],
    ['3 600 s', null],
    ['PS5 100 min', 6000],
    ['500 ms', 0.5],
    ['1.2ms', 0.0012],
    ['1 s 500 ms', 1.5],
    ['250 µs', 0.00025],
    ['12 мс', 0.012],
    ['5 ms^-1', null],
    ['5 ms⁻¹', null],
    ['20 MS patients', null],
    ['1 oră și 30 de minute', 5400, 'ro'],
    ['1 שעה, 30 דק׳', 5400, 'he'],
    ['2 ó, 5 p és 7 mp', null, 'hu'],
    ['2 ч 5 мин 7 с', null, 'ru'],
    ['2 hours 30 people', 7200],
  ]
  for (const [text, seconds, locale] of cases)
    test(`${text} ${locale ?? ''} is ${seconds}`, () => {
      const rule = { css: 'p', type: 'duration', ...(locale && { locale }) } as const
      assert.equal(read({ x: rule }, `<p>${text}</p>`).x, seconds)
    })

  test('that is null reports which part cannot be read', () => {
    const why = (text: string) => whyNull({ css: 'p', type: 'duration' }, `<p>${text}</p>`)
    assert.match(why('1 tunti 5 min')!, /"1 tunti" is not a known length of time: give a "locale"/)
    assert.match(why('45分钟')!, /"45分钟" is not a known length of time: give a "locale"/)
    assert.match(why('5 мин 7 с')!, /"7 с" is not a known length of time: give a "locale"/)
    const russian = { css: 'p', type: 'duration', locale: 'ru' } as const
    assert.match(whyNull(russian, '<p>5 мин 7 с</p>')!, /"7 с" is not a known length of time$/)
    assert.match(why('20-25 min')!, /"20-25 min" holds a range, not one length of time/)
    assert.match(why('1 year 2 weeks')!, /"1 year" has no certain length/)
    assert.match(why('P1M')!, /"P1M" has no certain length/)
    assert.match(why('-PT5M')!, /"-PT5M" is less than zero/)
  })
})
