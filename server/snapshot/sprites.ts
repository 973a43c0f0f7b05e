import type { DocumentNode, HtmlDocument, HtmlEngine } from '../html/document.ts'
import type { Embedder } from './embedding.ts'
import { resourceAddress } from './resources.ts'

/** A part of an SVG drawing that a `use` element shows. */
export interface Sprite {
  html: HtmlDocument
  node: DocumentNode
  /** Address of the drawing. */
  base: string
}

/**
 * Finds a part of a drawing at another address, such as `icons.svg#cart`; the same part is always the same object. Returns
 * null if it is not available.
 */
export type FindSprite = (reference: string, base: string | null) => Sprite | null

/**
 * Creates a finder for sprites. They have to be written into the page, because browsers do not resolve a `use` in a data
 * address.
 */
export function createSprites(engine: HtmlEngine, embedder: Embedder): FindSprite {
  const drawings = new Map<string, Map<string, Sprite>>()

  const openDrawing = (reference: string, base: string | null): Map<string, Sprite> => {
    const drawing = embedder.drawing(reference, base)
    if (!drawing) return new Map()
    const html = engine.parse(drawing.svg)
    const elements = html.select(engine.compile('[id]'), html.root, Number.POSITIVE_INFINITY)
    // If several elements have the same id, the first counts.
    const parts = elements.toReversed().map(node => {
      return [html.attribute(node, 'id')!, { html, node, base: drawing.base }] as const
    })
    return new Map(parts)
  }

  return (reference, base) => {
    const address = resourceAddress(reference, base)
    const hash = reference.indexOf('#')
    if (!address || hash < 0) return null
    const parts = drawings.get(address) ?? openDrawing(reference, base)
    drawings.set(address, parts)
    return parts.get(reference.slice(hash + 1)) ?? null
  }
}
