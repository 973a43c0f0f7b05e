import { once } from '../base/once.ts'
import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { createHintReader, isOfOthers } from './boilerplate.ts'

const ARTICLE = fastEngine.compile('article')
const TITLE = fastEngine.compile('h1')
const HEADING = fastEngine.compile('h2, h3, h4, h5, h6')

/** Maximum number of articles to examine on a page. */
const MOST_ARTICLES = 50

/**
 * Returns a function that says whether an element is about the page itself, not part of comments or teasers. `main` is the
 * element with the main text.
 */
export function createOwnPlaces(html: HtmlDocument, main: DocumentNode): (node: DocumentNode) => boolean {
  const chain = [...selfAndAround(html, main)]
  const around = new Set(chain)
  const border = Math.max(
    0,
    chain.findIndex(node => isTextElement(html, node)),
  )
  const inside = new Set(chain.slice(0, border + 1))
  const hintsOf = createHintReader(html)
  const article = once(() => ownArticle(html))

  function isOther(node: DocumentNode): boolean {
    const name = html.elementName(node) ?? ''
    if (name === 'article') return node !== article()
    return isOfOthers(name, hintsOf(node))
  }

  /**
   * Whether an element is in a list item with a heading. Only the nearest list item is checked, since lists may be nested
   * without limit.
   */
  function isTeaser(node: DocumentNode): boolean {
    for (const at of selfAndAround(html, node)) {
      if (around.has(at)) return false
      if (html.elementName(at) === 'li') return html.select(HEADING, at, 1).length > 0
    }
    return false
  }

  return node => {
    if (isTeaser(node)) return false
    let outermost = node
    for (const at of selfAndAround(html, node)) {
      if (inside.has(at)) return true
      if (around.has(at)) return !isBehind(html, outermost, around)
      if (isOther(at)) return false
      outermost = at
    }
    return true
  }
}

const isTextElement = (html: HtmlDocument, node: DocumentNode): boolean =>
  ['article', 'main'].includes(html.elementName(node) ?? '')

function* selfAndAround(html: HtmlDocument, node: DocumentNode): Generator<DocumentNode> {
  for (let at: DocumentNode | null = node; at !== null; at = html.parent(at)) yield at
}

/** Returns the only article of a page, or the only one with an `h1`; null if there are several candidates. */
function ownArticle(html: HtmlDocument): DocumentNode | null {
  const articles = html.select(ARTICLE, html.root, MOST_ARTICLES)
  const titled = articles.filter(article => html.select(TITLE, article, 1).length > 0)
  const [own, ...others] = articles.length > 1 ? titled : articles
  return own !== undefined && others.length === 0 ? own : null
}

/** Whether an element comes after its sibling that is in the set. */
function isBehind(html: HtmlDocument, element: DocumentNode, around: ReadonlySet<DocumentNode>): boolean {
  for (let at = html.nextSibling(element); at !== null; at = html.nextSibling(at))
    if (around.has(at)) return false
  return true
}
