import cronstrue from 'cronstrue'

/**
 * An expression in plain words: `At 09:00, Monday through Friday`. Where there are no words for it, as for `0 9 13 * +5`, the
 * expression itself, its fields one space apart.
 */
export function readingOf(expression: string, { hour12 = false } = {}): string {
  const fields = expression.trim().split(/\s+/)
  try {
    return cronstrue.toString(fields.map(asCronstrueWrites).join(' '), { use24HourTimeFormat: !hour12 })
  } catch {
    return fields.join(' ')
  }
}

/** croner reads `?` as `*` in each field, and `5#L` as `5L`; cronstrue refuses the first forms. */
const asCronstrueWrites = (field: string) => field.replaceAll('?', '*').replace(/#L/gi, 'L')
