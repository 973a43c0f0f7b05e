import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { headerName } from '../base/fields/request-headers.ts'
import { isSecretName, MASK } from '../base/mask.ts'

/** The names by which the owner of a definition marks headers as secret. */
export const secretHeaders = z
  .array(headerName)
  .max(100)
  .default([])
  .describe('Headers whose values no answer shows, beside those that are secret by their name.')
  .meta({ title: 'Secret headers', 'x-advanced': true })

/** Headers as answers show them: values that are secret by their name, or by one of the `marked` names, are masked. */
export const maskHeaders = <V>(headers: Record<string, V>, marked: readonly string[]) =>
  mapHeaders(headers, (name, value) => (isSecretName(name, marked) ? MASK : value))

/** Where masks that come back are looked up, and how errors name the place. */
export interface Unmasking {
  marked: readonly string[]
  /** The value that a header, named in any case, has had; undefined where there was none. */
  hidden(name: string): unknown
  /** Path of the headers in the body, such as `fetch.headers`. */
  field: string
  /** Path of the marks from there, for the hint. */
  marks: string
}

/** Headers as they came back in a change, with the values that their masks hide. Throws 400 for a mask of nothing. */
export const unmaskHeaders = <V>(headers: Record<string, V>, { marked, hidden, field, marks }: Unmasking) =>
  mapHeaders(headers, (name, value) => {
    if (value !== MASK) return value
    if (!isSecretName(name, marked)) throw unmarked(name, field, marks)
    const before = hidden(name)
    if (before === undefined) throw nothingHidden(`of \`${name}\``, `${field}.${name}`)
    return before as V
  })

const mapHeaders = <V>(headers: Record<string, V>, change: (name: string, value: V) => V | string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(name, value)]))

/** The value of a header, whatever the case of its name. */
export const headerOf = <V>(headers: Record<string, V>, name: string): V | undefined =>
  Object.entries(headers).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]

/** Whoever may change a definition may not thereby read what it hides. */
const unmarked = (name: string, field: string, marks: string) =>
  new AppError('invalid_input', `The value of \`${name}\` is hidden, and would be shown without its mark.`, {
    field: `${field}.${name}`,
    hint: `Keep its name in \`${marks}\`, or send the value itself.`,
  })

/** A mask came where no value was stored before. */
export const nothingHidden = (where: string, field: string) =>
  new AppError('invalid_input', `There is no value that the mask ${where} could stand for.`, {
    field,
    hint: 'Send the value itself.',
  })
