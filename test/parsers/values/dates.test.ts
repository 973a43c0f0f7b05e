import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RuleObject } from '../../../server/parsers/parser-schema.ts'
import { readInSources } from '../support/in-sources.ts'
import { readPage } from '../support/read-page.ts'

const NOW = Date.parse('2026-05-31T12:00:00Z')
type DateType = 'date' | 'datetime'

/** The value of a text, which is the same in all five places of a page. */
function readInAll(text: string, type: DateType, more: RuleObject) {
  const { text: first, ...others } = readInSources(text, { type, ...more }, NOW).values
  for (const [source, value] of Object.entries(others)) assert.deepEqual(value, first, source)
  return first
}

const check = (type: DateType, cases: [string, string | null, RuleObject?][]) => {
  for (const [text, iso, more = {}] of cases)
    test(`${text} ${JSON.stringify(more)}`, () => assert.equal(readInAll(text, type, more), iso))
}

describe('a date is read from', () =>
  check('date', [
    ['2024年1月5日', '2024-01-05'],
    ['2024년 1월 5일', '2024-01-05'],
    ['5-Jan-2024', '2024-01-05'],
    ['Sept. 5, 2024', '2024-09-05'],
    ['[Sept] 05, 2024.', '2024-09-05'],
    ['5th of May 2024', '2024-05-05'],
    ['the 3rd of June, 2021', '2021-06-03'],
    ['Wed Aug 05 12:00:00 2015', '2015-08-05'],
    ['20240105', '2024-01-05'],
    ['1452-04-15', '1452-04-15'],
    ['2999-12-31', '2999-12-31'],
    ['9999-12-31', '9999-12-31'],
    ['5 .7 .2018', '2018-07-05'],
    ['2015-кві-12', '2015-04-12', { locale: 'uk' }],
    ['13 авг. 2005 г. 19:13', '2005-08-13', { locale: 'ru' }],
    ['28. u studenom 2017.', '2017-11-28', { locale: 'hr' }],
    ['12 de junio del 2012', '2012-06-12', { locale: 'es' }],
    ['2015 წ. 12 ივნ, 15:34', '2015-06-12', { locale: 'ka' }],
    ['Tháng Mười Hai 29, 2013', '2013-12-29', { locale: 'vi' }],
    ['11 ก.พ. 2020', '2020-02-11', { locale: 'th' }],
    ['5 במאי 2024', '2024-05-05', { locale: 'he' }],
    ['1714903200', '2024-05-05'],
    ['१६ दिसम्बर १९७१', '1971-12-16', { locale: 'hi' }],
    ['25শে মার্চ 1971', '1971-03-25', { locale: 'bn' }],
    ['May 5, 2024 – June 7, 2024', '2024-05-05'],
    ['Sunday, 05/12/2024', '2024-05-12'],
    ['5/12/2024 (Thu)', '2024-12-05'],
    ['Room 12 - 5 May 2024', '2024-05-05'],
    ['Rated 4 13 May 2024', '2024-05-13'],
    ['Rated 4 13.05.2024', '2024-05-13'],
    ['1° maggio 2024', '2024-05-01', { locale: 'it' }],
    ['6 de setiembre de 2024', '2024-09-06', { locale: 'es' }],
    ['2024. gada 6. maijā', '2024-05-06', { locale: 'lv' }],
    ['6. маја 2024.', '2024-05-06', { locale: 'sr' }],
    ['6. maja 2024.', '2024-05-06', { locale: 'sr' }],
    ['6. avgusta 2024.', '2024-08-06', { locale: 'sr-Latn' }],
    ['6. maja 2024', '2024-05-06', { locale: 'sl' }],
    ['for 3 dager siden', '2026-05-28', { locale: 'nb' }],
    ['πριν 3 ημέρες', '2026-05-28', { locale: 'el' }],
    ['לפני 3 ימים', '2026-05-28', { locale: 'he' }],
    ['1990s', null],
    ["dal 6 all'8 maggio 2024", null, { locale: 'it' }],
    ['14/05/2024', '2024-05-14', { locale: 'sv' }],
    ['22 رمضان 1445 (1 أبريل 2024)', '2024-04-01', { locale: 'ar' }],
    ['2024年（令和6年）4月1日', '2024-04-01', { locale: 'ja' }],
    ['RFC 2616, 3 June 1999', '1999-06-03'],
    ['10.1.2026.1', null],
    ['5 اكتوبر 2024', '2024-10-05', { locale: 'ar' }],
    ['5 تشرين الثاني 2024', '2024-11-05', { locale: 'ar' }],
    ['5 ربيع الأول 1445', null, { locale: 'ar-LB' }],
    ['yesterday @ 17:12', '2026-05-30'],
  ]))

