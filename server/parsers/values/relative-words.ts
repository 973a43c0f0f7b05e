import { oncePerKey } from '../../base/once.ts'

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** How a language says times that are relative to now. */
export interface RelativeWords {
  /** Patterns of `vor 3 Stunden`, whose group is the number; most specific first. */
  past: { pattern: RegExp; unit: Unit }[]
  /** `gestern` to -1: days that have a name. */
  days: Map<string, number>
}

const UNITS: Unit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year']
const STYLES = ['long', 'short', 'narrow'] as const
/** One number for each form that a language may have: one, two, few, many, others. */
const NUMBERS = [1, 2, 3, 5, 11, 21, 100]

/** One, as it stands before a unit in place of a digit. */
const ONE: Record<string, string> = {
  en: 'an?|one', de: 'einer|einem|einen|eine|ein', fr: 'une|un', es: 'una|un', it: "una|uno|un|un'", pt: 'uma|um', nl: 'een|één', sv: 'en|ett', da: 'en|et', nb: 'en|et|ei', pl: 'jedną|jeden', cs: 'jednou|jedním',
} // biome-ignore format: a table

/** Languages that leave no space between words. */
const UNSPACED = new Set(['ja', 'zh', 'ko', 'th'])

/** What `Intl` knows of a language. A text that could mean two units is left out. */
export const relativeWordsOf = oncePerKey((locale: string): RelativeWords => {
  const units = new Map<string, Set<Unit>>()
  for (const unit of UNITS)
    for (const text of textsOf(locale, unit)) units.set(text, (units.get(text) ?? new Set()).add(unit))
  const certain = [...units].filter(([, meant]) => meant.size === 1)
  const { language } = new Intl.Locale(locale)
  return {
    past: certain
      .sort(([a], [b]) => b.length - a.length)
      .map(([text, [unit]]) => ({ pattern: patternOf(text, language), unit: unit! })),
    days: daysOf(locale),
  }
})

/** Every way to say a number of units ago, with `#` for the number. */
function textsOf(locale: string, unit: Unit): Set<string> {
  const texts = new Set<string>()
  for (const style of STYLES) {
    const format = new Intl.RelativeTimeFormat(locale, { style, numeric: 'always' })
    for (const number of NUMBERS) {
      const parts = format.formatToParts(-number, unit)
      // Some narrow forms are a minus and a letter: `-3 h`.
      if (parts.some(({ type }) => type === 'integer') && !/^[-−]/.test(parts[0]!.value))
        texts.add(
          parts
            .map(({ type, value }) => (type === 'integer' ? '#' : value))
            .join('')
            .toLowerCase(),
        )
    }
  }
  return texts
}

function patternOf(text: string, language: string): RegExp {
  const literal = text.split('#').map(part =>
    part
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\\\.$/, '\\.?')
      .replace(/\s+/g, '\\s?'),
  )
  const one = ONE[language]
  const number = `(\\d{1,5}${one ? `|${one}` : ''})`
  const [before, after] = UNSPACED.has(language) ? ['(?<!\\d)', ''] : ['(?<![\\p{L}\\d])', '(?![\\p{L}\\d])']
  return new RegExp(`${before}${literal.join(number)}${after}`, 'iu')
}

function daysOf(locale: string): Map<string, number> {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const days = new Map<string, number>()
  for (const day of [-2, -1, 0, 1, 2]) {
    const parts = format.formatToParts(day, 'day')
    if (parts.every(({ type }) => type === 'literal')) days.set(format.format(day, 'day').toLowerCase(), day)
  }
  return days
}
