import { FRACTION, ROUNDED } from '../rounded-sizes.ts'
import type { PricePart } from './price-parts.ts'

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
    FRACTION.test(rest) ||
    (part.before.length > 0 && ROUNDED_AMOUNT.test(rest)) ||
    (isBare && isInHundredths(text, part))
  )
}
