import { oncePerRecentKey } from '../../../base/once.ts'
import { escapePattern } from '../../../base/text/escape-pattern.ts'
import { foldWords } from '../fold-words.ts'
import { MAX_LOCALES } from '../locale.ts'

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'decade'

/** How a language expresses times relative to now, folded by `foldWords`. */
export interface RelativeWords {
  /** Matches one amount, such as `3 hours`; its groups are the count and the unit. */
  amount: RegExp
  /** Matches a whole text, with the amounts as its group: `3 hours 5 minutes ago`, `3 hours`. */
  whole: RegExp
  /** Match amounts inside a text, beside words that put them in the past. */
  inside: RegExp[]
  /** Matches a unit without a number, `an hour` without the article: `\u0447\u0430\u0441 \u043d\u0430\u0437\u0430\u0434`. */
  alone: RegExp | null
  units: Map<string, TimeUnit>
  /** Named days by their offset, such as `gestern` to -1. */
  days: Map<string, number>
}

const UNITS: TimeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year']
const STYLES = ['long', 'short', 'narrow'] as const
/** A number for each plural form that a language may have: one, two, few, many, other. */
const NUMBERS = [1, 2, 3, 5, 11, 21, 100]

/** Words for "one" and for "half a" that a unit has in place of digits. */
const ONE: Record<string, string> = {
  en: 'an?|one', de: 'einer|einem|einen|eine|ein', fr: 'une|un', es: 'una|un', it: "una|uno|un'|un", pt: 'uma|um', nl: 'een', sv: 'en|ett', da: 'en|et', nb: 'en|et|ei', pl: 'jedna|jeden', cs: 'jednou|jednim',
} // biome-ignore format: a table
const HALF: Record<string, string> = {
  en: 'half an?|half', de: 'einer halben|eine halbe|halbe[rn]?', fr: 'une demi[- ]?|demi[- ]?', es: 'media|medio', it: "mezz'|mezza|mezzo", pt: 'meia|meio', nl: 'een half|half', sv: 'en halv|halv', da: 'en halv|halv', nb: 'en halv|halv', ru: 'пол',
} // biome-ignore format: a table

/** Words that `Intl` does not have: before and after past amounts, for decades, for days. */
const BEFORE: Record<string, string[]> = { ar: ['منذ'], el: ['πριν'], he: ['לפני'] }
const AFTER: Record<string, string[]> = { hi: ['पूर्व'], pt: ['atrás'], es: ['atrás'], cs: ['před'] }
const DECADES: Record<string, string[]> = {
  en: ['decade', 'decades'], de: ['Jahrzehnt', 'Jahrzehnte', 'Jahrzehnten'], fr: ['décennie', 'décennies'], es: ['década', 'décadas'], it: ['decennio', 'decenni'], pt: ['década', 'décadas'], nl: ['decennium', 'decennia'], hi: ['दशक'], ru: ['десятилетие', 'десятилетия', 'десятилетий'],
} // biome-ignore format: a table
const MORE_UNITS: Record<string, Partial<Record<TimeUnit, string[]>>> = {
  cs: { second: ['vteřina', 'vteřinu', 'vteřiny', 'vteřin', 'vteřinami', 'vteřinou'] },
  en: { second: ['sec', 'secs'], minute: ['min', 'mins'], hour: ['hr', 'hrs'] },
  nb: { day: ['dag', 'dager'] },
  no: { day: ['dag', 'dager'] },
  ar: {
    year: ['عام', 'أعوام', 'عاما'],
    week: ['أسبوعان', 'أسبوعين'],
    day: ['يومان', 'يومين'],
    hour: ['ساعتان', 'ساعتين'],
    minute: ['دقيقتان', 'دقيقتين'],
  },
  fr: { year: ['année', 'années'] },
  nl: { hour: ['u'] },
  he: { week: ['שבועיים'], day: ['יומיים'], hour: ['שעתיים'] },
  zh: { month: ['個月'], hour: ['小時'], minute: ['分鐘'] },
}
const MORE_DAYS: Record<string, Record<string, number>> = {
  ar: { 'يوم أمس': -1 },
  sv: { igår: -1, idag: 0 },
  uk: { вчора: -1 },
}

/** Words that do not change an amount. */
const ABOUT =
  '(?:about|around|approximately|almost|over|more than|less than|ca\\.?|circa|etwa|ungefahr|rund|fast|environ|moins de|plus de|pres de|cerca de|unos|aproximadamente|ongeveer|omtrent|yaklasik|okolo|asi|około|okolo|около|примерно|约|約|大约|大約|およそ)'