describe('a date with time is read from', () =>
  check('datetime', [
    ['Wed Aug 05 12:00:00 2015', '2015-08-05T12:00:00'],
    ['Wed Aug 05 12:00:00 GMT 2015', '2015-08-05T12:00:00Z'],
    ['Wed Aug 05 12:00:00 CEST 2015', '2015-08-05T10:00:00Z'],
    ['Wed Aug 05 12:00:00 GMT+02:00 2015', '2015-08-05T10:00:00Z'],
    ['Wed Aug 5 12:00:00 2015 +0200', '2015-08-05T10:00:00Z', { timezone: 'America/New_York' }],
    ['Wed Aug  5 12:00:00 2015 +0200', '2015-08-05T10:00:00Z'],
    ['Wed Aug 05 12:00:00 +0000 2015', '2015-08-05T12:00:00Z', { locale: 'de' }],
    ['10:00 OCT 5 2024', '2024-10-05T10:00:00'],
    ['20240105T101500Z', '2024-01-05T10:15:00Z'],
    ['1714903200', '2024-05-05T10:00:00Z'],
    ['1714903200000', '2024-05-05T10:00:00Z'],
    ['2024-01-05T10:00+02', '2024-01-05T08:00:00Z'],
    ['2024-01-05 10:00:00 -0500', '2024-01-05T15:00:00Z'],
    ['2024-01-05 10:00 UTC+2', '2024-01-05T08:00:00Z'],
    ['2024-01-05 10:00 GMT-5:30', '2024-01-05T15:30:00Z'],
    ['Fri Jan 05 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-01-05T09:00:00Z'],
    ['2024-05-06T12:00[Europe/Berlin]', '2024-05-06T10:00:00Z'],
    ['2024-01-06T12:00:00[!Europe/Berlin]', '2024-01-06T11:00:00Z', { timezone: 'America/New_York' }],
    ['2024-05-06T12:00+02:00[Europe/Berlin]', '2024-05-06T10:00:00Z'],
    ['2024-05-06T12:00[+02:00]', '2024-05-06T10:00:00Z'],
    ['2024-05-06 12:00 (+02:00)', '2024-05-06T10:00:00Z'],
    ['2024-05-06T12:00[UTC]', '2024-05-06T12:00:00Z'],
    ['6 May 2024, 12:00 (America/Argentina/Buenos_Aires)', '2024-05-06T15:00:00Z'],
    ['2024-05-06 12:00 Europe/Berlin', '2024-05-06T10:00:00Z'],
    ['2024-05-06T12:00[Europe/Atlantis]', null],
    ['2024-05-06 12:00 AC/DC', '2024-05-06T12:00:00'],
    ['5 May 2024 at 10:00 CEST', '2024-05-05T08:00:00Z'],
    ['22 janvier 2015 à 14h40', '2015-01-22T14:40:00', { locale: 'fr' }],
    ['le 5 mai 2024 à 14h', '2024-05-05T14:00:00', { locale: 'fr' }],
    ['5. Mai 2024, 14 Uhr', '2024-05-05T14:00:00', { locale: 'de' }],
    ['5. Mai 2024, 14.30 Uhr', '2024-05-05T14:30:00', { locale: 'de' }],
    ['05.05.2024 14.30 Uhr', '2024-05-05T14:30:00'],
    ['05.05.2024, 14.30Uhr', '2024-05-05T14:30:00'],
    ['5 maggio 2024 ore 14.30', '2024-05-05T14:30:00', { locale: 'it' }],
    ['5 Mei 2024 7:30 malam', '2024-05-05T19:30:00', { locale: 'id' }],
    ['5 May 2024 7:30 morning prayer', '2024-05-05T07:30:00'],
    ['5 mai 2024 à 7:30 sera', '2024-05-05T07:30:00', { locale: 'fr' }],
    ['5 May 2024 at 8.25', '2024-05-05T08:25:00'],
    ['5 May 2024 at 8.25 pm', '2024-05-05T20:25:00'],
    ['Jan 5, 2024 10pm', '2024-01-05T22:00:00'],
    ['5 May 2024 7pm-9pm', '2024-05-05T19:00:00'],
    ['5 May 2024 10am-12pm', '2024-05-05T10:00:00'],
    ['5 May 2024, 11:30am-1:15 p.m.', '2024-05-05T11:30:00'],
    ['8:25 a.m. Dec. 12, 2014', '2014-12-12T08:25:00'],
    ['5.7.2018 5.45 ip.', '2018-07-05T17:45:00', { locale: 'fi' }],
    ['5.7.2018 klo 14.30', '2018-07-05T14:30:00', { locale: 'fi' }],
    ['5.7.2018 klo 15.05', '2018-07-05T15:05:00'],
    ['gestern, 14.30 Uhr', '2026-05-30T14:30:00', { locale: 'de' }],
    ['5/5/2024 8:00 de la tarde', '2024-05-05T20:00:00', { locale: 'es' }],
    ['5. Mai 2024, 8 Uhr abends', '2024-05-05T20:00:00', { locale: 'de' }],
    ['5 mai 2024 à 3:00 de l’après-midi', '2024-05-05T15:00:00', { locale: 'fr' }],
    ['5 May 2024 12:30 in the afternoon', '2024-05-05T12:30:00'],
    ['5 May 2024, 10:00 at night', '2024-05-05T22:00:00'],
    ['2024年5月5日 晚上8:00', '2024-05-05T20:00:00', { locale: 'zh' }],
    ['5 мая 2024, 20:00 вечера', '2024-05-05T20:00:00', { locale: 'ru' }],
    ['5 May 2024 6:12p', '2024-05-05T18:12:00'],
    ['5 May 2024 12:05a', '2024-05-05T00:05:00'],
    ['5 May 2024 18:30:00 +12', '2024-05-05T06:30:00Z'],
    ['2024年4月1日10時30分20秒', '2024-04-01T10:30:20', { locale: 'ja' }],
    ['Yesterday · 17:12', '2026-05-30T17:12:00'],
    ['2016年3月20日 21時40分', '2016-03-20T21:40:00', { locale: 'ja' }],
    ['2024년 1월 5일 오후 3시 5분', '2024-01-05T15:05:00', { locale: 'ko' }],
    ['14 сакавіка 2015 у 7 гадзін 10 хвілін', '2015-03-14T07:10:00', { locale: 'be' }],
    ['yesterday at 10:15', '2026-05-30T10:15:00'],
    ['yesterday at 10:15', '2026-05-30T08:15:00Z', { timezone: 'Europe/Berlin' }],
    ['gestern, 10:15 Uhr', '2026-05-30T10:15:00', { locale: 'de' }],
    ['вчера в 10:15', '2026-05-30T10:15:00', { locale: 'ru' }],
    ['вчора о 10:15', '2026-05-30T10:15:00', { locale: 'uk' }],
    ['ayer a las 10:15', '2026-05-30T10:15:00', { locale: 'es' }],
    ['ieri la 10:15', '2026-05-30T10:15:00', { locale: 'ro' }],
    ['i går kl. 10.15', '2026-05-30T10:15:00', { locale: 'da' }],
    ['2024年5月6日 15時半', '2024-05-06T15:30:00'],
    ['2024年5月6日 晚上8点半', '2024-05-06T20:30:00', { locale: 'zh' }],
    ['2024년 5월 6일 오후 2시 반', '2024-05-06T14:30:00', { locale: 'ko' }],
    ['06.05.2024 8-10 Uhr', null],
    ['6. Mai 2024, 10 bis 12 Uhr', null, { locale: 'de' }],
    ['6 mai 2024 de 14h à 16h', null, { locale: 'fr' }],
    ['06.05.2024 - 10 Uhr', '2024-05-06T10:00:00'],
    ['6 мая 2024 г. в 14:30 (МСК)', null, { locale: 'ru', timezone: 'Asia/Omsk' }],
    ['igår 10:15', '2026-05-30T10:15:00', { locale: 'sv' }],
  ]))

