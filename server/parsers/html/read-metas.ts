import type { DocumentNode, HtmlDocument } from '../../html/document.ts'

const NAME_ATTRIBUTES = ['property', 'name', 'itemprop']

/** Returns the contents of meta elements in document order, by property, name and itemprop, in lower case. */
export function readMetas(html: HtmlDocument, metas: DocumentNode[]): Map<string, string[]> {
  const contents = new Map<string, string[]>()
  for (const meta of metas) {
    const content = html.attribute(meta, 'content')?.trim()
    if (content === undefined) continue
    for (const name of namesOf(html, meta)) {
      const known = contents.get(name)
      if (known) known.push(content)
      else contents.set(name, [content])
    }
  }
  return contents
}

function namesOf(html: HtmlDocument, meta: DocumentNode): Set<string> {
  const names = NAME_ATTRIBUTES.map(attribute => html.attribute(meta, attribute)?.trim().toLowerCase())
  return new Set(names.filter(name => name !== undefined))
}
