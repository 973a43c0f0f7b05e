import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { elementsIn } from './elements-in.ts'
import { bestOfSrcset, urlOfStyle } from './image-addresses.ts'

const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']
/** Pages that load pictures late keep a placeholder in `src`, and the address in one of the others. */
const SINGLES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url', 'src']

/**
 * The address of the best picture of an element: the largest of its sets, what it loads late, its `src`, its
 * background; else that of the first picture in it. A placeholder inside the page (`data:`) does not count.
 */
export function readImage(html: HtmlDocument, node: DocumentNode): string | null {
  for (const element of [node, ...elementsIn(html, node)]) {
    const address = ownImage(html, element)
    if (address) return address
  }
  return null
}

function ownImage(html: HtmlDocument, node: DocumentNode): string | null {
  const read = (name: string) => html.attribute(node, name)?.trim() ?? ''
  const addresses = [
    ...SETS.map(name => bestOfSrcset(read(name))),
    ...SINGLES.map(read),
    urlOfStyle(read('style')),
  ]
  return addresses.find(address => address && !/^(?:data|about|blob):/i.test(address)) ?? null
}
