import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCount } from '../../server/base/counts.ts'

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
