import type { FootnoteDefinition } from 'mdast'
import { oncePerKey } from '../base/once.ts'
import type { DocumentNode, HtmlDocument, Skip } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { type AddressFor, readMarkdownTree } from '../parsers/html/markdown-tree.ts'
import { isBlockName } from './page-elements.ts'

/** The notes of a page that its text refers to. */
export interface Footnotes {
  /** By the element that refers to a note: the label of that note. */
  references: ReadonlyMap<DocumentNode, string>
  /** The elements that hold notes. */
  elements: Skip
  /** A note by its label. */
  noteOf(label: string): FootnoteDefinition
}

const MARKS = fastEngine.compile('a[href*="#"], [id], a[name]')
/** More are not looked at. */
const MOST_MARKS = 100_000
const MOST_NOTES = 5_000

/** What was found so far. */
interface Found {
  references: Map<DocumentNode, string>
  /** By label. */
  notes: Map<string, DocumentNode>
  elements: Set<DocumentNode>
}

/** Finds links that look like the mark of a note and lead further on in the page, and the notes there. */
export function findFootnotes(html: HtmlDocument, addressFor: AddressFor): Footnotes {
  const found: Found = { references: new Map(), notes: new Map(), elements: new Set() }
  const open = new Map<string, DocumentNode[]>()
  for (const mark of html.select(MARKS, html.root, MOST_MARKS)) {
    const place = html.attribute(mark, 'id') ?? html.attribute(mark, 'name') ?? ''
    const marks = open.get(place)
    if (marks && open.delete(place)) addNote(html, mark, marks, found)
    const target = targetOf(html, mark)
    if (target === null || isInAny(html, mark, found.elements)) continue
    const others = open.get(target)
    if (others) others.push(mark)
    else open.set(target, [mark])
  }
  const { references, elements, notes } = found
  return {
    references,
    elements,
    noteOf: oncePerKey(label => readNote(html, label, notes.get(label)!, addressFor)),
  }
}

const LONGEST_MARK = 6
const NOTE_CLASS = /footnote|noteref|fnref/i
/** `#note`, or the same page by a name that a wiki gives it. */
const PLACE = /^(?:\.\/[^#]*)?#(.+)$/

/** Where a link leads that looks like the mark of a note: raised, or called so; null for any other. */
function targetOf(html: HtmlDocument, link: DocumentNode): string | null {
  const place = placeOf(html, link)
  if (place === null || html.elementName(link) !== 'a') return null
  const isCalledSo =
    html.attribute(link, 'role') === 'doc-noteref' || NOTE_CLASS.test(html.attribute(link, 'class') ?? '')
  if (!isCalledSo && !isRaised(html, link)) return null
  return /[\p{L}\p{N}*†‡§]/u.test(labelIn(html, link)) ? place : null
}

function placeOf(html: HtmlDocument, link: DocumentNode): string | null {
  const [, place = null] = PLACE.exec(html.attribute(link, 'href') ?? '') ?? []
  try {
    return place && decodeURIComponent(place)
  } catch {
    return place
  }
}

const isSup = (html: HtmlDocument, node: DocumentNode | null) =>
  node !== null && html.elementName(node) === 'sup'

function isRaised(html: HtmlDocument, link: DocumentNode): boolean {
  const parent = html.parent(link)
  if (isSup(html, parent) || (parent !== null && isSup(html, html.parent(parent)))) return true
  const [inner] = html.select(SUP, link, 1)
  return inner !== undefined
}

const SUP = fastEngine.compile('sup')
const NOTHING: Skip = new Set()

/** What a mark says, without brackets; '' where that is too long for a mark. */
function labelIn(html: HtmlDocument, mark: DocumentNode): string {
  const text = html.text(mark, NOTHING)
  return text.length > LONGEST_MARK ? '' : text.replace(/[[\](){}\s]/g, '')
}

/** A longer one is a part of the text. */
const LONGEST_NOTE = 4_000

/** Registers a note, unless what is there is another one, or holds the very marks that lead to it. */
function addNote(html: HtmlDocument, place: DocumentNode, marks: DocumentNode[], found: Found): void {
  const { references, notes, elements } = found
  const element = elementOfNote(html, place)
  if (element === null || elements.has(element) || notes.size >= MOST_NOTES) return
  if (html.text(element, NOTHING).length > LONGEST_NOTE) return
  const itself = new Set([element])
  if (marks.some(mark => isInAny(html, mark, itself))) return
  const label = freeLabel(labelIn(html, marks[0]!), notes)
  notes.set(label, element)
  elements.add(element)
  for (const mark of marks) references.set(wholeMark(html, mark), label)
}

const LABEL = /^[\p{L}\p{N}]+$/u

function freeLabel(wanted: string, notes: Map<string, DocumentNode>): string {
  if (LABEL.test(wanted) && !notes.has(wanted)) return wanted
  let number = notes.size + 1
  while (notes.has(String(number))) number++
  return String(number)
}

/** A place that says no more than a mark does starts the block that is the note. */
function elementOfNote(html: HtmlDocument, place: DocumentNode): DocumentNode | null {
  if (html.text(place, NOTHING).length > LONGEST_MARK) return place
  for (let node = html.parent(place); node !== null; node = html.parent(node))
    if (isBlockName(html.elementName(node) ?? '')) return html.elementName(node) === 'body' ? null : node
  return null
}

function isInAny(html: HtmlDocument, node: DocumentNode, elements: Skip): boolean {
  for (let at: DocumentNode | null = node; at !== null; at = html.parent(at))
    if (elements.has(at)) return true
  return false
}

/** With the brackets around it, and what raises it. */
function wholeMark(html: HtmlDocument, mark: DocumentNode): DocumentNode {
  const label = labelIn(html, mark)
  let whole = mark
  for (let node = html.parent(mark); node !== null; node = html.parent(node)) {
    if (isBlockName(html.elementName(node) ?? 'div') || labelIn(html, node) !== label) break
    whole = node
  }
  return whole
}

const LINKS = fastEngine.compile('a[href*="#"], [role="doc-backlink"], .mw-cite-backlink')
const MOST_LINKS = 200

/** A note without the links that lead back to its marks. */
function readNote(
  html: HtmlDocument,
  label: string,
  element: DocumentNode,
  addressFor: AddressFor,
): FootnoteDefinition {
  const back = html.select(LINKS, element, MOST_LINKS).filter(link => isBacklink(html, link))
  const { children } = readMarkdownTree(html, element, new Set(back), addressFor)
  return {
    type: 'footnoteDefinition',
    identifier: label,
    label,
    children: children as FootnoteDefinition['children'],
  }
}

function isBacklink(html: HtmlDocument, link: DocumentNode): boolean {
  if (html.elementName(link) !== 'a' || html.attribute(link, 'role') === 'doc-backlink') return true
  return html.text(link, NOTHING).length <= LONGEST_MARK && placeOf(html, link) !== null
}
