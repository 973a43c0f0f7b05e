import cronstrue from 'cronstrue'

/** An expression in plain words: `At 09:00, Monday through Friday`. */
export const readingOf = (expression: string, { hour12 = false } = {}): string =>
  cronstrue.toString(expression, { use24HourTimeFormat: !hour12 })
