import cronstrue from 'cronstrue'

/**
 * Describes an expression in words: `At 09:00, Monday through Friday`. If there are no words for it, as for `0 9 13 * +5` and
 * `0 9 * * 1-5#2`, returns the expression itself, with its fields one space apart.
 */
export function describeExpression(expression: string, { hour12 = false } = {}): string {
  const fields = expression.trim().split(/\s+/)
  if (mixesWeeks(fields[4] ?? '')) return fields.join(' ')
  try {
    return cronstrue.toString(fields.map(asCronstrueWrites).join(' '), { use24HourTimeFormat: !hour12 })
  } catch {
    return fields.join(' ')
  }
}

/** For a range, cronstrue applies the week of the month (`1-5#2`, `1-5L`) to the last day only, or drops it. */
function mixesWeeks(days: string): boolean {
  const parts = days.split(',')
  return parts.some(part => /#|L$/i.test(part)) && !parts.every(part => /^\w+(?:#\d|#?L)$/i.test(part))
}

/** croner reads `?` as `*` in each field, and `5#L` as `5L`; cronstrue refuses the first forms. */
const asCronstrueWrites = (field: string) => field.replaceAll('?', '*').replace(/#L/gi, 'L')
