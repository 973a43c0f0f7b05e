interface Tree {
  querySelectorAll(selector: string): Iterable<{ shadowRoot: Tree | null }>
}

interface Html {
  outerHTML: string
  getHTML?(options: { shadowRoots: Tree[] }): string
  cloneNode(deep: boolean): Html
}

/** As far as it is used; the types of a page are not known to the service. */
declare const document: Tree & { doctype: unknown; documentElement: Html | null }
declare const XMLSerializer: new () => { serializeToString(node: unknown): string }

/** Runs in a page, by itself: its HTML as it stands now, with its open shadow trees as declared ones. */
export function visibleHtml(): string {
  const roots: Tree[] = []
  const collect = (tree: Tree) => {
    for (const { shadowRoot } of tree.querySelectorAll('*'))
      if (shadowRoot) {
        roots.push(shadowRoot)
        collect(shadowRoot)
      }
  }
  collect(document)
  const html = document.documentElement
  const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : ''
  if (!html) return doctype
  if (roots.length === 0 || !html.getHTML) return doctype + html.outerHTML
  const [start, end] = html.cloneNode(false).outerHTML.split('></')
  return `${doctype}${start}>${html.getHTML({ shadowRoots: roots })}</${end}`
}
