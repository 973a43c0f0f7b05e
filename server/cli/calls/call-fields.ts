import { File } from 'node:buffer'
import { isObject } from '../../base/is-object.ts'
import { parseJson } from '../../base/text/parse-json.ts'
import type { OperationRow } from '../client.ts'
import { type InputReader, isStdin } from '../read-input.ts'

/** The fields of a call. */
export type Fields = Record<string, unknown>

/**
 * The words behind `winnow call OPERATION` as fields. A word is `name=value`, a list where a name comes twice; or `@file`
 * or `-`, a JSON object with fields, which single ones outrank.
 */
export function readFields(words: string[], operation: OperationRow, input: InputReader): Fields {
  const objects = words.filter(isSource).map(word => readObject(word, input))
  const fields: Fields = Object.assign(Object.create(null), ...objects)
  const single: Fields = Object.create(null)
  for (const word of words.filter(word => !isSource(word))) {
    const [name, value] = readPair(word, operation, input)
    single[name] = Object.hasOwn(single, name) ? [single[name], value].flat() : value
  }
  return Object.assign(fields, single)
}

const isSource = (word: string) => word === '-' || (word.startsWith('@') && !word.includes('='))

function readObject(word: string, input: InputReader): Fields {
  const value = input.json(word)
  if (isObject(value)) return value as Fields
  throw new Error(`${word} must hold a JSON object with the fields of the call.`)
}

function readPair(
  pair: string,
  { input: schema, files }: OperationRow,
  input: InputReader,
): [string, unknown] {
  const at = pair.indexOf('=')
  if (at < 1) throw new Error(`Write fields as name=value; this is \`${pair}\`.`)
  const name = pair.slice(0, at)
  const text = pair.slice(at + 1)
  try {
    return [
      name,
      files.includes(name) ? fileOf(text, input) : typedValue(text, schema.properties?.[name], input),
    ]
  } catch (error) {
    throw new Error(`The field \`${name}\`: ${(error as Error).message}`)
  }
}

/** Files are named with or without an `@`; they are opened when they are sent. Standard input has no name. */
const fileOf = (text: string, input: InputReader) =>
  isStdin(text) ? new File([new Uint8Array(input.bytes(text))], 'stdin') : text.replace(/^@/, '')

/**
 * A value is JSON where the schema wants no text; it may then stand in a file, or come from standard input. `handle=@someone`
 * and `name=-` are texts.
 */
function typedValue(text: string, { type }: { type?: string } = {}, input: InputReader): unknown {
  const isFile = type ? type !== 'string' && /^(?:@|-$)/.test(text) : /^@(?:-|.*\.json)$/.test(text)
  if (isFile) return input.json(text)
  if (type === undefined || type === 'string') return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
