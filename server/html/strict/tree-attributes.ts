import type { Element } from 'domhandler'
import { lowerText } from '../scan/characters.ts'

/**
 * Returns the value of an element's attribute, or null if it has none of that name. Ignores the case of the name: HTML
 * attributes are stored in lower case, some of SVG keep their capitals (`viewBox`).
 */
export function readAttribute({ attribs, namespace }: Element, name: string): string | null {
  const folded = lowerText(name)
  const value = attribs[folded]
  if (value !== undefined || namespace === HTML) return value ?? null
  const own = Object.keys(attribs).find(key => lowerText(key) === folded)
  return own === undefined ? null : attribs[own]!
}

const HTML = 'http://www.w3.org/1999/xhtml'
