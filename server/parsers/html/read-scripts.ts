import type { DocumentNode, HtmlDocument } from '../../html/document.ts'

/** A script element: its id, its type without parameters, and its content. */
export interface PageScript {
  id: string | null
  type: string
  text: string
}

export function readScript(html: HtmlDocument, script: DocumentNode): PageScript {
  const [type = ''] = (html.attribute(script, 'type') ?? '').split(';')
  const content = html.firstChild(script)
  return {
    id: html.attribute(script, 'id'),
    type: type.trim().toLowerCase(),
    text: content === null ? '' : (html.characters(content) ?? ''),
  }
}
