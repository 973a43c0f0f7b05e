import { File } from 'node:buffer'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { isObject } from '../../base/is-object.ts'
import { parseJson } from '../../base/text/parse-json.ts'
import type { OperationRow } from '../client.ts'
import { type InputReader, isStdin } from '../read-input.ts'

/** The fields of a call, by name. */
type Fields = Record<string, unknown>

/**
 * Parses the arguments behind `winnow call OPERATION` as fields. An argument is `name=value` (repeated names become a
 * list), or `@file` or `-` for a JSON object with fields. Single fields override those of objects.
 */
export function readFields(words: string[], operation: OperationRow, input: InputReader): Fields {
  const objects = words.filter(isSource).map(word => readObject(word, input))
  const fields: Fields = Object.assign(Object.create(null), ...objects)
  const pairs: Fields = Object.create(null)
  for (const word of words.filter(word => !isSource(word))) {
    const [name, value] = readPair(word, operation, input)
    pairs[name] = Object.hasOwn(pairs, name) ? [pairs[name], value].flat() : value
  }
  return Object.assign(fields, pairs)
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

/** A file argument, with or without `@`. Files are opened when they are sent. Standard input is read now and gets the name `stdin`. */
const fileOf = (text: string, input: InputReader) =>
  isStdin(text) ? new File([new Uint8Array(input.bytes(text))], 'stdin') : text.replace(/^@/, '')

/**
 * Parses a value as JSON if the schema wants something other than text; the JSON may also come from a file or standard
 * input. For text fields, `handle=@someone` and `name=-` are plain text.
 */
function typedValue(text: string, { type }: { type?: string } = {}, input: InputReader): unknown {
  const isFile = type ? type !== 'string' && /^(?:@|-$)/.test(text) : /^@(?:-|.*\.json)$/.test(text)
  if (isFile) return input.json(text)
  if (type === undefined || type === 'string') return text
  try {
    return parseJson(text)
  } catch (error) {
    if (/^\s*[{[]/.test(text)) throw new Error(`it is not JSON: ${(error as Error).message}`)
    if (extname(text) === '.json' && existsSync(text))
      throw new Error(`to read the file ${text}, write @${text}`)
    return text
  }
}
