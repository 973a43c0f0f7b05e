import type { Json } from '../../parser-schema.ts'
import { type Locale, localeOf } from '../locale.ts'
import { readDigits } from '../read-locale-number.ts'
import { describeValue, nothing, type Reading } from '../reading.ts'
import { choosePrice } from './choose-price.ts'
import { type Currency, fractionOf, NO_REGIONS } from './currencies.ts'
import type { PricePart } from './price-parts.ts'

/** A longer text is prose. */
const LONGEST = 1_000

export interface PriceSettings {
  locale?: string | undefined
  /** What a sign without a country stands for. */
  currency?: string | undefined
}

/**
 * An amount and its currency as an ISO code. A number with a currency beside it counts before one without; of several
 * prices in one text it is the first, unless words between them tell that they are not of one kind. A currency that is
 * not certain (`$` without a locale of a country) is null, and so is the whole price when its number is not certain.
 */
export function readPrice(value: Json, { locale, currency }: PriceSettings): Reading {
  if (typeof value === 'number') return { value: { amount: value, currency: currency ?? null } }
  const found =
    typeof value === 'string' ? choosePrice(value.slice(0, LONGEST).replaceAll('`', "'"), locale) : null
  if (typeof found === 'string') return nothing(found)
  if (!found) return nothing(`${describeValue(value)} holds no price`)
  const language = locale === undefined ? undefined : localeOf(locale)
  const code = codeOf(found, language, currency)
  const amount = readAmount(found, language, code)
  if (typeof amount.value !== 'number') return amount
  return {
    value: { amount: found.isNegative && amount.value > 0 ? -amount.value : amount.value, currency: code },
  }
}

/** The code that is written, or what the sign stands for here; null where two of them disagree. */
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

/** What a sign stands for that means one thing in one region and another elsewhere. */
function codeHere(
  { code, regions }: Currency,
  locale: Locale | undefined,
  currency: string | undefined,
): string | null {
  if (currency && regions !== NO_REGIONS && (code === null || Object.values(regions).includes(currency)))
    return currency
  return regions[locale?.region ?? ''] ?? code
}

/** Without a locale, one separator before one or two digits is the decimal one; before three it could be either. */
function readAmount(
  { digits, cents, mark }: PricePart,
  locale: Locale | undefined,
  code: string | null,
): Reading {
  const written = digits.replace(/([.,]) /, '$1')
  if (cents !== null) return readDigits(`${written}.${cents}`, POINT)
  if (mark !== null) return readDigits(written, mark === '.' ? POINT : COMMA)
  if (locale) return readDigits(written, locale)
  const decimal = decimalOf(written, code)
  return decimal
    ? readDigits(written, decimal)
    : nothing(`it is not certain which number ${describeValue(digits)} is: give a "locale"`)
}

const POINT = { decimal: '.', group: ',' }
const COMMA = { decimal: ',', group: '.' }

/** How a number is written; null where three digits follow its one separator, and could be thousandths as well. */
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
