import { at, integerAt, listAt, stringAt } from '../json-walk.ts'

/**
 * Returns a text in any of the platform's forms: a string, `{simpleText}`, `{content}` or `{runs: [{text}]}`. Returns null
 * for anything else.
 */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  const runs = listAt(value, 'runs').map(run => stringAt(run, 'text') ?? '')
  return (
    stringAt(value, 'simpleText') ?? stringAt(value, 'content') ?? (runs.length > 0 ? runs.join('') : null)
  )
}

/** Returns the text at a dotted path, or null. */
export const textAt = (value: unknown, path: string): string | null => textOf(at(value, path))

export interface Image {
  url: string
  width: number | null
  height: number | null
}

/** Returns the sizes of a picture, in order. Addresses without a scheme get `https:`. */
export const imagesOf = (sources: unknown): Image[] =>
  (Array.isArray(sources) ? sources : []).flatMap(source => {
    const url = stringAt(source, 'url')
    if (!url) return []
    return [
      {
        url: url.replace(/^\/\//, 'https://'),
        width: pixelsAt(source, 'width'),
        height: pixelsAt(source, 'height'),
      },
    ]
  })

/** Reads a number of pixels; 0 and -1 mean "not known". */
const pixelsAt = (source: unknown, side: string): number | null => {
  const pixels = integerAt(source, side)
  return pixels !== null && pixels > 0 ? pixels : null
}

/** Returns the pictures at a dotted path, or []. */
export const imagesAt = (value: unknown, path: string): Image[] => imagesOf(at(value, path))
