import type { Element } from 'domhandler'
import { lowerText } from '../scan/characters.ts'

/**
 * The value of an attribute of an element; null where it has none of that name, in any case. Those of HTML are stored
 * in lower case, some of SVG keep their capitals (`viewBox`).
 */
export function readAttribute({ attribs, namespace }: Element, name: string): string | null {
  const folded = lowerText(name)
  const value = attribs[folded]
  if (value !== undefined || namespace === HTML) return value ?? null
  const own = Object.keys(attribs).find(key => lowerText(key) === folded)
  return own === undefined ? null : attribs[own]!
}

const HTML = 'http://www.w3.org/1999/xhtml'
