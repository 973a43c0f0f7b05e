import type { Code, List, Nodes, Paragraph, PhrasingContent, RootContent } from 'mdast'
import type { MarkdownTable } from '../parsers/html/markdown/read-table.ts'
import { plainText } from './plain-text.ts'

/** A part of a text that is never divided: a heading, a paragraph, a list. */
export interface TextBlock {
  /** Index among the blocks of the page. */
  number: number
  nodes: RootContent[]
  /** The text of a heading, and its level from 1 to 6; null for any other block. */
  heading: { level: number; text: string } | null
  /** Labels of the notes that the block refers to. */
  notes: string[]
}

/** Maximum number of list items, or of table rows, in a block. */
const MAX_ITEMS = 40
/** Maximum number of characters of a paragraph or of code in a block. */
const MAX_CHARACTERS = 16_000
const MAX_HEADING_LENGTH = 300

/** Splits a text into blocks. Long lists, tables, paragraphs and code become several blocks. */
export function splitBlocks(children: RootContent[]): TextBlock[] {
  const blocks = groupLists(children).flatMap(group => (group.length === 1 ? splitBlock(group[0]!) : [group]))
  return blocks.map((nodes, number) => ({
    number,
    nodes,
    heading: headingOf(nodes[0]!),
    notes: nodes.flatMap(notesIn),
  }))
}

const headingOf = (block: RootContent): TextBlock['heading'] =>
  block.type === 'heading'
    ? { level: block.depth, text: plainText(block).slice(0, MAX_HEADING_LENGTH) }
    : null

/** Recursion is safe: the Markdown reader limits the depth of trees. */
function notesIn(node: Nodes): string[] {
  if (node.type === 'footnoteReference') return [node.identifier]
  return 'children' in node ? node.children.flatMap(notesIn) : []
}

/** Groups adjacent lists, which have to be written together: written one by one, they would read as one list. */
function groupLists(children: RootContent[]): RootContent[][] {
  const groups: RootContent[][] = []
  for (const child of children) {
    const group = groups.at(-1)
    const isNext = child.type === 'list' && group?.at(-1)?.type === 'list'
    if (isNext) group.push(child)
    else groups.push([child])
  }
  return groups
}

function splitBlock(block: RootContent): RootContent[][] {
  if (block.type === 'list') return rangesOf(block.children.length).map(range => [listPart(block, range)])
  if (block.type === 'table' && block.children.length > MAX_ITEMS)
    return splitTable(block as MarkdownTable).map(part => [part])
  if (block.type === 'paragraph') return splitParagraph(block).map(part => [part])
  if (block.type === 'code' && block.value.length > MAX_CHARACTERS)
    return splitCode(block).map(part => [part])
  return [[block]]
}

type Range = [from: number, to: number]

function rangesOf(length: number): Range[] {
  const count = Math.ceil(length / MAX_ITEMS)
  return Array.from({ length: count }, (_, index) => [index * MAX_ITEMS, (index + 1) * MAX_ITEMS])
}

const listPart = (list: List, [from, to]: Range): List => ({
  ...list,
  ...(list.ordered && { start: (list.start ?? 1) + from }),
  children: list.children.slice(from, to),
})

/** Splits a long table; each part repeats the head of the table. */
function splitTable(table: MarkdownTable): MarkdownTable[] {
  const head = table.children.slice(0, table.heads)
  const rows = table.children.slice(table.heads)
  return rangesOf(rows.length).map(range => ({ ...table, children: [...head, ...rows.slice(...range)] }))
}

/** Splits a long paragraph between its nodes. The Markdown reader has already cut long texts into several nodes. */
function splitParagraph(paragraph: Paragraph): Paragraph[] {
  const parts: PhrasingContent[][] = [[]]
  let characters = 0
  for (const child of paragraph.children) {
    const length = plainText(child).length
    if (characters > 0 && characters + length > MAX_CHARACTERS) {
      parts.push([])
      characters = 0
    }
    characters += length
    parts.at(-1)!.push(child)
  }
  return parts.map(children => ({ ...paragraph, children }))
}

/** Cuts a long line, as JSON and scripts often are, without breaking a surrogate pair. */
function cutLine(line: string): string[] {
  if (line.length <= MAX_CHARACTERS) return [line]
  const parts: string[] = []
  for (let from = 0; from < line.length; ) {
    const to = Math.min(line.length, from + MAX_CHARACTERS)
    const isInPair = to < line.length && /[\uD800-\uDBFF]/.test(line[to - 1]!)
    parts.push(line.slice(from, isInPair ? to - 1 : to))
    from = isInPair ? to - 1 : to
  }
  return parts
}

function splitCode(code: Code): Code[] {
  const parts: string[][] = [[]]
  let characters = 0
  for (const line of code.value.split('\n').flatMap(cutLine)) {
    if (characters > 0 && characters + line.length > MAX_CHARACTERS) {
      parts.push([])
      characters = 0
    }
    characters += line.length + 1
    parts.at(-1)!.push(line)
  }
  return parts.map(lines => ({ ...code, value: lines.join('\n') }))
}