describe('a range of times gives the first time if that is certain, otherwise null:', () =>
  check('datetime', [
    ['2024-05-06 12:00-14:00', null],
    ['2024-05-06 12:00-05:00', '2024-05-06T17:00:00Z'],
    ['2024-05-06T05:00-08:00', '2024-05-06T13:00:00Z'],
    ['6 May 2024, 7:30 - 9 pm', null],
    ['6 May 2024, 7–9 pm', null],
    ['6 May 2024, 7:30 pm - 9 pm', '2024-05-06T19:30:00'],
    ['6 May 2024 - 9 pm', '2024-05-06T21:00:00'],
  ]))

describe('a relative time adds up all its parts in', () =>
  check('datetime', [
    ['1 hour 20 minutes ago', '2026-05-31T10:40:00Z'],
    ['1 hour and 20 minutes ago', '2026-05-31T10:40:00Z'],
    ['2 weeks 3 days ago', '2026-05-14T12:00:00Z'],
    ['1.5 hours', '2026-05-31T10:30:00Z'],
    ['half an hour', '2026-05-31T11:30:00Z'],
    ['a decade ago', '2016-05-31T12:00:00Z'],
    ['vor einer halben Stunde', '2026-05-31T11:30:00Z', { locale: 'de' }],
    ['1 Jahr, 1 Monat, 1 Woche, 1 Tag, 1 Stunde und 1 Minute', '2025-04-22T10:59:00Z', { locale: 'de' }],
    ['минуту назад', '2026-05-31T11:59:00Z', { locale: 'ru' }],
    ['2 ч. 21 мин. назад', '2026-05-31T09:39:00Z', { locale: 'ru' }],
    ['1 godz. 2 minuty temu', '2026-05-31T10:58:00Z', { locale: 'pl' }],
    ['1年2个月', '2025-03-31T12:00:00Z', { locale: 'zh' }],
    ['約23時間前', '2026-05-30T13:00:00Z', { locale: 'ja' }],
    ['منذ 21 أيام', '2026-05-10T12:00:00Z', { locale: 'ar' }],
    ['1 वर्ष, 8 महीने, 2 सप्ताह', '2024-09-16T12:00:00Z', { locale: 'hi' }],
    ['42 points by ann 3 hours ago', '2026-05-31T09:00:00Z'],
    ['2000 лет', '0026-05-31T12:00:00Z', { locale: 'ru' }],
  ]))

