import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import type { Json } from '../../parser-schema.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { ancestorsOf, commonAncestor } from '../page/nodes.ts'
import { findHits } from '../rules/find-hits.ts'
import { guessTypes } from '../rules/guess-type.ts'

/** Elements that are whole items, even if their parts repeat. */
const WHOLE = new Set(['tr', 'li', 'article', 'dl', 'section'])

/** Returns the smallest element that contains all of these values; null if there is none. */
export function elementWithValues(
  page: LearningPage,
  at: number,
  values: Record<string, Json>,
): DocumentNode | null {
  const wanted = Object.entries(values).filter(([, value]) => value !== null && typeof value !== 'object')
  const lines = wanted.map(([name, value]) => {
    const one = { page, at, node: null, wanted: value }
    const hits = guessTypes(name, [one]).flatMap(guess => findHits(one, guess))
    return hits.map(({ node }) => [node, ...ancestorsOf(page.html, node, null)])
  })
  const [first, ...others] = lines.sort((a, b) => a.length - b.length)
  const ancestorSets = others.map(chains => new Set(chains.flat()))
  const found = (first ?? []).flatMap(
    chain => chain.find(node => ancestorSets.every(set => set.has(node))) ?? [],
  )
  return smallest(page, found)
}

function smallest(page: LearningPage, nodes: DocumentNode[]): DocumentNode | null {
  const [first] = nodes.toSorted((a, b) => (page.lengths().get(a) ?? 0) - (page.lengths().get(b) ?? 0))
  return first ?? null
}

/**
 * Returns the items to which nodes belong: the children of the common ancestor or, if such a child is a row of several
 * items, the children of the row. Null if two nodes belong to the same item.
 */
export function itemsAround(html: HtmlDocument, nodes: DocumentNode[]): DocumentNode[] | null {
  const top = commonAncestor(html, nodes)
  if (top === null || nodes.includes(top)) return null
  const lines = nodes.map(node => [node, ...ancestorsOf(html, node, top)].reverse())
  const depth = Math.min(...lines.map(line => line.length))
  let level = 0
  while (level + 1 < depth && isAlike(html, lines, level + 1) && lines.some(line => isRow(html, line, level)))
    level++
  return lines.map(line => line[level]!)
}

const isAlike = (html: HtmlDocument, lines: DocumentNode[][], level: number) =>
  lines.every(line => html.elementName(line[level]!) === html.elementName(lines[0]![level]!))

/** Whether an element has several children like the next one. */
function isRow(html: HtmlDocument, line: DocumentNode[], level: number): boolean {
  const [node, inner] = [line[level]!, line[level + 1]!]
  if (WHOLE.has(html.elementName(node)!)) return false
  const classes = classesOf(html, inner)
  let alike = 0
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child)) {
    const isSame = html.elementName(child) === html.elementName(inner)
    if (isSame && classesOf(html, child).some(name => classes.includes(name))) alike++
  }
  return alike > 1
}

const classesOf = (html: HtmlDocument, node: DocumentNode) =>
  (html.attribute(node, 'class') ?? '').split(/\s+/).filter(Boolean)
