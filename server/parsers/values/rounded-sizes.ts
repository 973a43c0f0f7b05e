import { isLargeUnit } from '../../base/text/count-units.ts'

/** Single letters, and abbreviations that are also units of other quantities. */
const LETTERS = 'k|K|M|B'
const UNITS_TOO = 'mi|io|tr'
/** Abbreviations of thousands and millions, to which a number is rounded. */
const SHORT =
  'Cr|bn|mn|mln|[Tt]sd|[tm]kr|tis|tys|mii|тыс|тис|млн|млрд|M(?:i|il|ilj|ill|io|rd)|m(?:il|ilj|ill|io|rd)|jt|rb|tỷ|tỉ|χιλ|εκ|δισ'
/** Words that are inflected, or have three letters. Those of four letters and more are looked up. */
const WRITTEN_OUT =
  '[Tt]housand|[Tt]ausend|[MmBb]illion|[Mm]ill?i?ard|[Mm]iljoen|[Mm]illon|[Mm]ilion|[Ll]akh|[Ll]ac|[Cc]rore|ألف|אלף|लाख|লাখ|ਲੱਖ|લાખ'
/** Some of these also start other words. */
const OF_EAST_ASIA =
  '[万萬億亿]|[千百](?=[円元圆圓块塊]|[^\\p{Script=Han}]|$)|[천만억](?=원|[^\\p{Script=Hangul}]|$)'
const OF_THAI = 'พัน|หมื่น|แสน|ล้าน'
const WORDS = `^\\s?(?:${SHORT}|(?:${WRITTEN_OUT})\\p{L}{0,2})(?![\\p{L}/])|^\\s?(?:${OF_EAST_ASIA}|${OF_THAI})`

const ROUNDED = new RegExp(`${WORDS}|^\\s?(?:${LETTERS}|${UNITS_TOO})(?![\\p{L}/]|\\.\\p{L})`, 'u')
const ROUNDED_NUMBER = new RegExp(`${WORDS}|^(?:${LETTERS})(?![\\p{L}\\p{N}/])`, 'u')
const WORD = /^\s?(\p{L}[\p{L}\p{M}]{3,})/u

/** The number of characters of the text after a number that decide whether it is rounded. */
export const ROUNDED_REACH = 24

/** Whether the text directly after a number makes it a rounded one. `300 K` are kelvins, and `5 mi` miles. */
export const isRoundedNumber = (rest: string): boolean => ROUNDED_NUMBER.test(rest) || isLargeWord(rest)

/** The same for an amount of money, which may also be rounded to a letter: `5 M`. */
export const isRoundedAmount = (rest: string): boolean => ROUNDED.test(rest) || isLargeWord(rest)

function isLargeWord(rest: string): boolean {
  const [, word] = WORD.exec(rest) ?? []
  return word !== undefined && isLargeUnit(word)
}
