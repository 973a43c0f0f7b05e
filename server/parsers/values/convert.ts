import { isObject } from '../../base/is-object.ts'
import { parseCount } from '../../base/text/counts.ts'
import { STRUCK_OUT_MARK } from '../html/read-amount-text.ts'
import type { PageView } from '../page-view.ts'
import type { Json, ValueType } from '../parser-schema.ts'
import { type DateSettings, readDate } from './dates/read-date.ts'
import { readDuration } from './dates/read-duration.ts'
import { localeOf } from './locale.ts'
import { plainText } from './plain-text.ts'
import { type PriceSettings, readPrice } from './prices/read-price.ts'
import { readLocaleNumber } from './read-locale-number.ts'
import { readNumber } from './read-number.ts'
import { readPhone } from './read-phone.ts'
import { readPercent, readRange } from './read-range.ts'
import { looksLikeUrl, readWholeUrl } from './read-url.ts'
import { describeValue, noValue, type ReadResult } from './reading.ts'
import { whyFirstUnclear } from './unclear-number.ts'

/** The settings of a rule for how its values are written. */
export type ValueSettings = DateSettings &
  PriceSettings & {
    /** Whether the values are texts of elements, which are rarely relative addresses. */
    areElementTexts?: boolean
  }

type Converter = (value: Json, settings: ValueSettings, page: PageView) => ReadResult

