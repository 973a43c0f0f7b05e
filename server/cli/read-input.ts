import { readFileSync } from 'node:fs'
import { parseJson } from '../base/text/parse-json.ts'

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
    try {
      return open(name)
    } catch (error) {
      throw new Error(`${titleOf(name)} cannot be read: ${(error as Error).message}`)
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

const titleOf = (name: string) => (isStdin(name) ? 'Standard input' : name.replace(/^@/, ''))
