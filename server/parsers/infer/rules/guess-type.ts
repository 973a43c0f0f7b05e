import type { Json, RuleObject, ValueType } from '../../parser-schema.ts'
import { convert } from '../../values/convert.ts'
import type { Case } from './case.ts'

/** What the values of a field may be, and how they are written. */
export interface Guess {
  type: ValueType
  /** They are addresses of pictures. */
  image?: boolean
  locale?: string
}

const NUMBER = /^-?(?:0|[1-9]\d{0,2}(?:[.,'\u2019\s]\d{3})+|[1-9]\d*|0?)(?:[.,]\d+)?$/
const PRICE =
  /\p{Sc}|(?<![A-Z])(?:USD|EUR|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|CAD|AUD)(?![A-Z])|(?<!\p{L})(?:zł|Kč|kr|Fr\.)(?!\p{L})/u
const DATE =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.)?\s(?:de\s)?\p{L}{3,}\.?,?\s(?:de\s)?\d{4}|\p{L}{3,}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}/u
const TIME = /T?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|\s?[ap]\.?m\.?)?(?:\s?[+-]\d{2}:?\d{2})?/i
/** More letters than those of a day or of `from` are words that the value would lose. */
const MOST_LETTERS = 14
const ADDRESS = /^(?:https?:)?\/\/\S+$|^\.{0,2}\/[^\s/]\S*$/
const PICTURE = /\.(?:jpe?g|png|webp|gif|avif|svg)(?:$|[?#])/i
/** Digits with a mark between them that means one thing here and another there. */
const SEPARATED = /\d[.,]\d{3}(?!\d)|\d,\d/
/** Types that are written alike everywhere. */
const NEUTRAL = new Set<ValueType>(['url', 'boolean'])
/** Names of fields whose digits are no amount. */
const NO_AMOUNT =
  /sku|isbn|ean|gtin|mpn|asin|zip|post(?:al)?_?code|phone|tel$|code|(?:^|_)id$|Id$|number$|model/i
/** A longer text is prose, whatever stands in it. */
const LONGEST = 60

/** What wanted values may be, the likeliest first, and text last: every wanted value can be read as such. */
export function guessTypes(field: string, cases: Case[]): Guess[] {
  const values = cases.flatMap(({ wanted }) => [wanted].flat()).filter(value => value !== null)
  return [...likely(field, values).flatMap(type => readable(type, cases)), { type: 'string' as const }]
}

function likely(field: string, values: Json[]): ValueType[] {
  const all = (test: (text: string) => boolean) =>
    values.length > 0 && values.every(value => test(String(value).trim()))
  if (values.every(value => typeof value === 'boolean')) return values.length ? ['boolean'] : []
  if (all(text => ADDRESS.test(text))) return ['url']
  if (
    all(text => NUMBER.test(text)) &&
    (!NO_AMOUNT.test(field) || values.every(value => typeof value === 'number'))
  )
    return ['number']
  const isShort = all(text => text.length <= LONGEST)
  if (isShort && all(isPrice)) return ['price']
  if (isShort && all(isDate)) return all(text => /\d:\d\d/.test(text)) ? ['datetime', 'date'] : ['date']
  return []
}

/** A price and nothing that would be lost with it: `2 for 5 €` and `$5 – $10` are more than one. */
function isPrice(text: string): boolean {
  const amounts = text.match(/\d[\d.,'\u2019\u00a0\u202f ]*/g) ?? []
  return PRICE.test(text) && amounts.length === 1 && lettersIn(text.replace(PRICE, '')) <= MOST_LETTERS
}

/** A date and no more than a time or a day of the week beside it: `12–14 March 2026` is more than one. */
function isDate(text: string): boolean {
  const rest = text.replace(DATE, '').replace(TIME, '')
  return (
    DATE.test(text) &&
    !/\d/.test(rest) &&
    !/\d\s*[-–—]$/.test(text.split(DATE)[0]!) &&
    lettersIn(rest) <= MOST_LETTERS
  )
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/**
 * The type with the first locale by which every wanted value can be read; none where there is no such. Numbers do not tell how
 * the page writes them: these have a guess for each locale.
 */
function readable(type: ValueType, cases: Case[]): Guess[] {
  const [language] = cases.flatMap(({ page }) => page.language ?? [])
  const isPlain = !cases.some(({ wanted }) => [wanted].flat().some(value => SEPARATED.test(String(value))))
  const areNumbers = cases.every(({ wanted }) => [wanted].flat().every(isNumberOrNull))
  const plain = areNumbers ? [undefined, language, DECIMAL_COMMA] : [undefined, language]
  const locales = isPlain || areNumbers ? plain : [language, undefined, 'en', DECIMAL_COMMA]
  const fits = (locale: string | undefined) =>
    cases.every(({ wanted, page }) => isRead(wanted, type, locale, page.view))
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

/** A locale for pages that write a decimal comma, and do not say their language. */
const DECIMAL_COMMA = 'de'

const isNumberOrNull = (value: Json) => value === null || typeof value === 'number'

const isPicture = (value: Json) => value === null || PICTURE.test(String(value))

function isRead(
  wanted: Json,
  type: ValueType,
  locale: string | undefined,
  page: Case['page']['view'],
): boolean {
  try {
    return [wanted]
      .flat()
      .every(value => value === null || convert(value, type, { locale }, page).value !== null)
  } catch {
    return false
  }
}

/** What the rules of a field say of its type, beside where they look. */
export const typeKeys = ({ type, locale }: Guess): RuleObject => ({
  ...(type !== 'string' && { type }),
  ...(locale && { locale }),
})
