import { DIGIT_BREAK, STRUCK_OUT_MARK } from '../../html/read-amount-text.ts'
import { findDay } from '../dates/read-day.ts'
import { describeValue } from '../reading.ts'
import { currencyOf } from './currencies.ts'
import { type CurrencySpan, type PricePart, plainPriceOf, pricePartsOf } from './price-parts.ts'
import { hasUnsureSize, isInHundredths, isRounded } from './price-sizes.ts'

/** The text between the two ends of a range: a dash, or a word for "to" between spaces. */
const RANGE = /^\s?[-\u2013\u2014~\u301c]\s?$|^\s(?:to|bis|à|a|al|hasta|até|tot|do|до|til|till)\s$/iu
const DASH = /[-\u2013\u2014~\u301c]/
/** The text between two alternative amounts. */
const OR = /^\s(?:or|oder|ou|o|eller|lub|или|або|and|und|et|y|e|en|och|og|i|и|і)\s$/iu
/** Words before a range. Any other word may belong to the first number, as in `iPhone 15 - 999 €`. */
const FROM = /^\s*(?:(?:from|between|von|ab|zwischen|de|desde|entre|da|od|от)[\s:]*)?$/iu
const WORDS = /\p{L}/u
const LETTERS_AND_SIGN = /^\p{L}+\p{Sc}$/u
/** How exchanges quote shares in hundredths of a pound: `GBp 321.00`, `GBX 321`. */
const PENCE = /(?<!\p{L})GB[pX](?!\p{L})/u
/** Words before a price that is not the current one, if another price follows. */
const OLD_PRICE_WORDS =
  /(?<!\p{L})(?:save|you save|was|rrp|msrp|srp|uvp|ord|ord\.? ?pris|adviesprijs|vejl|vejledende|normalpris|førpris|precio anterior|prix conseillé|prezzo di listino|anziché|cena regularna|původní|běžná|reg|regular|list|before|old|original|originally|sie sparen|ersparnis|économisez|ahorras?|risparmi|statt|instead|war|früher|vorher|avant|antes|prima|før|före|przed|było|au lieu de|invece di|en lugar de|en vez de|em vez de|in plaats van|i ?stället för|ordinarie|zamiast|původně|eredeti|preț vechi|eski fiyat|вместо|старая цена|стара ціна|раньше|原价|原價|定価|通常価格|정가)(?!\p{L})[^\d]*$/iu
