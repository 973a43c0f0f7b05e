import { oncePerRecentKey } from '../../base/once.ts'

/** How a language writes numbers and dates. */
export interface Locale {
  decimal: string
  group: string
  /** The same for amounts of money, which a few countries write differently: `12.50` in French in Switzerland. */
  money: Pick<Locale, 'decimal' | 'group'>
  /** The order of day, month and year in a numeric date. */
  order: ('day' | 'month' | 'year')[]
  /** The numbers of months, from 1, by their long and short names in lower case. */
  months: Map<string, number>
  /** The ISO code of the region, if the locale names one. It tells which dollar, krone or peso is meant. */
  region: string | undefined
}

/** Whether a text is a locale that is supported, such as `de`, `en-GB` or `pt-BR`. */
export function isLocale(name: unknown): name is string {
  try {
    return typeof name === 'string' && Intl.NumberFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}

/**
 * The maximum number of locales and time zones whose facts are kept. They can be written in any number of ways:
 * `de-x-a`, `de-x-b`.
 */
export const MAX_LOCALES = 200

export const localeOf = oncePerRecentKey(MAX_LOCALES, (name: string): Locale => {
  const latin = { numberingSystem: 'latn' } as const
  const number = new Intl.NumberFormat(name, latin)
  const money = new Intl.NumberFormat(name, { ...latin, style: 'currency', currency: 'EUR' })
  const date = new Intl.DateTimeFormat(name, { numberingSystem: 'latn', calendar: 'gregory' }).formatToParts(
    0,
  )
  return {
    ...separatorsOf(number),
    money: separatorsOf(money),
    order: date.map(one => one.type).filter(type => type === 'day' || type === 'month' || type === 'year'),
    months: monthsOf(name),
    region: new Intl.Locale(name).region,
  }
})

function separatorsOf(format: Intl.NumberFormat): Pick<Locale, 'decimal' | 'group'> {
  const parts = format.formatToParts(-1234567.8)
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  return { decimal: part('decimal'), group: part('group') }
}

function monthsOf(name: string): Map<string, number> {
  const months = new Map<string, number>()
  for (const month of ['long', 'short'] as const)
    for (const day of [undefined, 'numeric'] as const) {
      const options = { month, timeZone: 'UTC', calendar: 'gregory', ...(day && { day }) } as const
      addMonths(months, new Intl.DateTimeFormat(name, options))
    }
  return months
}

function addMonths(months: Map<string, number>, format: Intl.DateTimeFormat): void {
  for (let index = 0; index < 12; index++) {
    const parts = format.formatToParts(Date.UTC(2001, index, 2))
    const at = parts.findIndex(part => part.type === 'month')
    const text = parts[at]?.value.toLowerCase().replace(/\.$/, '')
    if (!text || /^\d/.test(text)) continue
    months.set(text, index + 1)
    // In Hebrew a letter for "in" is written right at the month.
    const [prefix] = /\p{L}+$/u.exec(parts[at - 1]?.value ?? '') ?? []
    if (prefix) months.set(prefix + text, index + 1)
  }
}
