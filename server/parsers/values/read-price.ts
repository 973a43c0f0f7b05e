import type { Json } from '../parser-schema.ts'
import { type Locale, localeOf } from './locale.ts'
import { readLocaleNumber } from './read-locale-number.ts'
import { describeValue, nothing, type Reading } from './reading.ts'

/** Signs that stand for one currency only. */
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₺': 'TRY',
  '₩': 'KRW',
  '₫': 'VND',
  '₪': 'ILS',
  '₴': 'UAH',
  '₦': 'NGN',
  '฿': 'THB',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  R$: 'BRL',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  'Fr.': 'CHF',
  лв: 'BGN',
  lei: 'RON',
}
/** Signs that a region has to explain. */
const SHARED: Record<string, Record<string, string>> = {
  $: {
    US: 'USD',
    CA: 'CAD',
    AU: 'AUD',
    NZ: 'NZD',
    SG: 'SGD',
    HK: 'HKD',
    MX: 'MXN',
    AR: 'ARS',
    CL: 'CLP',
    CO: 'COP',
  },
  '¥': { JP: 'JPY', CN: 'CNY' },
  kr: { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' },
}
const CODES = new Set(Intl.supportedValuesOf('currency'))

const escaped = (text: string) => text.replace(/[.$]/g, '\\$&')
const NAMES = [...Object.keys(SIGNS), ...Object.keys(SHARED)]
  .sort((a, b) => b.length - a.length)
  .map(escaped)
  .join('|')
const CURRENCY = `(?:${NAMES}|(?<![A-Za-z])[A-Z]{3}(?![A-Za-z]))`
const DIGITS = "(?:\\d{1,3}(?:[ \\u00a0\\u2009\\u202f]\\d{3}(?!\\d))+|\\d+)(?:[.,'\\u2019]\\d+)*|[.,]\\d+"
const BLANK = '[\\s\\u00a0]{0,3}'
/** `1 299,00 €`, `$ 5`, `68€50` for 68 and 50 cents. */
const SPLIT = /(\d{1,7})(€|£|\$)(\d{2})(?!\d)/
const BEFORE = new RegExp(`(-?)(${CURRENCY})${BLANK}(-?(?:${DIGITS}))`)
const AFTER = new RegExp(`(-?)(${DIGITS})(?:,-|,—|.-)?${BLANK}(${CURRENCY})`)
const ALONE = new RegExp(`(-?)(${DIGITS})`)
/** A longer text is prose. */
const LONGEST = 1_000

export interface PriceSettings {
  locale?: string | undefined
  /** What a sign without a country stands for. */
  currency?: string | undefined
}

/**
 * An amount and its currency as an ISO code. Where a currency stands at a number, that number counts. A currency that
 * is not certain (`$` without a locale of a country) is null, and so is the whole price when its number is not certain.
 */
export function readPrice(value: Json, { locale, currency }: PriceSettings): Reading {
  if (typeof value === 'number') return { value: { amount: value, currency: currency ?? null } }
  const found = typeof value === 'string' ? partsOf(value.slice(0, LONGEST)) : null
  if (!found) return nothing(`${describeValue(value)} holds no price`)
  const language = locale === undefined ? undefined : localeOf(locale)
  const amount = readAmount(found.digits, language)
  if (typeof amount.value !== 'number') return amount
  const code = codeOf(found.sign, language, currency)
  return { value: { amount: found.minus && amount.value > 0 ? -amount.value : amount.value, currency: code } }
}

interface Parts {
  digits: string
  sign: string | null
  minus: boolean
}

function partsOf(text: string): Parts | null {
  const split = SPLIT.exec(text)
  if (split) return { digits: `${split[1]}.${split[3]}`, sign: split[2]!, minus: false }
  for (const [form, sign, digits] of [
    [BEFORE, 2, 3],
    [AFTER, 3, 2],
  ] as const) {
    const found = form.exec(text)
    if (found && isCurrency(found[sign]!))
      return {
        digits: found[digits]!.replace('-', ''),
        sign: found[sign]!,
        minus: `${found[1]}${found[digits]}`.startsWith('-'),
      }
  }
  const found = ALONE.exec(text)
  return found ? { digits: found[2]!, sign: null, minus: found[1] === '-' } : null
}

const isCurrency = (text: string) => text in SIGNS || text in SHARED || CODES.has(text)

function codeOf(
  sign: string | null,
  locale: Locale | undefined,
  currency: string | undefined,
): string | null {
  if (sign !== null && CODES.has(sign)) return sign
  if (sign !== null && SIGNS[sign]) return SIGNS[sign]
  return currency ?? (sign && locale?.region ? (SHARED[sign]?.[locale.region] ?? null) : null)
}

/** Without a locale, one separator before one or two digits is the decimal one; before three it could be either. */
function readAmount(digits: string, locale: Locale | undefined): Reading {
  if (locale) return readLocaleNumber(digits, locale)
  const separators = [...digits].filter(char => char === '.' || char === ',')
  const last = separators.at(-1)
  const tail = last ? digits.slice(digits.lastIndexOf(last) + 1) : ''
  const isSingle = separators.filter(char => char === last).length === 1
  const isDecimal = last !== undefined && isSingle && (tail.length <= 2 || new Set(separators).size === 2)
  if (last === '.' && isSingle && separators.length === 1 && tail.length === 3 && !digits.startsWith('0')) {
    return nothing(`it is not certain which number ${describeValue(digits)} is: give a "locale"`)
  }
  const decimal = isDecimal ? last : last === ',' ? '.' : ','
  return readLocaleNumber(digits, { decimal, group: decimal === '.' ? ',' : '.' })
}
