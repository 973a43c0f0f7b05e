import { once } from '../base/once.ts'
import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { createHintReader, isOfOthers } from './boilerplate.ts'

const ARTICLE = fastEngine.compile('article')
const TITLE = fastEngine.compile('h1')
const HEADING = fastEngine.compile('h2, h3, h4, h5, h6')

/** Articles of a page that are looked at. */
const MOST_ARTICLES = 50

/** Tells elements that speak of the page from those of comments and of teasers; `main` holds its main text. */
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

  /** Items of a list that have headings; only the nearest one is looked through, since lists may nest without end. */
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

/** The one article of a page, or the one with its heading; null where several may be. */
function ownArticle(html: HtmlDocument): DocumentNode | null {
  const articles = html.select(ARTICLE, html.root, MOST_ARTICLES)
  const titled = articles.filter(article => html.select(TITLE, article, 1).length > 0)
  const [own, ...others] = articles.length > 1 ? titled : articles
  return own !== undefined && others.length === 0 ? own : null
}

/** Whether an element stands behind the sibling of it that is in a set. */
function isBehind(html: HtmlDocument, element: DocumentNode, around: ReadonlySet<DocumentNode>): boolean {
  for (let at = html.nextSibling(element); at !== null; at = html.nextSibling(at))
    if (around.has(at)) return false
  return true
}
