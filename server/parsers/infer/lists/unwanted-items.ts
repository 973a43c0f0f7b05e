import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'
import { readText } from '../../html/read-text.ts'
import type { Json, RuleObject } from '../../parser-schema.ts'
import { classesOf } from '../page/class-counts.ts'
import { learningEngine } from '../page/learning-page.ts'
import { compact } from '../page/text-lengths.ts'
import { nameInCss } from '../rules/anchors.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import { kindOfName } from '../rules/name-kinds.ts'

const MAX_LISTS = 6
const MAX_ITEMS = 200
const MAX_MARKS = 3
/** The maximum number of elements of a list per wanted item, and their maximum length relative to the longest item. */
const MAX_RATIO = 1.5
const MAX_LENGTH_RATIO = 4
const PENALTY = 0.04

/**
 * Returns rules for a list that also has elements which are not items, and share something that no item has: headings in
 * `<li><strong>Dough</strong></li>`, advertisements in `<li class="promo">`.
 */
export function withoutUnwanted({ page, node }: FieldCase, wanted: Json[], lists: Candidate[]): Candidate[] {
  if (node !== null) return []
  const texts = wanted.map(value => compact(String(value)))
  const best = lists.filter(({ rule }) => rule.read === undefined).sort((a, b) => b.score - a.score)
  const byCss = best.filter(({ rule }) => /^[^,@]+$/.test(rule.css ?? '')).slice(0, MAX_LISTS)
  const byXPath = best.filter(({ rule }) => rule.xpath !== undefined).slice(0, MAX_LISTS)
  const marked = byCss.map(list => ({ list, marks: marksOfUnwanted(page, list.rule.css!, texts) }))
  const names = [...new Set(marked.flatMap(({ marks }) => marks))].flatMap(
    mark => HAS_ELEMENT.exec(mark)?.[1] ?? [],
  )
  return [
    ...marked.flatMap(({ list, marks }) =>
      marks.map(mark => without(list, mark, { css: `${list.rule.css}:not(${mark})` })),
    ),
    ...byXPath.flatMap(list =>
      names.map(name => without(list, name, { xpath: `${list.rule.xpath}[not(.//${name})]` })),
    ),
  ]
}

const HAS_ELEMENT = /^:has\((\w+)\)$/

const without = ({ rule, score, reasons }: Candidate, mark: string, source: RuleObject): Candidate => ({
  rule: { ...rule, ...source },
  score: score - PENALTY,
  reasons: [...reasons, `those with ${mark} are not wanted`],
})

/** Returns selectors of the unwanted elements of a list that match none of its items; none if all elements are wanted. */
function marksOfUnwanted({ html, lengths }: FieldCase['page'], css: string, texts: string[]): string[] {
  const found = html.select(learningEngine.compile(css), html.root, MAX_ITEMS)
  if (found.length <= texts.length || found.length > MAX_RATIO * texts.length) return []
  const longest = Math.max(...texts.map(({ length }) => length))
  if (found.some(node => (lengths().get(node) ?? 0) > MAX_LENGTH_RATIO * longest)) return []
  const items: DocumentNode[] = []
  const others: DocumentNode[] = []
  for (const node of found) {
    if (compact(readText(html, node)) === texts[items.length]) items.push(node)
    else others.push(node)
  }
  if (items.length < texts.length) return []
  const [first, ...rest] = others.map(node => marksOf(html, node))
  const ofItems = new Set(items.flatMap(node => marksOf(html, node)))
  return first!
    .filter(mark => !ofItems.has(mark) && rest.every(marks => marks.includes(mark)))
    .slice(0, MAX_MARKS)
}

/** Returns what distinguishes an element from others of its list: its classes, and the elements in it. */
function marksOf(html: HtmlDocument, node: DocumentNode): string[] {
  const classes = classesOf(html.attribute(node, 'class') ?? '').filter(
    name => /^[a-z][\w-]*$/i.test(name) && kindOfName(name) !== 'machine',
  )
  const names = elementsIn(html, node).map(inner => html.elementName(inner)!)
  return [...new Set([...classes.map(name => `.${name}`), ...names.map(name => `:has(${nameInCss(name)})`)])]
}