describe('a relative time in months ends on the last day of a shorter month:', () =>
  check('date', [
    ['1 month ago', '2026-04-30'],
    ['3 months ago', '2026-02-28'],
    ['27 months ago', '2024-02-29'],
    ['2001 год назад', '0025-05-31', { locale: 'ru' }],
  ]))

test('a number with a point is no time of day when it is out of range or part of a date', () => {
  assert.equal(readInAll('at 14.75, 5 May 2024', 'datetime', {}), null)
  assert.equal(readInAll('um 14.30.2024', 'datetime', {}), null)
  assert.equal(readInAll('alle 5.10.2024', 'date', { locale: 'it' }), '2024-10-05')
  assert.equal(readInAll('om 5.10.2024', 'datetime', { locale: 'nl' }), null)
})

describe('a time in a zone', () =>
  check('datetime', [
    ['2026-03-29 01:59', '2026-03-29T00:59:00Z', { timezone: 'Europe/Berlin' }],
    ['2026-03-29 03:00', '2026-03-29T01:00:00Z', { timezone: 'Europe/Berlin' }],
    ['2026-10-25 01:59', '2026-10-24T23:59:00Z', { timezone: 'Europe/Berlin' }],
    ['2026-10-25 03:00', '2026-10-25T02:00:00Z', { timezone: 'Europe/Berlin' }],
    ['2026-10-25T02:30+01:00', '2026-10-25T01:30:00Z', { timezone: 'Europe/Berlin' }],
    ['2011-12-29 12:00', '2011-12-29T22:00:00Z', { timezone: 'Pacific/Apia' }],
    ['0999-05-01 00:00', null, { timezone: 'Europe/Berlin' }],
    ['9999-12-31 23:59', '9999-12-31T22:59:00Z', { timezone: 'Europe/Berlin' }],
  ]))

