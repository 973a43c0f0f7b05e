import { isObject } from '../../../base/is-object.ts'
import type { Json, RuleObject, ValueType } from '../../parser-schema.ts'
import { convert } from '../../values/convert.ts'
import { isLocale, localeOf } from '../../values/locale.ts'
import type { FieldCase } from './case.ts'

/** A guess at the type of a field, and at how its values are written. */
export interface Guess {
  type: ValueType
  /** Whether the values are addresses of pictures. */
  image?: boolean
  locale?: string
}

const NUMBER = /^-?(?:0|[1-9]\d{0,2}(?:[.,'\u2019\s]\d{3})+|[1-9]\d*|0?)(?:[.,]\d+)?$/
const PRICE =
  /\p{Sc}|(?<![A-Z])(?:USD|EUR|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|CAD|AUD)(?![A-Z])|(?<!\p{L})(?:zł|Kč|kr|Fr\.)(?!\p{L})/u
const DATE =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.)?\s(?:de\s)?\p{L}{3,}\.?,?\s(?:de\s)?\d{4}|\p{L}{3,}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}/u
const TIME = /T?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|\s?[ap]\.?m\.?)?(?:\s?[+-]\d{2}:?\d{2})?/i
/**
 * The maximum number of letters beside a value, such as those of a weekday or `from`. More would be words that the value
 * loses.
 */
