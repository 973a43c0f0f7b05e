import { oncePerRecentKey } from '../../../base/once.ts'
import { escapePattern } from '../../../base/text/escape-pattern.ts'
import { foldWords } from '../fold-words.ts'
import { localeOf, MAX_LOCALES } from '../locale.ts'

/** The words that a language uses in dates, folded by `foldWords`. */
export interface DateWords {
  /** Returns the month that a word names, in full or abbreviated; undefined if it could be several. */
  monthOf(word: string): number | undefined
  /** The words in the names of days, each with a day that it is part of, from 0 for Sunday. */
  weekdays: Map<string, number>
  /** Names of months of several words: a pattern, and the months by name. */
  phrases: { pattern: RegExp; months: Map<string, number> } | null
  /** Patterns of the words for `am`, `pm`, hour and minute. */
  am: string
  pm: string
  /** The pattern of words for parts of the day (`in the evening`), and the hours of each, in lower case. */
  period: string
  periods: Map<string, Set<number>>
  hour: string
  minute: string
  /** Whether a point separates hours and minutes. */
  hasPoint: boolean
}

const OF_SERBIAN = 'januara|februara|marta|aprila|maja|juna|jula|avgusta|septembra|oktobra|novembra|decembra'
/** Names of months that `Intl` does not have, from January on. Those of a second script follow. */
const MORE_MONTHS: Record<string, string> = {
  ar: 'يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر|كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول|||اذار|إبريل|ايار|||اب|ايلول|تشرين الاول||كانون الاول',
  bs: OF_SERBIAN,
  es: '||||||||setiembre|||',
  sl: 'januarja|februarja|marca|aprila|maja|junija|julija|avgusta|septembra|oktobra|novembra|decembra',
  sr: `јануара|фебруара|марта|априла|маја|јуна|јула|августа|септембра|октобра|новембра|децембра|${OF_SERBIAN}`,
  vi: 'tháng một|tháng hai|tháng ba|tháng tư|tháng năm|tháng sáu|tháng bảy|tháng tám|tháng chín|tháng mười|tháng mười một|tháng mười hai',
}
/** Languages that inflect the names of months: only the stems are compared. */
const INFLECTED = new Set('be bg bs cs el et fi hr hu lt lv mk pl ro ru sk sl sr uk'.split(' '))

/** Languages whose names of several months end with the same numeral, which months of other calendars have too. */
const WITH_NUMERALS = new Set(['ar', 'vi'])

/** The maximum number of words of pages that are kept with their months. */
const MAX_WORDS = 500

export const dateWordsOf = oncePerRecentKey(MAX_LOCALES, (locale: string): DateWords => {
  const { language } = new Intl.Locale(locale)
  const months = monthsOf(locale, language)
  const monthOf = oncePerRecentKey(MAX_WORDS, word => findMonth(word, months, INFLECTED.has(language)))
  return { monthOf, weekdays: weekdaysOf(locale), phrases: phrasesOf(months), ...timeWordsOf(locale) }
})

function monthsOf(locale: string, language: string): Map<string, number> {
  const months = new Map([...localeOf(locale).months].map(([name, month]) => [foldWords(name), month]))
  MORE_MONTHS[language]?.split('|').forEach((name, index) => {
    if (name) months.set(foldWords(name), (index % 12) + 1)
  })
  for (const [name, month] of [...months]) {
    const [last = ''] = name.match(/\p{L}+$/u) ?? []
    if (last.length > 2 && !WITH_NUMERALS.has(language)) months.set(last, month)
  }
  return months
}

/** Finds a month by its name, by the start of only one name (`Sept`), or by a stem that only one name has. */
function findMonth(word: string, months: Map<string, number>, isInflected: boolean): number | undefined {
  const exact = months.get(word)
  if (exact !== undefined) return exact
  const minLength = /^\p{Script=Latin}/u.test(word) ? 3 : 2
  if (word.length < minLength) return undefined
  const starting = [...months].filter(([name]) => name.startsWith(word))
  const found =
    starting.length > 0 || !isInflected ? starting : [...months].filter(([name]) => haveOneStem(name, word))
  const numbers = new Set(found.map(([, month]) => month))
  return numbers.size === 1 ? found[0]![1] : undefined
}

function haveOneStem(name: string, word: string): boolean {
  let common = 0
  while (common < word.length && word[common] === name[common]) common++
  return common >= 4 && word.length - common <= 3 && name.length - common <= 4
}

function phrasesOf(months: Map<string, number>): DateWords['phrases'] {
  const names = [...months.keys()].filter(name => /\s/.test(name))
  if (names.length === 0) return null
  const longest = names.sort((a, b) => b.length - a.length).map(name => name.replaceAll('.', '\\.'))
  return { pattern: new RegExp(`(?<!\\p{L})(?:${longest.join('|')})(?![\\p{L}\\d])`, 'gu'), months }
}

function weekdaysOf(locale: string): Map<string, number> {
  const weekdays = new Map<string, number>()
  for (const weekday of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
    for (let day = 0; day < 7; day++)
      for (const word of wordsIn(format.format(Date.UTC(2000, 0, 2 + day)))) weekdays.set(word, day)
  }
  return weekdays
}

const wordsIn = (text: string) =>
  foldWords(text)
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)

const patternOf = (words: string[]) =>
  [...new Set(words.filter(Boolean))]
    .sort((a, b) => b.length - a.length)
    .map(word => escapePattern(word).replace(/\s+/g, '\\s?'))
    .join('|')

/** Parts of the day, each with the hour before and after it: where one ends is no rule. */
function periodsOf(locale: string): Map<string, Set<number>> {
  const format = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    hour12: true,
    dayPeriod: 'long',
    timeZone: 'UTC',
  })
  const periods = new Map<string, Set<number>>()
  for (let hour = 0; hour < 24; hour++) {
    const word = format.formatToParts(hour * 36e5).find(({ type }) => type === 'dayPeriod')?.value ?? ''
    const name = word.toLowerCase().replaceAll('\u2019', "'")
    const hours = periods.get(name) ?? new Set()
    for (const near of [23, 24, 25]) hours.add((hour + near) % 24)
    if (name) periods.set(name, hours)
  }
  return periods
}

function timeWordsOf(locale: string): Omit<DateWords, 'monthOf' | 'weekdays' | 'phrases'> {
  const half = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
  const word = (hour: number) =>
    half.formatToParts(hour * 36e5).find(({ type }) => type === 'dayPeriod')?.value ?? ''
  const units = (unit: string) =>
    [1, 2, 5, 7].map(
      number =>
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
          .formatToParts(number)
          .find(({ type }) => type === 'unit')
          ?.value.trim() ?? '',
    )
  const periods = periodsOf(locale)
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  return {
    am: patternOf([word(9), '上午', '午前', '오전']),
    pm: patternOf([word(21), '下午', '午後', '오후']),
    period: patternOf([...periods.keys()]) || '(?!)',
    periods,
    hour: patternOf(units('hour')),
    minute: patternOf(units('minute')),
    hasPoint: clock.formatToParts(0).some(({ type, value }) => type === 'literal' && value === '.'),
  }
}
