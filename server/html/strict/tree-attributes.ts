import type { Element } from 'domhandler'

/**
 * The value of an attribute of an element; null where it has none of that name, in any case. Those of HTML are stored
 * in lower case, some of SVG keep their capitals (`viewBox`).
 */
export function readAttribute({ attribs, namespace }: Element, name: string): string | null {
  const folded = name.toLowerCase()
  const value = attribs[folded]
  if (value !== undefined || namespace === HTML) return value ?? null
  const own = Object.keys(attribs).find(key => key.toLowerCase() === folded)
  return own === undefined ? null : attribs[own]!
}

const HTML = 'http://www.w3.org/1999/xhtml'
