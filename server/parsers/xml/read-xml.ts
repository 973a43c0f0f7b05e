import { Document, Element, type ParentNode, Text } from 'domhandler'
import { decodeXML } from 'entities'

/** The name of a tag ends at white space, a slash or the closing bracket. */
const NAME = /[^\s/>]*/y
const ATTRIBUTE = /\s*([^\s=/>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?/y

/** Parses an XML text; names keep their case. Malformed XML never throws: there is always a tree. */
export function readXml(xml: string): Document {
  const document = new Document([])
  const counts = new Map<string, number>()
  let open: ParentNode = document
  for (let at = 0; at < xml.length; ) {
    const start = xml.indexOf('<', at)
    const end = start < 0 ? xml.length : start
    if (end > at) appendNode(open, new Text(decodeXML(xml.slice(at, end))))
    if (start < 0) break
    const markupEnd = skipMarkup(xml, start, open)
    if (markupEnd) at = markupEnd
    else if (xml[start + 1] === '/') [at, open] = [afterTag(xml, start), close(xml, start, open, counts)]
    else [at, open] = openTag(xml, start, open, counts)
  }
  return document
}

const MARKS: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/**
 * Returns the end of a comment, processing instruction, declaration or CDATA section, and keeps the text of the last.
 * Returns 0 for anything else.
 */
function skipMarkup(xml: string, start: number, open: ParentNode): number {
  for (const [mark, ending] of MARKS) {
    if (!xml.startsWith(mark, start)) continue
    const found = xml.indexOf(ending, start + mark.length)
    const end = found < 0 ? xml.length : found
    if (mark === '<![CDATA[') appendNode(open, new Text(xml.slice(start + mark.length, end)))
    return Math.min(xml.length, end + ending.length)
  }
  return xml.startsWith('<!', start) ? afterDeclaration(xml, start) : 0
}

/** A document type declaration may contain other declarations in brackets. */
function afterDeclaration(xml: string, start: number): number {
  const end = afterTag(xml, start)
  if (!xml.slice(start, end).includes('[')) return end
  const closeTag = xml.indexOf(']>', start)
  return closeTag < 0 ? xml.length : closeTag + 2
}

const afterTag = (xml: string, start: number): number => {
  const end = xml.indexOf('>', start)
  return end < 0 ? xml.length : end + 1
}

/**
 * Returns the open node after an end tag. The tag closes everything inside its element; without an open element of its
 * name, it does nothing. `counts` holds the open elements by name, so that unmatched end tags need no search.
 */
function close(xml: string, start: number, open: ParentNode, counts: Map<string, number>): ParentNode {
  const name = match(NAME, xml, start + 2)![0]
  if (!counts.get(name)) return open
  for (let at = open as Element; ; at = at.parent as Element) {
    counts.set(at.name, counts.get(at.name)! - 1)
    if (at.name === name) return at.parent!
  }
}

function openTag(
  xml: string,
  start: number,
  open: ParentNode,
  counts: Map<string, number>,
): [number, ParentNode] {
  const name = match(NAME, xml, start + 1)![0]
  if (name === '') {
    appendNode(open, new Text('<'))
    return [start + 1, open]
  }
  const attributes: Record<string, string> = Object.create(null)
  let at = NAME.lastIndex
  for (let found = match(ATTRIBUTE, xml, at); found; found = match(ATTRIBUTE, xml, at)) {
    attributes[found[1]!] ??= decodeXML((found[2] ?? '').replace(/^(["'])(.*)\1$/s, '$2'))
    at = ATTRIBUTE.lastIndex
  }
  const end = afterTag(xml, at)
  const element = new Element(name, attributes)
  appendNode(open, element)
  if (/\/\s*>$/.test(xml.slice(at, end))) return [end, open]
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return [end, element]
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function appendNode(parent: ParentNode, node: Element | Text): void {
  const last = parent.children.at(-1) ?? null
  node.parent = parent
  node.prev = last
  if (last) last.next = node
  parent.children.push(node)
}
