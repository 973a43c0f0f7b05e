import type { PricePart } from './price-parts.ts'

/** Thousands and millions, of which a number is rounded. */
const SHORT =
  'k|K|M|B|Cr|bn|mn|mln|[Tt]sd|[tm]kr|tis|tys|тыс|тис|млн|млрд|[Mm](?:il?|ilj|ill|io|rd)|jt|rb|tr|tỷ|tỉ|χιλ|εκ|δισ'
const WRITTEN_OUT =
  '[Tt]housand|[Tt]ausend|[MmBb]illion|[Mm]ill?i?ard|[Mm]iljoen|[Mm]illon|[Mm]ilion|[Ll]akh|[Ll]ac|[Cc]rore|[Jj]uta|[Rr]ibu|[Mm]iliar|triệu|nghìn|ngàn|ألف|مليون|مليار|हज़ार|हजार|लाख|करोड़'
/** Some of these begin other words, too. */
const OF_EAST_ASIA =
  '[万萬億亿]|[千百](?=[円元圆圓块塊]|[^\\p{Script=Han}]|$)|[천만억](?=원|[^\\p{Script=Hangul}]|$)'
const OF_THAI = 'พัน|หมื่น|แสน|ล้าน'
const ROUNDED = new RegExp(
  `^\\s?(?:${SHORT}|(?:${WRITTEN_OUT})\\p{L}{0,2})(?![\\p{L}/])|^\\s?(?:${OF_EAST_ASIA}|${OF_THAI})|^[eE][-+]?\\d`,
  'u',
)
/** The same where a currency stands before the number; elsewhere they are metres and litres. */
const ROUNDED_AMOUNT = /^[mb](?![\p{L}\p{N}/])|^ ?L(?![\p{L}/])/u
const HUNDREDTHS =
  /^\s?(?:¢|c|ct|cts|cents?|p|pence|pennies|groszy|коп|копеек|копейки|копійок|øre|öre)(?![\p{L}/])/iu

const after = (text: string, { end }: PricePart) => text.slice(end, end + 12)

/** Whether what stands right behind a number are cents and the like. */
export const isInHundredths = (text: string, part: PricePart) => HUNDREDTHS.test(after(text, part))

/** Whether a number is rounded, or one of cents, so that its digits are not the amount. */
export function hasUnsureSize(text: string, part: PricePart): boolean {
  const rest = after(text, part)
  const isBare = part.before.length + part.after.length === 0
  return (
    ROUNDED.test(rest) ||
    (part.before.length > 0 && ROUNDED_AMOUNT.test(rest)) ||
    (isBare && isInHundredths(text, part))
  )
}
