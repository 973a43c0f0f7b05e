import { parseJson } from '../../base/text/parse-json.ts'
import type { Json, JsonObject } from '../parser-schema.ts'

/** A row of text starts with its number of bytes, a row of JSON ends with its line. Both may have a tag. */
const ROW = /^([\da-f]*):(?:T([\da-f]+),|([A-Z]*))/

/**
 * Returns the rows, by id, that a React server streams to its page (`__next_f.push([1, "…"])`): JSON and texts. Returns
 * undefined if the pushes are something else.
 */
export function readFlightRows(pushes: Json[]): JsonObject | undefined {
  const texts = pushes.flatMap(push =>
    Array.isArray(push) && push[0] === 1 && typeof push[1] === 'string' ? [push[1]] : [],
  )
  if (texts.length === 0) return undefined
  const stream = Buffer.from(texts.join(''))
  const rows: [string, Json][] = []
  for (let at = 0; at < stream.length; ) {
    const row = ROW.exec(stream.toString('latin1', at, at + 64))
    const [head, id = '', length] = row ?? ['']
    const start = at + head.length
    const end = length ? start + Number.parseInt(length, 16) : endOfLine(stream, start)
    const text = stream.toString('utf8', start, end)
    const value = length ? text : row ? readJson(text) : undefined
    if (value !== undefined) rows.push([id, value])
    at = length ? end : end + 1
  }
  return Object.fromEntries(rows)
}

function endOfLine(stream: Buffer, start: number): number {
  const end = stream.indexOf('\n', start)
  return end < 0 ? stream.length : end
}

function readJson(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
