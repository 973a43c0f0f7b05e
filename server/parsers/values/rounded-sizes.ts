import { isLargeUnit } from '../../base/text/count-units.ts'

/** Single letters, and abbreviations that are also units of other quantities. */
const LETTERS = 'k|K|M|B|T'
const UNITS_TOO = 'mi|io|tr|Tr|Mr|md|kM|MM|bin|E(?= ?Ft)'
/** Abbreviations of thousands and millions, to which a number is rounded. */
const SHORT =
  'Cr|bn|mn|mln|tr?n|Tn|Mds?|[Tt]sd|[tm]kr|tis|tys|mii|тыс|тис|млн|млрд|M(?:i|il|ilj|ill|io|rd)|m(?:il|ilj|ill|io|rd)|jt|rb|tỷ|tỉ|χιλ|εκ|δισ'
/** Words that are inflected. Others are looked up. */
const WRITTEN_OUT =
  '[Tt]housand|[Tt]ausend|[MmBb]illion|[Tt]rillion|[Mm]ill?i?ard|[Mm]iljoen|[Mm]illon|[Mm]ilion|[Ll]akh|[Ll]ac|[Cc]rore|ألف|אלף|लाख|লাখ|ਲੱਖ|લાખ'
/** Some of these also start other words. */
const OF_EAST_ASIA =
  '[万萬億亿兆]|[千百](?=[円元圆圓块塊人名件台枚本個回年店社]|[^\\p{Script=Han}]|$)|[천만억조](?=원|[^\\p{Script=Hangul}]|$)'
const OF_THAI = 'พัน|หมื่น|แสน|ล้าน'
/** A slash before a unit of time makes a rate of a rounded number: `120K/yr`. Before others, the letters are units too: `5 M/s`. */
const NO_UNIT =
  '(?!\\p{L}|/(?!\\s?(?:y|yr|year|annum|an|año|ano|anno|[Jj]ahr|jaar|år|rok|год|mo|month|mois|mes|mese|[Mm]onat|maand|mån|day|[Tt]ag|jour|día|hr|hour)(?!\\p{L})))'
const WORDS = `^\\s?(?:${SHORT}|(?:${WRITTEN_OUT})\\p{L}{0,2})${NO_UNIT}|^\\s?(?:${OF_EAST_ASIA}|${OF_THAI})`

const ROUNDED = new RegExp(`${WORDS}|^\\s?(?:${LETTERS}|${UNITS_TOO})${NO_UNIT}(?![.-]\\p{L})`, 'u')
const CURRENCY = '(?:\\p{Sc}|EUR|USD|CHF|GBP|SEK|NOK|DKK)'
const ROUNDED_NUMBER = new RegExp(
  `${WORDS}|^(?:${LETTERS})${NO_UNIT}(?!\\p{N})|^\\s?(?:${LETTERS}|${UNITS_TOO})\\s?${CURRENCY}`,
  'u',
)
const CURRENCY_BEFORE = new RegExp(`${CURRENCY}\\s?$`, 'u')
/** A word after a number, also after the preposition of Romanian: `20 de mii`. */
const WORD = /^\s?(?:de\s)?(\p{L}[\p{L}\p{M}]*[.\u0970]?)(?![\p{L}\p{M}]|['\u2019-]\p{L})/u

/** The number of characters of the text after a number that decide whether it is rounded. */
export const ROUNDED_REACH = 24

/** Whether the text around a number makes it a rounded one. `300 K` are kelvins, and `5 mi` miles, but not `€5 mi`. */
export const isRoundedNumber = (before: string, rest: string): boolean =>
  ROUNDED_NUMBER.test(rest) || isLargeWord(rest) || (CURRENCY_BEFORE.test(before) && ROUNDED.test(rest))

/** The same for an amount of money, which may also be rounded to a letter: `5 M`. */
export const isRoundedAmount = (rest: string): boolean => ROUNDED.test(rest) || isLargeWord(rest)

function isLargeWord(rest: string): boolean {
  const [, word] = WORD.exec(rest) ?? []
  return word !== undefined && isLargeUnit(word)
}
