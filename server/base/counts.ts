/** Powers of ten by the words that stand for them, in the languages in which pages are saved. */
const UNITS: Record<number, string> = {
  3: 'k thousand tsd tn tys tis тыс тис χιλ mil mila rb n ألف हज़ार พัน 千 천',
  4: 'หมื่น 万 萬 만',
  5: 'lakh लाख แสน',
  6: 'm mi mio mn mln млн εκ milj mill million millions mil. jt tr مليون ล้าน',
  7: 'crore करोड़',
  8: '億 亿 억',
  9: 'b bn md mrd mld млрд billion',
}

const POWERS = new Map(
  Object.entries(UNITS).flatMap(([power, words]) =>
    words.split(' ').map(word => [word, Number(power)] as const),
  ),
)

/** A longer text is prose, not a count. */
const LONGEST = 200

const NUMBER = /\d+(?:[.,'’\s]\d+)*/
const UNIT_NAMES = [...POWERS.keys()]
  .sort((a, b) => b.length - a.length)
  .join('|')
  .replaceAll('.', '\\.')
const UNIT = new RegExp(`^\\s*(${UNIT_NAMES})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])(\\d)?`, 'iu')

/**
 * A count as platforms write it → an integer: `18k videos`, `5.04m subscribers`, `1,677 views`, `19.924`, `5,72 Mio.`,
 * `No videos` (0). Null where the text holds no count, or one that can be read in two ways; a blank text is null as
 * well, because only its reader knows whether a blank means 0.
 */
export function parseCount(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  if (typeof value !== 'string' || value.length > LONGEST || /^\s*[-−]/.test(value)) return null
  if (/^no\s/i.test(value)) return 0
  const number = NUMBER.exec(value)
  if (!number) return null
  const [, unit, goesOn] = UNIT.exec(value.slice(number.index + number[0].length)) ?? []
  if (goesOn) return null
  return unit === undefined ? grouped(number[0]) : scaled(number[0], POWERS.get(unit.toLowerCase())!)
}

/** `1,677`, `1 677`, `12,34,567`: separators may only stand between groups. */
function grouped(number: string): number | null {
  const [, ...groups] = number.split(/\D/)
  const apart =
    groups.length === 0 ||
    (groups.at(-1)!.length === 3 && groups.every(({ length }) => length === 2 || length === 3))
  return apart ? exact(number.replace(/\D/g, '')) : null
}

/** `5.04` × 10⁶, digit by digit: floating point would miss 9.8 × 1000. */
function scaled(number: string, power: number): number | null {
  const [whole = '', fraction = '', ...more] = number.split(/\D/)
  const ambiguous = more.length > 0 || fraction.length === 3
  return ambiguous || fraction.length > power ? null : exact(whole + fraction.padEnd(power, '0'))
}

const exact = (digits: string): number | null => {
  const count = Number(digits)
  return Number.isSafeInteger(count) ? count : null
}
