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

interface OpenDrawing {
  html: HtmlDocument
  base: string
  parts: Map<string, DocumentNode>
}

/** Finds parts of drawings of other addresses, such as `icons.svg#cart`; null where it is not available. */
export type FindSprite = (reference: string, base: string | null) => Sprite | null

/** Browsers take no part of a drawing from an address that holds it, so that such parts are written into the page. */
export function createSprites(engine: HtmlEngine, embedding: Embedding): FindSprite {
  const drawings = new Map<string, OpenDrawing | null>()

  const open = (reference: string, base: string | null): OpenDrawing | null => {
    const drawing = embedding.drawing(reference, base)
    if (!drawing) return null
    const html = engine.parse(drawing.svg)
    const named = html.select(engine.compile('[id]'), html.root, Number.POSITIVE_INFINITY)
    return {
      html,
      base: drawing.base,
      parts: new Map(named.map(node => [html.attribute(node, 'id')!, node])),
    }
  }

  return (reference, base) => {
    const address = resourceAddress(reference, base)
    const id = reference.slice(reference.indexOf('#') + 1)
    if (!address || !reference.includes('#')) return null
    const drawing = drawings.get(address) ?? open(reference, base)
    drawings.set(address, drawing)
    const node = drawing?.parts.get(id)
    return drawing && node !== undefined ? { html: drawing.html, node, base: drawing.base } : null
  }
}