/** Languages that leave no space between words. */
const UNSPACED = new Set(['ja', 'zh', 'ko', 'th'])

/** Collects what `Intl` knows about a language. Words that could mean two units are left out. */
export const relativeWordsOf = oncePerRecentKey(MAX_LOCALES, (locale: string): RelativeWords => {
  const { language } = new Intl.Locale(locale)
  const isSpaced = !UNSPACED.has(language)
  const forms = STYLES.flatMap(style => unitFormsIn(locale, style, isSpaced))
  const units = unambiguousUnits([...forms, ...measureWords(locale), ...moreWords(language)])
  const before = foldAll([...forms.map(({ before }) => before), ...(BEFORE[language] ?? [])])
  const after = foldAll([...forms.map(({ after }) => after), ...(AFTER[language] ?? [])])
  const plural = new Set(forms.filter(({ number }) => number !== 1 && number !== 21).map(({ word }) => word))
  const single = forms.filter(({ number, word }) => number === 1 && !plural.has(word)).map(({ word }) => word)
  return {
    ...patternsOf({ locale, language, isSpaced, before, after, single, names: [...units.keys()] }),
    units,
    days: daysOf(locale, language),
  }
})

/** The word for a unit with a certain number, and the text around both. */
interface UnitForm {
  word: string
  unit: TimeUnit
  number: number
  before: string
  after: string
}

/**
 * Finds `vor` and `Stunden` in `vor 3 Stunden`: the part that all units have in common marks the past. If no word of its own
 * marks the future, the unit itself does, and is left out: `2 დღეში` is in two days.
 */
function unitFormsIn(locale: string, style: (typeof STYLES)[number], isSpaced: boolean): UnitForm[] {
  const format = new Intl.RelativeTimeFormat(locale, { style, numeric: 'always' })
  return [-1, 1].flatMap(sign => {
    const forms = UNITS.flatMap(unit => NUMBERS.flatMap(number => formOf(format, unit, number, sign)))
    const after = commonEnd(
      forms.map(form => form.after),
      isSpaced,
    )
    const isPlain = forms.every(form => form.before === forms[0]!.before)
    if (sign > 0 && after === '' && forms.some(form => form.before === '')) return []
    return forms.map(form => ({
      ...form,
      word: wordOf(form.after.slice(0, form.after.length - after.length)),
      before: isPlain && sign < 0 ? form.before.trim() : '',
      after: sign < 0 ? after.trim() : '',
    }))
  })
}

/** Some narrow forms are a minus and a letter (`-3 h`), and some have no number. */
function formOf(
  format: Intl.RelativeTimeFormat,
  unit: TimeUnit,
  number: number,
  sign: number,
): Omit<UnitForm, 'word'>[] {
  const parts = format.formatToParts(sign * number, unit as Intl.RelativeTimeFormatUnit)
  const at = parts.findIndex(({ type }) => type === 'integer')
  if (at < 0) return []
  const textOf = (some: typeof parts) => foldWords(some.map(({ value }) => value).join(''))
  const before = textOf(parts.slice(0, at))
  return /^[-+]/.test(before) ? [] : [{ unit, number, before, after: textOf(parts.slice(at + 1)) }]
}

const wordOf = (text: string) => text.trim().replace(/\.$/, '')
const foldAll = (texts: string[]) => [...new Set(texts.map(text => wordOf(foldWords(text))).filter(Boolean))]

/** Returns the common end of all texts; whole words if the language separates words by spaces. */
function commonEnd([first = '', ...others]: string[], isSpaced: boolean): string {
  let end = first
  for (const text of others) while (!text.endsWith(end)) end = end.slice(1)
  return isSpaced ? end.slice(end.search(/\s|$/)) : end
}

/**
 * The units of measures: `3 hours`, `3 h`. A lone `m` is left out, since it is a month in one language and a minute in
 * another.
 */
