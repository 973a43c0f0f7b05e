/** Whether a value is a number in the notation of people: `12,5`, `+5`, `€5`, `5 kg`. */
export const isWrittenNumber = (value: unknown): boolean =>
  typeof value === 'string' && /^[^\p{L}\d]{0,4}\d/u.test(value)

/** The notation of programs, as a sentence for hints. */
export const NUMBER_FORM =
  'Numbers are written as -1234.5, without commas, signs or units, and without quotes in JSON'
