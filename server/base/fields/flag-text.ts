import { AppError } from '../errors.ts'

const FLAGS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false }

/** Parses the text of a boolean; undefined if it is neither true nor false. */
export const flagOf = (text: string): boolean | undefined =>
  Object.hasOwn(FLAGS, text) ? FLAGS[text] : undefined

/** Parses a boolean field, which is false if absent. Throws 400 for any other text. */
export function flagIn(field: string, text: string | string[] | undefined): boolean {
  const flag = text === undefined ? false : flagOf(String(text))
  if (flag !== undefined) return flag
  throw new AppError('invalid_input', `\`${field}\` must be true or false.`, {
    field,
    hint: `\`1\` and \`0\` work too: \`${field}=1\`.`,
  })
}
