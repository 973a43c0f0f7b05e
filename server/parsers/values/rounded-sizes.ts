/** Single letters, and abbreviations that are also units of other quantities. */
const LETTERS = 'k|K|M|B'
const UNITS_TOO = 'mi|io|tr'
/** Abbreviations of thousands and millions, to which a number is rounded. */
const SHORT =
  'Cr|bn|mn|mln|[Tt]sd|[tm]kr|tis|tys|тыс|тис|млн|млрд|M(?:i|il|ilj|ill|io|rd)|m(?:il|ilj|ill|io|rd)|jt|rb|tỷ|tỉ|χιλ|εκ|δισ'
const WRITTEN_OUT =
  '[Tt]housand|[Tt]ausend|[MmBb]illion|[Mm]ill?i?ard|[Mm]iljoen|[Mm]illon|[Mm]ilion|[Ll]akh|[Ll]ac|[Cc]rore|[Jj]uta|[Rr]ibu|[Mm]iliar|triệu|nghìn|ngàn|ألف|مليون|مليار|हज़ार|हजार|लाख|करोड़'
/** Some of these also start other words. */
const OF_EAST_ASIA =
  '[万萬億亿]|[千百](?=[円元圆圓块塊]|[^\\p{Script=Han}]|$)|[천만억](?=원|[^\\p{Script=Hangul}]|$)'
const OF_THAI = 'พัน|หมื่น|แสน|ล้าน'
const WORDS = `^\\s?(?:${SHORT}|(?:${WRITTEN_OUT})\\p{L}{0,2})(?![\\p{L}/])|^\\s?(?:${OF_EAST_ASIA}|${OF_THAI})`

/** Text directly after digits that makes an amount of money a rounded one. */
export const ROUNDED = new RegExp(`${WORDS}|^\\s?(?:${LETTERS}|${UNITS_TOO})(?![\\p{L}/])`, 'u')

const ROUNDED_NUMBER = new RegExp(`${WORDS}|^(?:${LETTERS})(?![\\p{L}\\p{N}/])`, 'u')

/** Whether the text directly after a number makes it a rounded one. `300 K` are kelvins, and `5 mi` miles. */
export const isRoundedNumber = (rest: string): boolean => ROUNDED_NUMBER.test(rest)