describe('an uncertain date is null with the reason:', () => {
  const cases: [string, RegExp, RuleObject?][] = [
    ['3:58 p.m. EDT, May 5 2024', /which offset "EDT" is/, { timezone: 'UTC' }],
    ['May 5 2024 3:58 p.m. Eastern Time', /which offset "Eastern Time" is/],
    ['2024-01-05 10:00 CST', /which offset "CST" is/],
    [
      '2026-03-29 02:30',
      /clocks in Europe\/Berlin never showed 2026-03-29 02:30/,
      { timezone: 'Europe/Berlin' },
    ],
    ['2026-10-25 02:30', /clocks in Europe\/Berlin twice showed/, { timezone: 'Europe/Berlin' }],
    ['25 October 2026 02:30 Europe/Berlin', /twice showed/],
    ['2011-12-30 12:00', /clocks in Pacific\/Apia never showed/, { timezone: 'Pacific/Apia' }],
    ['5 May 2024 10:00-12:00', /whether "-12:00" is an offset/],
    ['5 May 2024 18:00-8:00', /whether "-8:00" is an offset/],
    ['5 May 2024 6pm-8', /whether "-8" is an offset/],
    ['5 May 2024 06:30 +1', /whether "\+1" is an offset/],
    ['5 May 2024 13:00 am', /no time of day/],
    ['5 May 2024 · 2h 10m', /no time of day/],
    ['5 May 2024 for 2 hours', /no time of day/],
    ['18.10.14 um 22:56 Uhr', /"18\.10\.14" has a year of two digits: give "formats"/, { locale: 'de' }],
    ["5 May '21", /has a year of two digits/],
    ['5 May, 10:15', /"5 May, 10:15" has no year|"5 May," has no year/],
    ['10:04am', /has a time, but no day/],
    ['5 May 2024, 6:00 at night', /not certain which hour "6:00 at night" is/],
    ['5 May 2024 7:30 tối', /not certain which hour "7:30 tối" is/],
    ['5 May 2024, 8 Uhr abends', /not certain which hour "8 Uhr abends" is/],
    ['2024-05-05 晚上7:30', /not certain which hour "7:30" is/],
    ['2024年5月5日 半夜12点', /not certain which hour/, { locale: 'zh' }],
    ['2024年5月5日 下午3点一刻', /not certain which hour "3点一刻"|"下午3点一刻"/, { locale: 'zh' }],
    ['5 مايو 2024 7:30 مساء', /not certain which hour/, { locale: 'ar' }],
    ['5 May 2024, 7:30 tonight', /not certain which hour/],
    ['12 March 1704/05', /may be a day of the Julian calendar/],
    ['12 Feb 1699/1700', /may be a day of the Julian calendar/],
    ['5/6 May 2024', /several days/],
    ['20 February [O.S. 8 February] 1844', /may be a day of the Julian calendar/],
    ['5 oder 6. Mai 2024', /several days/, { locale: 'de' }],
    ['26/10/1445', /of which calendar/],
    ['5–7 May 2024', /several days/],
    ['April 30 - May 7, 2024', /several days/],
    ['05.–07.05.2024', /several days/],
    ['du 5 au 7 mai 2024', /several days/, { locale: 'fr' }],
    ['de 5 a 7 de maio de 2024', /several days/, { locale: 'pt' }],
    ['5 y 7 de mayo de 2024', /several days/, { locale: 'es' }],
    ['Wed 04/05/2024', /not certain which day/],
    ['04/05/2024', /not certain which day "04\/05\/2024" is: give "formats"/, { locale: 'sv' }],
    ['04/05/2024', /not certain which day/, { locale: 'en-ZA' }],
    ['04/05/2024', /not certain which day/, { locale: 'fa' }],
    ['Nov 2025 – 3 Jan 2026', /of which the first has no day/],
    ['4月1日～2024年4月3日', /several days/, { locale: 'ja' }],
    ['5 May 2024 12:00 midnight', /not certain which hour "12:00 midnight" is/],
    ['5 May 2024 00:12⁺¹', /how many days later "⁺¹" is/],
    ['5 May 2024 18:30 +12 min', /whether "\+12" is an offset/],
    ['5 May 2024 18:30 (+12)', /whether "\(\+12" is an offset/],
    ['Wed Aug 05 12:00:00 EDT 2015', /which offset "EDT" is/],
    ['Yesterday, 10:15 PM EST', /which offset "EST" is/],
    ['2-3 days ago', /holds no date/],
    ['posted 2 or 3 hours ago', /holds no date/],
    ['il y a 2 à 3 jours', /holds no date/, { locale: 'fr' }],
    ['22 พฤษภาคม 2555 10:15', /of which calendar the year 2555 is/, { locale: 'th' }],
    ['1402/10/05', /of which calendar/],
    ['1403-02-15', /of which calendar/, { locale: 'fa' }],
    ['1445-09-15T10:00', /of which calendar/, { locale: 'ar-SA' }],
    ['۱۴۰۳-۰۲-۱۵', /of which calendar/],
    ['2567-05-15T10:00:00+07:00', /of which calendar/],
    ['5784-02-07', /of which calendar/],
    ['२०८१-०१-१५', /of which calendar/, { locale: 'ne' }],
    ['2081/01/15', /of which calendar/, { locale: 'ne' }],
    ['15 March 1200 BC', /before the year 1/],
    ['0001-01-01', /how programs write that there is no date/],
    ['0001-01-01T00:00:00Z', /how programs write that there is no date/],
    ['March 15, 1200 B.C.E.', /before the year 1/],
    ['March 15, 44 BC', /before the year 1/],
    ['15. März 1200 v. Chr.', /before the year 1/, { locale: 'de' }],
    ['15 mars 1200 av. J.-C.', /before the year 1/, { locale: 'fr' }],
    ['-1200-03-15', /before the year 1/],
    ['two hours ago', /holds no date/],
    ['hours ago', /holds no date/],
    ['one day', /holds no date/],
    ['कल', /holds no date/, { locale: 'hi' }],
    ['an hour and a half ago', /holds no date/],
    ['1 fortnight 2 days ago', /holds no date/],
    ['in 3 days', /holds no date/],
    ['3 days left', /holds no date/],
    ['1.5 months ago', /part of a month/],
    ['rated 5 in May 2024', /holds no date/],
    ['Posted over 30 days ago', /holds no date/],
    ['more than a month ago', /holds no date/],
    ['il y a plus de 3 jours', /holds no date/, { locale: 'fr' }],
    ['более 3 дней назад', /holds no date/, { locale: 'ru' }],
    ['ISBN 978-2024-05-01', /holds no date/],
  ]
  for (const [text, reason, more = {}] of cases)
    test(text, () => {
      const { values, reasons } = readInSources(text, { type: 'datetime', ...more }, NOW)
      assert.deepEqual(new Set(Object.values(values)), new Set([null]))
      for (const one of reasons) assert.match(one, reason)
    })

  test('a relative time is null on a page whose time of fetching is unknown', () => {
    const { nulls } = readPage({ x: { css: 'p', type: 'date' } }, '<p>1 hour 20 minutes ago')
    assert.match(nulls[0]!.reason, /not known when the page was fetched/)
  })
})

