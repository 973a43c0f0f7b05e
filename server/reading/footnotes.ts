import type { FootnoteDefinition } from 'mdast'
import { once, oncePerKey } from '../base/once.ts'
import { type DocumentNode, type HtmlDocument, NO_SKIP, type SkippedNodes } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { hasAtMost, isInAny } from '../html/walk-nodes.ts'
import type { AddressRewriter } from '../parsers/html/markdown/addresses.ts'
import { readMarkdownTree } from '../parsers/html/markdown/read-tree.ts'
import { isBlockName } from './page-elements.ts'

/** The footnotes that the text of a page refers to. */
export interface Footnotes {
  /** Labels of notes, by the element that refers to the note. */
  references: ReadonlyMap<DocumentNode, string>
  /** The elements that hold notes. */
  elements: SkippedNodes
  /** Returns a note by its label. */
  noteOf(label: string): FootnoteDefinition
}

const MARKS = fastEngine.compile('a[href*="#"], [id], a[name]')
/** Maximum number of links and targets to examine. */
const MAX_MARKS = 100_000
const MAX_NOTES = 5_000
/** Maximum number of elements to examine around a mark or its target: a page may be nested deeply, and have a mark at every level. */
const MAX_LEVELS = 100

/** The notes found so far. */
interface NoteRegistry {
  references: Map<DocumentNode, string>
  /** By label. */
  notes: Map<string, DocumentNode>
  elements: Set<DocumentNode>
}

/** Finds links that look like note marks and lead to a place further on in the page, and the notes at these places. */
export function findFootnotes(html: HtmlDocument, addressFor: AddressRewriter): Footnotes {
  const registry: NoteRegistry = { references: new Map(), notes: new Map(), elements: new Set() }
  const pending = new Map<string, DocumentNode[]>()
  for (const mark of html.select(MARKS, html.root, MAX_MARKS)) {
    const id = html.attribute(mark, 'id') ?? html.attribute(mark, 'name') ?? ''
    const marks = pending.get(id)
    if (marks && pending.delete(id)) addNote(html, mark, marks, registry)
    const target = targetOf(html, mark)
    if (target === null || isInAny(html, mark, registry.elements, MAX_LEVELS)) continue
    const pendingMarks = pending.get(target)
    if (pendingMarks) pendingMarks.push(mark)
    else pending.set(target, [mark])
  }
  const { references, elements, notes } = registry
  const innerNotes = once(() => notesInside(html, elements))
  return {
    references,
    elements,
    noteOf: oncePerKey(label => {
      const element = notes.get(label)!
      return readNote(html, label, element, innerNotes().get(element) ?? [], addressFor)
    }),
  }
}

/** Returns the notes that lie directly inside others: each is written once, not again with every note around it. */
function notesInside(html: HtmlDocument, elements: ReadonlySet<DocumentNode>) {
  const noteAround = (note: DocumentNode) => {
    for (const node of nearestAround(html, note)) if (elements.has(node)) return node
    return null
  }
  return Map.groupBy(elements, noteAround)
}

