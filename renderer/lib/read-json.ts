import type { Json } from '../../server/parsers/parser-schema.ts'

/** Parses a text as JSON; undefined if it is not valid. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