const MAX_LETTERS = 14
const ADDRESS = /^(?:https?:)?\/\/\S+$|^\.{0,2}\/[^\s/]\S*$/
const PICTURE = /\.(?:jpe?g|png|webp|gif|avif|svg)(?:$|[?#])/i
/** Digits with a separator whose meaning depends on the language. */
const SEPARATED = /\d[.,]\d{3}(?!\d)|\d,\d/
/** Types that are written the same everywhere. */
const NEUTRAL = new Set<ValueType>(['url', 'boolean'])
/** Names of fields whose digits are not an amount. */
const NO_AMOUNT =
  /sku|isbn|ean|gtin|mpn|asin|zip|post(?:al)?_?code|phone|tel$|code|(?:^|_)id$|Id$|number$|model/i
/** Longer texts are prose, whatever they contain. */
const MAX_LENGTH = 60

/** Returns the types that the wanted values may have, the likeliest first, and text last, which every value can be. */
export function guessTypes(field: string, cases: FieldCase[]): Guess[] {
  const values = cases.flatMap(({ wanted }) => [wanted].flat()).filter(value => value !== null)
  return [
    ...likelyTypes(field, values).flatMap(type => readableGuesses(type, cases)),
    { type: 'string' as const },
  ]
}

function likelyTypes(field: string, values: Json[]): ValueType[] {
  const all = (test: (text: string) => boolean) =>
    values.length > 0 && values.every(value => test(String(value).trim()))
  if (values.every(value => typeof value === 'boolean')) return values.length ? ['boolean'] : []
  if (all(text => ADDRESS.test(text))) return ['url']
  if (
    all(text => NUMBER.test(text)) &&
    (!NO_AMOUNT.test(field) || values.every(value => typeof value === 'number'))
  )
    return ['number']
  const isShort = all(text => text.length <= MAX_LENGTH)
  if (isShort && all(isPrice)) return ['price']
  if (isShort && all(isDate)) return all(text => /\d:\d\d/.test(text)) ? ['datetime', 'date'] : ['date']
  return []
}

/** Whether a text is a price and nothing that would be lost: `2 for 5 €` and `$5 – $10` are more than one. */
function isPrice(text: string): boolean {
  const amounts = text.match(/\d[\d.,'\u2019\u00a0\u202f ]*/g) ?? []
  return PRICE.test(text) && amounts.length === 1 && lettersIn(text.replace(PRICE, '')) <= MAX_LETTERS
}

/** Whether a text is a date, with at most a time or a weekday beside it: `12–14 March 2026` is more than one. */
function isDate(text: string): boolean {
  const rest = text.replace(DATE, '').replace(TIME, '')
  return (
    DATE.test(text) &&
    !/\d/.test(rest) &&
    !/\d\s*[-–—]$/.test(text.split(DATE)[0]!) &&
    lettersIn(rest) <= MAX_LETTERS
  )
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/**
 * Returns the type with the first locale in which every wanted value can be read; nothing if there is none. Wanted values
 * that are numbers do not show how the page writes them, so these get a guess for each locale.
 */
function readableGuesses(type: ValueType, cases: FieldCase[]): Guess[] {
  const language = cases.map(({ page }) => page.language).find(isLocale)
  if (type === 'date' || type === 'datetime') return guessDate(type, cases, language)
  const isPlain = !cases.some(({ wanted }) => [wanted].flat().some(value => SEPARATED.test(String(value))))
  const areNumbers = cases.every(({ wanted }) => [wanted].flat().every(isNumberOrNull))
  const plain = areNumbers ? [undefined, language, DECIMAL_COMMA] : [undefined, language]
  const locales = isPlain || areNumbers ? plain : [language, undefined, 'en', DECIMAL_COMMA]
  const fits = (locale: string | undefined) =>
    cases.every(({ wanted, page }) => isReadable(wanted, type, locale, page.view))
  const image = type === 'url' && cases.every(({ wanted }) => [wanted].flat().every(isPicture))
  return [...new Set(locales)]
    .filter(fits)
    .slice(0, areNumbers ? locales.length : 1)
    .map(locale => ({
      type,
      ...(image && { image }),
      ...(locale && !NEUTRAL.has(type) && { locale }),
    }))
}

/** A date in digits that starts with the day or with the month. */
const DAY_OR_MONTH_FIRST = /(?<!\d)(\d{1,2})([/-])(\d{1,2})\2\d{4}(?!\d)/
/** Locales that write the day first, and the month first. */
const ORDERS = ['en-GB', 'en-US']

/**
 * Returns the guess at dates. In English without a country, dates in digits are guessed only if one of them shows their order:
 * `13/02/2026`.
 */
function guessDate(type: 'date' | 'datetime', cases: FieldCase[], language: string | undefined): Guess[] {
  const values = cases.flatMap(({ wanted }) => [wanted].flat()).map(String)
  const starts = values.flatMap(value => {
    const [, first, , second] = DAY_OR_MONTH_FIRST.exec(value) ?? []
    if (first === undefined) return []
    return [Number(first) > 12 ? 'day' : Number(second) > 12 ? 'month' : null]
  })
  const shown = new Set<string | null>(starts.filter(start => start !== null))
  const fits = (locale: string | undefined) => {
    const isShown = locale !== undefined && shown.has(startOf(locale))
    const isContrary = locale !== undefined && shown.size > (isShown ? 1 : 0)
    const isGuess = locale === 'en' || (ORDERS.includes(locale ?? '') && locale !== language)
    if (starts.length > 0 && (isContrary || (isGuess && !isShown))) return false
    return cases.every(({ wanted, page }) => isReadable(wanted, type, locale, page.view))
  }
  const locales =
    starts.length > 0 ? [...(language ? [language] : []), ...ORDERS, undefined] : [undefined, language]
  const index = locales.findIndex(fits)
  const locale = locales[index]
  return index < 0 ? [] : [{ type, ...(locale && { locale }) }]
}

const startOf = (locale: string) => localeOf(locale).order[0] ?? null

/** The locale for pages that write a decimal comma, but do not declare their language. */
const DECIMAL_COMMA = 'de'

const isNumberOrNull = (value: Json) => value === null || typeof value === 'number'

const isPicture = (value: Json) => value === null || PICTURE.test(String(value))

/** Digits of which the last three are thousands in a price, whatever the language of the page. */
const THOUSANDS = /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,]\d)/

/** Whether a price was read with thousandths: `285.000 €` as 285, in English. */
const isOfThousandths = (wanted: Json, read: Json): boolean =>
  isObject(read) && Math.abs(Number(read.amount)) < 1_000 && THOUSANDS.test(String(wanted))

function isReadable(
  wanted: Json,
  type: ValueType,
  locale: string | undefined,
  page: FieldCase['page']['view'],
): boolean {
  try {
    return [wanted].flat().every(value => {
      const read = convert(value, type, { locale }, page).value
      return value === null || (read !== null && !isOfThousandths(value, read))
    })
  } catch {
    return false
  }
}

/** The keys of a rule that state its type. */
export const typeKeys = ({ type, locale }: Guess): RuleObject => ({
  ...(type !== 'string' && { type }),
  ...(locale && { locale }),
})