function measureWords(locale: string): Pick<UnitForm, 'word' | 'unit'>[] {
  return UNITS.flatMap(unit =>
    STYLES.flatMap(unitDisplay => {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
      return NUMBERS.map(
        number => format.formatToParts(number).find(({ type }) => type === 'unit')?.value ?? '',
      )
    }).map(text => ({ word: wordOf(foldWords(text)), unit })),
  ).filter(
    ({ word }) => word.length > 1 || word === 'h' || /^[^\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(word),
  )
}

function moreWords(language: string): Pick<UnitForm, 'word' | 'unit'>[] {
  const all = { ...MORE_UNITS[language], decade: DECADES[language] }
  return Object.entries(all).flatMap(([unit, words]) =>
    (words ?? []).map(word => ({ word: foldWords(word), unit: unit as TimeUnit })),
  )
}

/** `3 m` may be minutes, and `a` in `2 à 3 jours` is not a year. */
const isOtherWord = (word: string, unit: TimeUnit) =>
  (unit === 'month' && /^[m\u043c]$/.test(word)) || (unit === 'year' && word === 'a')

function unambiguousUnits(words: Pick<UnitForm, 'word' | 'unit'>[]): Map<string, TimeUnit> {
  const unitsByWord = new Map<string, Set<TimeUnit>>()
  for (const { word, unit } of words)
    if (word && !isOtherWord(word, unit))
      unitsByWord.set(word, (unitsByWord.get(word) ?? new Set()).add(unit))
  return new Map(
    [...unitsByWord].filter(([, units]) => units.size === 1).map(([word, [unit]]) => [word, unit!]),
  )
}

interface Vocabulary {
  locale: string
  language: string
  isSpaced: boolean
  before: string[]
  after: string[]
  single: string[]
  names: string[]
}

const spacedPattern = (text: string) => escapePattern(text).replace(/\s+/g, '\\s')
const oneOf = (texts: string[]) =>
  texts
    .toSorted((a, b) => b.length - a.length)
    .map(spacedPattern)
    .join('|') || '(?!)'

function patternsOf({
  locale,
  language,
  isSpaced,
  before,
  after,
  single,
  names,
}: Vocabulary): Omit<RelativeWords, 'units' | 'days'> {
  const words = [HALF[language], ONE[language]].filter(Boolean).join('|')
  const count = `\\d{1,5}(?:[.,]\\d{1,2})?${words && `|(?<!\\p{L})(?:${words})(?:(?=\\s)|(?<=['-]|пол))`}`
  const [start, end] = isSpaced ? ['(?<![\\p{L}\\d.,])', '\\.?(?!\\p{L})'] : ['(?<![\\d.,])', '']
  const amount = `(${count})\\s?(${oneOf(names)})${end}`
  const plain = amount.replaceAll(/\((?!\?)/g, '(?:')
  const amounts = `${plain}(?:\\s?(?:,\\s?)?(?:(?:${oneOf(andOf(locale))})\\s)?${plain})*`
  const about = `(?:${ABOUT}\\s?)?`
  const [past, ago] = [oneOf(before), oneOf(after)]
  return {
    amount: new RegExp(amount, 'gu'),
    whole: new RegExp(`^${about}(?:(?:${past})\\s?)?${about}(${amounts})(?:\\s?(?:${ago}))?\\.?$`, 'u'),
    inside: [
      new RegExp(`${start}(?:${past})\\s?${about}(${amounts})(?!\\s?,?\\s?\\d)`, 'u'),
      new RegExp(`${start}(${amounts})\\s?(?:${ago})(?!\\p{L})`, 'u'),
    ],
    alone:
      single.length === 0
        ? null
        : new RegExp(`^(?:(?:${past})\\s(${oneOf(single)})|(${oneOf(single)})\\s(?:${ago}))$`, 'u'),
  }
}

/** Returns the words between the last two items of a list, such as `and`. */
const andOf = (locale: string): string[] =>
  new Intl.ListFormat(locale)
    .formatToParts(['1', '2'])
    .flatMap(({ type, value }) => (type === 'literal' ? [foldWords(value).trim()] : []))

/** Words for two different days are left out, such as the Hindi word for both yesterday and tomorrow. */
function daysOf(locale: string, language: string): Map<string, number> {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const named = [-2, -1, 0, 1, 2].flatMap(day => {
    const isName = format.formatToParts(day, 'day').every(({ type }) => type === 'literal')
    return isName ? [[foldWords(format.format(day, 'day')), day] as const] : []
  })
  const unambiguous = named.filter(([name]) => named.filter(([other]) => other === name).length === 1)
  const more = Object.entries(MORE_DAYS[language] ?? {}).map(([name, day]) => [foldWords(name), day] as const)
  return new Map([...unambiguous, ...more])
}