/** An arrow from the old price to the new one. */
const ARROW = /->|[>\u2192\u21d2\u2794\u279c]/u
/** Words between two prices that say what the second is, unless it is in brackets. */
const ROLE = /^[^\p{L}([]*\p{L}/u

/**
 * Finds the price of a text: its first number with a currency, or else its first number. Returns a reason if it is
 * ambiguous, as with a currency between two numbers, or with two prices of which one is an old price. Returns null if there
 * is no number.
 */
export function choosePrice(text: string, locale: string | undefined): PricePart | string | null {
  if (text.startsWith(STRUCK_OUT_MARK))
    return 'its first price is struck out: select the other one, or leave it out by "remove"'
  if (text.includes(DIGIT_BREAK))
    return 'its digits stand in several elements: select the one that holds the price'
  if (PENCE.test(text)) return 'it is in pence, hundredths of a pound'
  const plain = plainPriceOf(text)
  if (plain) return plain
  const parts = pricePartsOf(text)
  dropDoubtful(text, parts)
  joinHundredths(text, parts)
  const unclear = assignCurrencies(text, parts) ?? joinColon(text, parts) ?? endOfNumber(text, parts)
  if (unclear) return unclear
  const priced = parts.filter(hasCurrency)
  const first = priced[0] ?? parts[0]
  if (!first) return null
  if (!hasCurrency(first) && isOfDay(text, first, locale))
    return `its first number, ${quote(text, first.start, first.end)}, is one of a date`
  if (!hasCurrency(first) && mayBeCode(text, first))
    return `it is not certain that ${quote(text, first.start, first.end + 12)} is an amount`
  if (hasUnsureSize(text, first) || isFraction(text, first) || endsRounded(text, parts, first))
    return `it is not certain how much ${quote(text, wholeStart(text, first), first.end + 12)} is`
  const start = startOf(text, parts, first)
  if (typeof start === 'string') return start
  return whyEither(text, parts, first) ?? whySeveral(text, first, priced.length > 0 ? priced : parts) ?? start
}

const hasCurrency = ({ before, after }: PricePart) => before.length + after.length > 0
const outerStart = ({ before, start }: PricePart) => before[0]?.start ?? start
const outerEnd = ({ after, end }: PricePart) => after.at(-1)?.end ?? end
/** Returns the start of the whole number, of which a part may be only the last digits, as in `1e5`. */
function wholeStart(text: string, { start }: PricePart): number {
  const from = Math.max(0, start - 12)
  return from + text.slice(from, start).search(/[\d.,'_\u00b7\u02d9eE+-]*$/)
}
const quote = (text: string, from: number, to: number) => describeValue(text.slice(from, to).trim())

/** The maximum length of a date before and after one of its numbers. */
const DAY_REACH = 30

/** Whether a number is a part of a date: `2024-05-01`, `5 May 2024`. */
function isOfDay(text: string, { start, end, digits }: PricePart, locale: string | undefined): boolean {
  if (!/^\d{1,4}$/.test(digits)) return false
  const [before, after] = [
    text.slice(Math.max(0, start - DAY_REACH), start),
    text.slice(end, end + DAY_REACH),
  ]
  const isIn = (part: string) => findDay(part, locale) !== null
  return isIn(before + digits + after) && !isIn(`${before} ${after}`)
}

/** Text before or after digits without a currency that may be a phone number, an article number, `1+1` or `2nd`. */
const OF_CODE = /[#№+]\s?$/
const IN_CODE = /^(?:-\d{4}(?!\d)|-\d+-\d|\+\d|(?:st|nd|rd|th)(?!\p{L}))/u

const mayBeCode = (text: string, { start, end, digits }: PricePart): boolean => {
  const rest = text.slice(end, end + 12)
  const isRange = rest.startsWith('-') && digits.length > 3
  return OF_CODE.test(text.slice(Math.max(0, start - 3), start)) || (IN_CODE.test(rest) && !isRange)
}

/** `1/2 €`, but not `€5/2 kg`. */
function isFraction(text: string, { start, end, digits, before }: PricePart): boolean {
  if (before.length === 0 && /\d\s?[/\u2044]\s?$/.test(text.slice(Math.max(0, start - 4), start))) return true
  return /^\d+$/.test(digits) && /^\s?[/\u2044]\s?\d{1,2}(?![\d.,]|\s?\p{L})/u.test(text.slice(end, end + 8))
}

/** `€45-55k`, `$1.2 to 1.5 million`: the unit behind the second number of a range also counts for the first one. */
function endsRounded(text: string, parts: PricePart[], first: PricePart): boolean {
  const last = parts[parts.indexOf(first) + 1]
  if (!last || !RANGE.test(text.slice(first.end, outerStart(last))) || wholeOf(first) > wholeOf(last))
    return false
  return isRounded(text, { ...last, before: first.before })
}

/** Drops ambiguous currencies: a word such as `TOP` is a currency only if the text has no other words. */
function dropDoubtful(text: string, parts: PricePart[]): void {
  if (!parts.some(({ before, after }) => before.some(isDoubtful) || after.some(isDoubtful))) return
  const words = text.match(/[BS]\/|\p{L}[\p{L}\p{M}'"]*(?:\.\p{L}+)*/gu) ?? []
  if (words.every(word => currencyOf(word))) return
  for (const part of parts) {
    part.before = part.before.filter(unit => !isDoubtful(unit))
    part.after = part.after.filter(unit => !isDoubtful(unit))
  }
}

const isDoubtful = ({ currency }: CurrencySpan) => currency.isDoubtful

/** Joins `5 Euro 50 Cent`. */
function joinHundredths(text: string, parts: PricePart[]): void {
  for (let index = 0; index + 1 < parts.length; index++) {
    const [left, right] = [parts[index]!, parts[index + 1]!]
    const areBeside = hasCurrency(left) && text.slice(outerEnd(left), right.start).trim() === ''
    const areCents =
      /^\d{1,2}$/.test(right.digits) && (isInHundredths(text, right) || areGroszy(text, left, right))
    if (!areBeside || !areCents || /[.,]/.test(left.digits)) continue
    left.cents = right.digits.padStart(2, '0')
    if (left.before.length > 0) left.after = []
    parts.splice(index + 1, 1)
  }
}

/** `12 zł 50 gr`. After other currencies, `gr` stands for grams. */
const areGroszy = (text: string, left: PricePart, { end }: PricePart): boolean =>
  left.after.at(-1)?.currency.code === 'PLN' && /^\s?gr(?![\p{L}/])/u.test(text.slice(end, end + 5))

const CROWNS = new Set(['SEK', 'NOK', 'DKK', 'ISK'])

const isInCrowns = ({ before, after }: PricePart): boolean =>
  [...before, ...after].some(({ currency: { code, regions } }) =>
    [code ?? '', ...Object.values(regions)].some(known => CROWNS.has(known)),
  )

/**
 * Joins `12:50 kr`. Returns a reason if the currency is another one or missing, or if the text has more than that: it may
 * be a time.
 */
function joinColon(text: string, parts: PricePart[]): string | null {
  const isPriced = parts.some(hasCurrency)
  for (let index = 0; index + 1 < parts.length; index++) {
    const [left, right] = [parts[index]!, parts[index + 1]!]
    const priced = [left, right].filter(hasCurrency)
    if (text.slice(left.end, right.start) !== ':' || (isPriced && priced.length === 0)) continue
    const isWhole = /^[\d ]+$/.test(left.digits) && text[left.start - 1] !== ':'
    if (!isWhole || !/^\d\d$/.test(right.digits) || !isPriced || !priced.every(isInCrowns))
      return `it is not certain which number ${quote(text, left.start, right.end)} is`
    left.cents = right.digits
    left.after = right.after
    parts.splice(index + 1, 1)
  }
  return null
}

const isCounted = (text: string, { end }: PricePart) => /^\s?\p{L}/u.test(text.slice(end, end + 2))

/** Why it is not certain where a number without a currency behind it ends: `68 50` may be 68.50 as well. */
function endOfNumber(text: string, [first, second]: PricePart[]): string | null {
  if (!first || !second || first.after.length > 0 || hasCurrency(second)) return null
  if (hasCurrency(first) && text.slice(second.end).trim() !== '') return null
  const mayBeCents = /^\d\d$/.test(second.digits) && !/[.,]/.test(first.digits) && !isCounted(text, second)
  if (!mayBeCents || text.slice(first.end, second.start) !== ' ') return null
  return `it is not certain which number ${quote(text, first.start, second.end)} is`
}

/** Assigns a currency between two numbers to one of them. Returns a reason if that is ambiguous. */
function assignCurrencies(text: string, parts: PricePart[]): string | null {
  for (let index = 0; index + 1 < parts.length; index++) {
    const [left, right] = [parts[index]!, parts[index + 1]!]
    const shared = left.after.filter(({ start }) => right.before.some(unit => unit.start === start))
    if (shared.length === 0) continue
    if (areCents(text, left, right)) {
      left.cents = right.digits
      parts.splice(index + 1, 1)
    } else if (!assignCurrency(text, left, right))
      return `it is not certain to which number of ${quote(text, left.start, right.end)} the currency belongs`
  }
  return null
}

/** `35\u20ac 99` or `68\u20ac50`: a sign directly after whole digits, then two digits with only punctuation after them. */
function areCents(text: string, left: PricePart, right: PricePart): boolean {
  const [sign] = left.after
  const isClose = left.after.length === 1 && sign!.start === left.end && /\p{Sc}/u.test(text[sign!.start]!)
  const isPair = /^\d\d$/.test(right.digits) && right.after.length === 0 && !/[.,]/.test(left.digits)
  const rest = text.slice(right.end, right.end + 3)
  const isLast = sign?.end === right.start ? !/^\p{L}/u.test(rest) : !/^\s?[\p{L}\d]/u.test(rest)
  return isClose && isPair && left.before.length === 0 && isLast
}

/** Assigns a currency to the nearer number. Returns false if both are equally near. */
function assignCurrency(text: string, left: PricePart, right: PricePart): boolean {
  if (areWrittenAlike(left, right)) {
    right.before = []
    return true
  }
  const isAtLeft = left.after[0]!.start === left.end
  const isAtRight = right.before.at(-1)!.end === right.start
  const isEven = isAtLeft === isAtRight
  // In French, `2 \u20ac50` is 2.50, and `68 \u20ac1` may have a footnote.
  if (!isEven && isAtRight && isShort(right) && left.before.length === 0) return false
  // In `1.5L£27`, the letter is a unit, and the sign belongs to the price.
  if (isEven && LETTERS_AND_SIGN.test(text.slice(left.end, right.start))) return false
  const goesOn = WORDS.test(text.slice(right.end, right.end + 2)) && right.after.length === 0
  const isLeft = isEven ? right.after.length > 0 || goesOn : isAtLeft
  const isRight = left.before.length > 0 || (!isEven && isAtRight)
  if (isRight) keepOwn(left, right)
  else if (isLeft) right.before = right.before.slice(left.after.length > 1 ? 1 : right.before.length)
  return isRight || isLeft
}

/** `20 €15 €`: two elements without a space between them. */
const areWrittenAlike = (left: PricePart, right: PricePart) =>
  left.before.length === 0 && right.after.some(({ currency }) => currency === left.after[0]!.currency)

const isShort = ({ digits, after }: PricePart) => /^\d{1,2}$/.test(digits) && after.length === 0

/** A number with a currency before it does not take the one after it, unless that is a code which explains its sign. */
function keepOwn(left: PricePart, right: PricePart): void {
  const [sign, unit] = [left.before.at(-1)?.currency, left.after[0]!.currency]
  const explains = sign?.code === null && Object.values(sign.regions).includes(unit.code ?? '')
  if (explains && left.after.length > right.before.length - 1) right.before = right.before.slice(1)
  else left.after = []
}

/**
 * Returns the number with which the price starts: the previous one if both form a range. Returns a reason if that is
 * ambiguous.
 */
function startOf(text: string, parts: PricePart[], first: PricePart): PricePart | string {
  const previous = parts[parts.indexOf(first) - 1]
  if (!previous || first.before.length > 0 || !hasCurrency(first)) return first
  const between = text.slice(previous.end, first.start)
  const isRange = RANGE.test(between)
  if (!isRange && !OR.test(between) && between.trim() !== '') return first
  const isFirst = !DASH.test(between) || FROM.test(text.slice(0, previous.start))
  if (isRange && isFirst && wholeOf(previous) <= wholeOf(first)) return { ...previous, after: first.after }
  return `it is not certain which number ${quote(text, previous.start, outerEnd(first))} is`
}

/** The number without its cents. `5 à 2,99 €` is no range, but five pieces. */
const wholeOf = ({ digits }: PricePart) => Number(digits.replace(/[.,]\s?\d{1,2}$/, '').replace(/\D/g, ''))

/** Returns why `€12 or 15` is not a single price. `€12 and 3 more` is. */
function whyEither(text: string, parts: PricePart[], first: PricePart): string | null {
  const next = parts[parts.indexOf(first) + 1]
  if (!next || hasCurrency(next) || isCounted(text, next)) return null
  if (!OR.test(text.slice(outerEnd(first), next.start))) return null
  return `it is not certain which number ${quote(text, outerStart(first), next.end)} is`
}

/** The digits without optional parts, to tell whether two numbers are equal. */
const sizeOf = ({ digits }: PricePart) => digits.replace(/[.,]\s?00?$|[ ']/g, '')

/** Returns why two amounts with words between them are not a single price. */
function whySeveral(text: string, first: PricePart, parts: PricePart[]): string | null {
  const end = outerEnd(first)
  const second = parts.find(part => part.start > first.start && sizeOf(part) !== sizeOf(first))
  if (!second) return null
  const between = text.slice(end, outerStart(second))
  const isOther = ARROW.test(between) || (ROLE.test(between) && !RANGE.test(between))
  if (!isOther && !OLD_PRICE_WORDS.test(text.slice(0, outerStart(first)))) return null
  return `it holds two prices, ${quote(text, outerStart(first), end)} and ${quote(text, outerStart(second), outerEnd(second))}`
}
