import { oncePerKey } from '../../base/once.ts'
import type { Locale } from './locale.ts'
import { describeValue, nothing, type Reading } from './reading.ts'

const NUMBER = /(?<![\p{L}\p{N}])[-−]?\p{Sc}?\s?(?:\d[\d.,'’ {3}]*\d|\d|[.,]\d+)/u
const FREE_GROUPS = " '’\u00a0\u2009\u202f"

/** The form of numbers with these separators. */
const formOf = oncePerKey((separators: string) => {
  const [decimal, group] = separators as unknown as [string, string]
  const groups = `[${FREE_GROUPS}${group === decimal ? '' : `\\${group}`}]`
  return new RegExp(`^(?:\\d{1,3}(?:${groups}\\d{2,3})*${groups}\\d{3}|\\d*)(?:\\${decimal}(\\d+))?`)
})

/** The first number of a text as a language writes it; null where it is written otherwise. */
export function readLocaleNumber(
  text: string,
  { decimal, group }: Pick<Locale, 'decimal' | 'group'>,
): Reading {
  const [found] = NUMBER.exec(text) ?? []
  if (found === undefined) return nothing(`${describeValue(text)} holds no number`)
  const digits = found.replace(/^[^\d.,]+/, '')
  const [form = '', fraction = ''] = formOf(decimal + (group || "'")).exec(digits) ?? []
  const rest = digits.slice(form.length)
  if (form === '' || /^[.,]?\d/.test(rest))
    return nothing(`${describeValue(digits)} is no number of this language`)
  const whole = (fraction ? form.slice(0, -fraction.length - 1) : form).replace(/\D/g, '')
  const size = Number(`${whole || '0'}.${fraction || '0'}`)
  return { value: /^[-−]/.test(found) ? 0 - size : size }
}
