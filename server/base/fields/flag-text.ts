import { AppError } from '../errors.ts'

const FLAGS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false }

/** What a text says of something that is on or off; undefined where it is neither. */
export const flagOf = (text: string): boolean | undefined =>
  Object.hasOwn(FLAGS, text) ? FLAGS[text] : undefined

/** The same of a field that is off where it is absent. Throws 400 for any other text. */
export function flagIn(field: string, text: string | string[] | undefined): boolean {
  const flag = text === undefined ? false : flagOf(String(text))
  if (flag !== undefined) return flag
  throw new AppError('invalid_input', `\`${field}\` must be true or false.`, {
    field,
    hint: `\`1\` and \`0\` will do, too: \`${field}=1\`.`,
  })
}