/** No part of a longer one, as of `müller@shop.example`: the output schema promises addresses in ASCII. Versions, names of files and handles are none: `a@1.2.30`, `logo@2x.png`, `@ann@social.example`. */
const EMAIL =
  /(?<![\p{L}\p{M}\p{N}.%@])[\w+][\w+'-]{0,63}(?:\.[\w+'-]{1,63}){0,8}(?<!')@(?:[a-z\d][a-z\d-]{0,62}\.){1,8}(?:xn--[a-z\d-]{2,59}|(?!(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|css|js)(?![a-z]))[a-z]{2,63})(?![\p{L}\p{M}\p{N}@])/iu

const CONVERTERS: Record<ValueType, Converter> = {
  string: toText,
  integer: toInteger,
  number: (value, settings) => toNumber(value, settings),
  boolean: toBoolean,
  price: readPrice,
  count: toCount,
  date: (value, settings, page) => readDate(value, false, settings, page.at),
  datetime: (value, settings, page) => readDate(value, true, settings, page.at),
  duration: (value, { locale }) => readDuration(value, locale),
  url: (value, { areElementTexts }, page) =>
    areElementTexts && !looksLikeUrl(value) ? noValue(whyNoUrl(value)) : readWholeUrl(value, page.base()),
  email: readEmail,
  phone: readPhone,
  percent: (value, { locale }) => readPercent(value, locale),
  range: (value, { locale }) => readRange(value, locale),
  object: value => (isObject(value) ? { value } : noValue(`${describeValue(value)}, not an object`)),
  list: value => (Array.isArray(value) ? { value } : noValue(`${describeValue(value)}, not a list`)),
  any: value => ({ value }),
}

/** Types whose values consist of digits and words, in any script. Dates too, but their script may tell their calendar. */
const TEXT_TYPES = new Set<ValueType>([
  'integer',
  'number',
  'price',
  'count',
  'duration',
  'phone',
  'percent',
  'range',
])

/** A slash that may also be a decimal mark: `۱۲/۵`. */
const PERSIAN_SLASH = /[\u06f0-\u06f9]\/[\u06f0-\u06f9]/

/** Words and marks for yes and no. `x` and `☒` may mean either. */
const YES =
  'true yes y on 1 ja oui sí si sì sim da да так tak ano áno igen kyllä jah jā taip evet po ναι はい 是 是的 有 예 네 نعم بله हाँ हां có ya iya ใช่ כן ✓ ✔ ☑ ✅ 🗸'
const NO =
  'false no n off 0 nein non nee nej nei não нет ні не ne nie nem ei nē hayır hayir όχι いいえ 否 不是 无 無 아니요 아니오 لا نه नहीं không tidak ไม่ לא ✗ ✘ ✖ ✕ ❌ ☐'
const WORDS = new Map([
  ...YES.split(' ').map(word => [word, true] as const),
  ...NO.split(' ').map(word => [word, false] as const),
])

/** Converts a value to a type; null with a reason if that is not possible. Without a type, the value is unchanged. */
export function convert(
  value: Json,
  type: ValueType | undefined,
  settings: ValueSettings,
  page: PageView,
): ReadResult {
  if (!type) return { value }
  const plain = typeof value === 'string' && TEXT_TYPES.has(type) ? plainText(value) : value
  if (plain !== value && type !== 'phone' && PERSIAN_SLASH.test(String(value)))
    return noValue(`${describeValue(value)} may be a decimal or a fraction`)
  if (type !== 'price' && typeof plain === 'string' && plain.startsWith(STRUCK_OUT_MARK))
    return noValue('its first number is struck out: select the other one, or leave it out by "remove"')
  return CONVERTERS[type](plain, settings, page)
}

/** The cost of a conversion in units of work, measured with the texts that take longest. */
const COSTS: Partial<Record<ValueType, (length: number) => number>> = {
  integer: length => 100 + 5 * length,
  number: length => 100 + 5 * length,
  boolean: length => 100 + 2 * length,
  price: length => 500 + 2 * Math.min(length, 100) * Math.min(length, 1_000),
  count: length => 400 + 4 * Math.min(length, 200),
  date: costOfDate,
  datetime: costOfDate,
  duration: length => 200 + 100 * Math.min(length, 200),
  url: length => 500 + 4 * length,
  email: length => 100 + 2 * Math.min(length, 64) * Math.min(length, 10_000),
  phone: length => 8_000 + 5 * Math.min(length, 10_000),
  percent: length => 200 + Math.min(length, 500) ** 2,
  range: length => 500 + Math.min(length, 500) ** 2,
}

/** A text of more than 40 characters is rarely a date, and every date format is tried on it. */
function costOfDate(length: number): number {
  return 500 + (length > 40 ? 300 : 100) * Math.min(length, 500)
}

/** Returns the work of converting a value to a type. */
export const conversionCost = (value: Json, type: ValueType | undefined): number =>
  typeof value === 'string' && type ? (COSTS[type]?.(value.length) ?? 0) : 0

function toText(value: Json): ReadResult {
  if (value === null || typeof value === 'object') return noValue(`${describeValue(value)}, not a text`)
  return { value: String(value) }
}

function toNumber(value: Json, { locale }: ValueSettings, isInteger = false): ReadResult {
  if (typeof value === 'string')
    return locale ? readLocaleNumber(value, localeOf(locale)) : readNumber(value, isInteger)
  return typeof value === 'number' ? { value } : noValue(`${describeValue(value)}, not a number`)
}

function toInteger(value: Json, settings: ValueSettings): ReadResult {
  const number = toNumber(value, settings, true)
  if (number.value === null || Number.isSafeInteger(number.value)) return number
  return noValue(
    Number.isInteger(number.value) ? `${number.value} is too large` : `${number.value} is not whole`,
  )
}

const whyNoUrl = (text: Json): string =>
  `${describeValue(text)} is a text, not an address: that of a link is in its attribute ("a@href")`

function toCount(value: Json): ReadResult {
  const unclear = typeof value === 'string' ? whyFirstUnclear(value) : null
  if (unclear) return noValue(unclear)
  const count = parseCount(value)
  return count === null ? noValue(`${describeValue(value)} is not a certain count`) : { value: count }
}

function toBoolean(value: Json): ReadResult {
  if (typeof value === 'boolean') return { value }
  const word =
    typeof value === 'object'
      ? ''
      : String(value)
          .replace(/\ufe0f/g, '')
          .trim()
          .toLowerCase()
  return {
    value: WORDS.get(word) ?? null,
    ...(!WORDS.has(word) && { reason: `${describeValue(value)}, not yes or no` }),
  }
}

/** A character of an address in a link: `mailto:a%2Bb@shop.example`. */
const ESCAPED = /%[2-7][\dA-F]/gi
/** The name and password before the host of an address of the web: `https://user:pass@shop.example`. */
const LOGIN_BEFORE = /:\/\/[^\s/@]*$/

function readEmail(value: Json): ReadResult {
  const text = typeof value === 'string' ? value.slice(0, 10_000) : ''
  const plain = text.includes('%') ? text.replace(ESCAPED, char => decodeURIComponent(char)) : text
  const found = EMAIL.exec(plain)
  return found && !LOGIN_BEFORE.test(plain.slice(0, found.index))
    ? { value: found[0] }
    : noValue(`${describeValue(value)} holds no e-mail address`)
}
