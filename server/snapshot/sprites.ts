import type { DocumentNode, HtmlDocument, HtmlEngine } from '../html/document.ts'
import type { Embedding } from './embedding.ts'
import { resourceAddress } from './resources.ts'

/** A part of a drawing, which a `use` shows. */
export interface Sprite {
  html: HtmlDocument
  node: DocumentNode
  /** The address of its drawing. */
  base: string
}

/** Finds parts of drawings of other addresses, such as `icons.svg#cart`, each as one object; null where it is not available. */
export type FindSprite = (reference: string, base: string | null) => Sprite | null

/** Browsers take no part of a drawing from an address that holds it, so that such parts are written into the page. */
export function createSprites(engine: HtmlEngine, embedding: Embedding): FindSprite {
  const drawings = new Map<string, Map<string, Sprite>>()

  const open = (reference: string, base: string | null): Map<string, Sprite> => {
    const drawing = embedding.drawing(reference, base)
    if (!drawing) return new Map()
    const html = engine.parse(drawing.svg)
    const named = html.select(engine.compile('[id]'), html.root, Number.POSITIVE_INFINITY)
    // Of several with one id, the first counts.
    const parts = named.toReversed().map(node => {
      return [html.attribute(node, 'id')!, { html, node, base: drawing.base }] as const
    })
    return new Map(parts)
  }

  return (reference, base) => {
    const address = resourceAddress(reference, base)
    const hash = reference.indexOf('#')
    if (!address || hash < 0) return null
    const parts = drawings.get(address) ?? open(reference, base)
    drawings.set(address, parts)
    return parts.get(reference.slice(hash + 1)) ?? null
  }
}