const MAX_MARK_LENGTH = 6
/** Maximum number of elements and texts in a mark. */
const MAX_MARK_NODES = 100
const NOTE_CLASS = /footnote|noteref|fnref/i
/** `#note`, or `./Page#note`, as wikis write links within a page. */
const FRAGMENT = /^(?:\.\/[^#]*)?#(.+)$/

/**
 * Returns the target of a link that looks like a note mark, because it is superscript or has a class or role that says so;
 * null for any other link.
 */
function targetOf(html: HtmlDocument, link: DocumentNode): string | null {
  const fragment = fragmentOf(html, link)
  if (fragment === null || html.elementName(link) !== 'a' || !isSmall(html, link)) return null
  const isNamedNote =
    html.attribute(link, 'role') === 'doc-noteref' || NOTE_CLASS.test(html.attribute(link, 'class') ?? '')
  if (!isNamedNote && !isSuperscript(html, link)) return null
  return /[\p{L}\p{N}*†‡§]/u.test(labelIn(html, link)) ? fragment : null
}

/** Whether a mark is short. Links and targets may be nested in each other, so that their whole texts take too long to read. */
const isSmall = (html: HtmlDocument, mark: DocumentNode): boolean => hasAtMost(html, mark, MAX_MARK_NODES)

/** Yields the elements around a node, the innermost first. */
function* nearestAround(html: HtmlDocument, node: DocumentNode): Generator<DocumentNode> {
  let left = MAX_LEVELS
  for (let around = html.parent(node); around !== null && left-- > 0; around = html.parent(around))
    yield around
}

function fragmentOf(html: HtmlDocument, link: DocumentNode): string | null {
  const [, fragment = null] = FRAGMENT.exec(html.attribute(link, 'href') ?? '') ?? []
  try {
    return fragment && decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const isSup = (html: HtmlDocument, node: DocumentNode | null) =>
  node !== null && html.elementName(node) === 'sup'

function isSuperscript(html: HtmlDocument, link: DocumentNode): boolean {
  const parent = html.parent(link)
  if (isSup(html, parent) || (parent !== null && isSup(html, html.parent(parent)))) return true
  const [inner] = html.select(SUP, link, 1)
  return inner !== undefined
}

const SUP = fastEngine.compile('sup')

/** Returns the text of a mark without brackets, or '' if it is too long for a mark. */
function labelIn(html: HtmlDocument, mark: DocumentNode): string {
  const text = isSmall(html, mark) ? html.text(mark, NO_SKIP) : null
  return text === null || text.length > MAX_MARK_LENGTH ? '' : text.replace(/[[\](){}\s]/g, '')
}

/** Maximum number of characters in a note, and of elements and texts; anything longer is part of the text. */
const MAX_NOTE_LENGTH = 4_000

/** Registers a note, unless its element is registered already, is too long, or contains the marks that refer to it. */
function addNote(
  html: HtmlDocument,
  target: DocumentNode,
  marks: DocumentNode[],
  registry: NoteRegistry,
): void {
  const { references, notes, elements } = registry
  const element = elementOfNote(html, target)
  if (element === null || elements.has(element) || notes.size >= MAX_NOTES) return
  if (!hasAtMost(html, element, MAX_NOTE_LENGTH) || html.text(element, NO_SKIP).length > MAX_NOTE_LENGTH)
    return
  const itself = new Set([element])
  if (marks.some(mark => isInAny(html, mark, itself, MAX_LEVELS))) return
  const label = freeLabel(labelIn(html, marks[0]!), notes)
  notes.set(label, element)
  elements.add(element)
  for (const mark of marks) references.set(outermostMark(html, mark), label)
}

const LABEL = /^[\p{L}\p{N}]+$/u

function freeLabel(preferred: string, notes: Map<string, DocumentNode>): string {
  if (LABEL.test(preferred) && !notes.has(preferred)) return preferred
  let number = notes.size + 1
  while (notes.has(String(number))) number++
  return String(number)
}

/**
 * Returns the element of the note at a target. A target with no more text than a mark only starts the note, so the block
 * around it is the note.
 */
function elementOfNote(html: HtmlDocument, target: DocumentNode): DocumentNode | null {
  if (!isSmall(html, target) || html.text(target, NO_SKIP).length > MAX_MARK_LENGTH) return target
  for (const node of nearestAround(html, target))
    if (isBlockName(html.elementName(node) ?? '')) return html.elementName(node) === 'body' ? null : node
  return null
}

/** Extends a mark to the elements around it that hold nothing else but brackets, such as `sup`. */
function outermostMark(html: HtmlDocument, mark: DocumentNode): DocumentNode {
  const label = labelIn(html, mark)
  let outermost = mark
  for (const node of nearestAround(html, mark)) {
    if (isBlockName(html.elementName(node) ?? 'div') || labelIn(html, node) !== label) break
    outermost = node
  }
  return outermost
}

const BACKLINKS = fastEngine.compile('a[href*="#"], [role="doc-backlink"], .mw-cite-backlink')
const MAX_LINKS = 200

/** Returns the content of a note without its own mark, the links back to its marks, and the notes inside it. */
function readNote(
  html: HtmlDocument,
  label: string,
  element: DocumentNode,
  innerNotes: readonly DocumentNode[],
  addressFor: AddressRewriter,
): FootnoteDefinition {
  const backlinks = html.select(BACKLINKS, element, MAX_LINKS).filter(link => isBacklink(html, link))
  const skip = new Set([...backlinks, ...innerNotes, ...ownMark(html, element, label)])
  const { children } = readMarkdownTree(html, element, skip, addressFor)
  return {
    type: 'footnoteDefinition',
    identifier: label,
    label,
    children: children as FootnoteDefinition['children'],
  }
}

/** Returns the raised mark with which a note begins, since its label says the same. */
function ownMark(html: HtmlDocument, note: DocumentNode, label: string): DocumentNode[] {
  return html
    .select(SUP, note, 1)
    .filter(
      mark => labelIn(html, mark) === label && html.text(note, NO_SKIP).startsWith(html.text(mark, NO_SKIP)),
    )
}

function isBacklink(html: HtmlDocument, link: DocumentNode): boolean {
  if (html.elementName(link) !== 'a' || html.attribute(link, 'role') === 'doc-backlink') return true
  return html.text(link, NO_SKIP).length <= MAX_MARK_LENGTH && fragmentOf(html, link) !== null
}
