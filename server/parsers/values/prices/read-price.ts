import type { Json } from '../../parser-schema.ts'
import { type Locale, localeOf } from '../locale.ts'
import { readDigits } from '../read-locale-number.ts'
import { describeValue, noValue, type ReadResult } from '../reading.ts'
import { choosePrice } from './choose-price.ts'
import { type Currency, fractionOf, NO_REGIONS } from './currencies.ts'
import type { PricePart } from './price-parts.ts'

/** Longer texts are prose, so only this many characters are read. */
const MAX_LENGTH = 1_000

export interface PriceSettings {
  locale?: string | undefined
  /** The currency of a sign without a country. */
  currency?: string | undefined
}

/**
 * Reads an amount and its currency as an ISO code. A number with a currency beside it takes precedence over one without. Of
 * several prices, the first is read, unless words between them say that they differ in kind. An ambiguous currency (`$`
 * without a locale with a region) is null. If the number is ambiguous, the whole price is null.
 */
export function readPrice(value: Json, { locale, currency }: PriceSettings): ReadResult {
  if (typeof value === 'number') return { value: { amount: value, currency: currency ?? null } }
  const found =
    typeof value === 'string' ? choosePrice(value.slice(0, MAX_LENGTH).replaceAll('`', "'"), locale) : null
  if (typeof found === 'string') return noValue(found)
  if (!found) return noValue(`${describeValue(value)} holds no price`)
  const language = locale === undefined ? undefined : localeOf(locale)
  const code = codeOf(found, language, currency)
  const amount = readAmount(found, language, code)
  if (typeof amount.value !== 'number') return amount
  return {
    value: { amount: found.isNegative && amount.value > 0 ? -amount.value : amount.value, currency: code },
  }
}

/** Returns the written code, or the one that the sign stands for here; null if two of them disagree. */
function codeOf(
  { before, after }: PricePart,
  locale: Locale | undefined,
  currency: string | undefined,
): string | null {
  const units = (after.length > 0 ? [...before, ...after] : before).map(unit => unit.currency)
  if (units.length === 1) return codeHere(units[0]!, locale, currency)
  const [code, ...others] = new Set(units.filter(isCertain).map(unit => unit.code))
  if (code) return others.length === 0 ? code : null
  return units[0] === undefined ? (currency ?? null) : codeHere(units[0], locale, currency)
}

const isCertain = ({ code, regions }: Currency) => code !== null && regions === NO_REGIONS

/** Returns the currency of a sign that differs between regions. */
function codeHere(
  { code, regions }: Currency,
  locale: Locale | undefined,
  currency: string | undefined,
): string | null {
  if (currency && regions !== NO_REGIONS && (code === null || Object.values(regions).includes(currency)))
    return currency
  return regions[locale?.region ?? ''] ?? code
}

/**
 * Reads the amount. Without a locale, a separator before one or two digits is the decimal mark; before three digits it is
 * ambiguous.
 */
function readAmount(
  { digits, cents, mark }: PricePart,
  locale: Locale | undefined,
  code: string | null,
): ReadResult {
  const compactDigits = digits.replace(/([.,]) /, '$1')
  if (cents !== null) return readDigits(`${compactDigits}.${cents}`, POINT)
  if (mark !== null) return readDigits(compactDigits, mark === '.' ? POINT : COMMA)
  if (locale) {
    const amount = readDigits(compactDigits, locale)
    return amount.value === null ? readDigits(compactDigits, locale.money) : amount
  }
  const decimal = decimalOf(compactDigits, code)
  return decimal
    ? readDigits(compactDigits, decimal)
    : noValue(`it is not certain which number ${describeValue(digits)} is: give a "locale"`)
}

const POINT = { decimal: '.', group: ',' }
const COMMA = { decimal: ',', group: '.' }

/** Returns how a number is written; null if three digits follow its only separator and may be thousandths. */
function decimalOf(digits: string, code: string | null): typeof POINT | null {
  const separators = digits.match(/[.,]/g) ?? []
  const last = separators.at(-1)
  const isSingle = separators.filter(char => char === last).length === 1
  const tail = digits.length - 1 - digits.lastIndexOf(last ?? '')
  const isDecimal = isSingle && (tail !== 3 || separators.length > 1 || digits.startsWith('0'))
  if (isDecimal) return last === '.' ? POINT : COMMA
  const fraction = fractionOf(code)
  if (isSingle && (last === '.' ? fraction > 0 : fraction > 2)) return null
  return last === ',' ? POINT : COMMA
}
