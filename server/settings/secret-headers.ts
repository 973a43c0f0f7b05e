import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { headerName } from '../base/fields/request-headers.ts'
import { isSecretName, MASK } from '../base/mask.ts'

/** Names of headers that the owner of a definition marks as secret. */
export const secretHeaders = z
  .array(headerName)
  .max(100)
  .default([])
  .describe('Headers whose values no answer shows, beside those that are secret by their name.')
  .meta({ title: 'Secret headers', 'x-advanced': true })

/** Masks the values of headers that are secret by name or named in `marked`. */
export const maskHeaders = <V>(headers: Record<string, V>, marked: readonly string[]) =>
  mapHeaders(headers, (name, value) => (isSecretName(name, marked) ? MASK : value))

/** Where to look up the values of masks, and how errors name the place. */
interface UnmaskOptions {
  marked: readonly string[]
  /** Returns the stored value of a header, named in any case, or undefined. */
  hidden(name: string): unknown
  /** Path of the headers in the body: `fetch.headers`. */
  field: string
  /** Path of the marked names, relative to the headers, for the hint. */
  marks: string
}

/** Replaces the masks in headers that a client sends back with the stored values. Throws 400 if a mask has no stored value. */
export const unmaskHeaders = <V>(
  headers: Record<string, V>,
  { marked, hidden, field, marks }: UnmaskOptions,
) =>
  mapHeaders(headers, (name, value) => {
    if (value !== MASK) return value
    if (!isSecretName(name, marked)) throw unmarked(name, field, marks)
    const before = hidden(name)
    if (before === undefined) throw nothingHidden(`of \`${name}\``, `${field}.${name}`)
    return before as V
  })

const mapHeaders = <V>(headers: Record<string, V>, change: (name: string, value: V) => V | string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(name, value)]))

/** Returns the value of a header, whatever the case of its name. */
export const headerOf = <V>(headers: Record<string, V>, name: string): V | undefined =>
  Object.entries(headers).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]

/** Whoever may change a definition must not be able to read its secrets by doing so. */
const unmarked = (name: string, field: string, marks: string) =>
  new AppError('invalid_input', `The value of \`${name}\` is hidden, and would be shown without its mark.`, {
    field: `${field}.${name}`,
    hint: `Keep its name in \`${marks}\`, or send the value itself.`,
  })

/** The error for a mask without a stored value. */
export const nothingHidden = (where: string, field: string) =>
  new AppError('invalid_input', `There is no value that the mask ${where} could stand for.`, {
    field,
    hint: 'Send the value itself.',
  })