test('a JSON number is a moment in seconds or milliseconds, or a day of eight digits, but not a year', () => {
  const dateOf = (number: number) =>
    readPage({ x: { json: 'v', type: 'date' } }, JSON.stringify({ v: number })).data.x
  assert.equal(dateOf(1714903200), '2024-05-05')
  assert.equal(dateOf(1714903200000), '2024-05-05')
  assert.equal(dateOf(20240105), '2024-01-05')
  assert.equal(dateOf(2024), null)
  assert.equal(dateOf(20241399), null)
  assert.equal(dateOf(0), null)
})

describe('a date in several elements', () => {
  const readDay = (html: string) => readPage({ x: { css: 'p', type: 'date' } }, `<p>${html}</p>`)

  test('is null if it is struck out before another one', () => {
    const { data, nulls } = readDay('<s>5 May 2024</s> 7 May 2024')
    assert.equal(data.x, null)
    assert.match(nulls[0]!.reason, /struck out/)
    assert.equal(readDay('<s>5 May 2024</s> cancelled').data.x, '2024-05-05')
  })

  test('is read without the mark of a footnote', () => {
    assert.equal(readDay('5 May 2024<sup>1</sup>').data.x, '2024-05-05')
    assert.equal(readDay('5<sup>th</sup> May 2024').data.x, '2024-05-05')
    assert.equal(readDay('<b>5</b><i>May</i><u>2024</u>').data.x, '2024-05-05')
  })
})
