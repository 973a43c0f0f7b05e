import { readFileSync } from 'node:fs'
import { fileSentence } from '../base/file-errors.ts'
import { parseJson } from '../base/text/parse-json.ts'
import { hasWebScheme } from '../base/web-scheme.ts'

const STDIN = 0

/** Reads the input files of a command. */
export interface InputReader {
  /** Returns the bytes of a file. An `@` before the name is ignored, as in curl; `-` is standard input. */
  bytes(name: string): Buffer
  /** Parses the JSON of a file or of standard input. */
  json(name: string): unknown
}

/** True for the names of standard input. */
export const isStdin = (name: string) => name === '-' || name === '@-'

/** Throws if a command gets both its schema and its page from standard input. */
export function assertOneStdin(schema: string, page: string): void {
  if (isStdin(schema) && isStdin(page))
    throw new Error('Standard input can be the schema or the page, not both.')
}

/** Creates an input reader. Standard input can be read only once. Errors name the file. */
export function createInputReader(): InputReader {
  let isStdinRead = false

  function open(name: string): Buffer {
    if (!isStdin(name)) return readFileSync(name.replace(/^@/, ''))
    if (isStdinRead) throw new Error('it has already been read, and can be only one of the inputs')
    isStdinRead = true
    return readFileSync(STDIN)
  }

  function bytes(name: string): Buffer {
    if (!name) throw new Error('Name a file, or `-` for standard input.')
    if (hasWebScheme(name))
      throw new Error(`${name} is an address. Name a file, or \`-\` for standard input.`)
    try {
      return open(name)
    } catch (error) {
      throw new Error(sentenceOf(name, error as Error))
    }
  }

  return {
    bytes,
    json(name) {
      const text = bytes(name).toString('utf8')
      try {
        return parseJson(text.replace(/^\uFEFF/, ''))
      } catch (error) {
        throw new Error(`${titleOf(name)} is not JSON: ${(error as Error).message}`)
      }
    },
  }
}

/** What keeps an input from being read. Where the system names no path, the file was opened. */
const sentenceOf = (name: string, error: Error) =>
  (isStdin(name) ? null : fileSentence({ ...error, path: titleOf(name) })) ??
  `${titleOf(name)} cannot be read: ${error.message}`

const titleOf = (name: string) => (isStdin(name) ? 'Standard input' : name.replace(/^@/, ''))
