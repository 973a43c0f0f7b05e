import { once } from '../base/once.ts'
import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { selfAndAncestors } from '../html/walk-nodes.ts'
import { createHintReader, isAboutOtherPages } from './boilerplate.ts'

const ARTICLE = fastEngine.compile('article')
const TITLE = fastEngine.compile('h1')
const HEADING = fastEngine.compile('h2, h3, h4, h5, h6')

/** Maximum number of articles to examine on a page. */
const MAX_ARTICLES = 50

/**
 * Returns a function that says whether an element is about the page itself, not part of comments or teasers. `main` is the
 * element with the main text.
 */
export function createOwnContentTest(
  html: HtmlDocument,
  main: DocumentNode,
): (node: DocumentNode) => boolean {
  const ancestors = [...selfAndAncestors(html, main)]
  const ancestorSet = new Set(ancestors)
  const border = Math.max(
    0,
    ancestors.findIndex(node => isTextElement(html, node)),
  )
  const textAncestors = new Set(ancestors.slice(0, border + 1))
  const hintsOf = createHintReader(html)
  const article = once(() => ownArticle(html))

  function isOtherContent(node: DocumentNode): boolean {
    const name = html.elementName(node) ?? ''
    if (name === 'article') return node !== article()
    return isAboutOtherPages(name, hintsOf(node))
  }

  /**
   * Whether an element is in a list item with a heading. Only the nearest list item is checked, since lists may be nested
   * without limit.
   */
  function isTeaser(node: DocumentNode): boolean {
    for (const ancestor of selfAndAncestors(html, node)) {
      if (ancestorSet.has(ancestor)) return false
      if (html.elementName(ancestor) === 'li') return html.select(HEADING, ancestor, 1).length > 0
    }
    return false
  }

  return node => {
    if (isTeaser(node)) return false
    let outermost = node
    for (const ancestor of selfAndAncestors(html, node)) {
      if (textAncestors.has(ancestor)) return true
      if (ancestorSet.has(ancestor)) return !isAfterAny(html, outermost, ancestorSet)
      if (isOtherContent(ancestor)) return false
      outermost = ancestor
    }
    return true
  }
}

const isTextElement = (html: HtmlDocument, node: DocumentNode): boolean =>
  ['article', 'main'].includes(html.elementName(node) ?? '')

/** Returns the only article of a page, or the only one with an `h1`; null if there are several candidates. */
function ownArticle(html: HtmlDocument): DocumentNode | null {
  const articles = html.select(ARTICLE, html.root, MAX_ARTICLES)
  const titled = articles.filter(article => html.select(TITLE, article, 1).length > 0)
  const [candidate, ...others] = articles.length > 1 ? titled : articles
  return candidate !== undefined && others.length === 0 ? candidate : null
}

/** Whether an element comes after its sibling that is in the set. */
function isAfterAny(html: HtmlDocument, element: DocumentNode, siblings: ReadonlySet<DocumentNode>): boolean {
  for (let at = html.nextSibling(element); at !== null; at = html.nextSibling(at))
    if (siblings.has(at)) return false
  return true
}
