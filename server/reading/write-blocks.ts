import { marked } from 'marked'
import type { List, Nodes, RootContent, Table } from 'mdast'
import { writeBlocks } from '../parsers/html/write-markdown.ts'

export const FORMATS = ['markdown', 'text', 'html'] as const
export type Format = (typeof FORMATS)[number]

/** A part of a text that is given as a whole: a heading, a paragraph, a list. */
export interface TextBlock {
  text: string
  /** What a heading says, and its level from 1 to 6. */
  heading: { level: number; text: string } | null
}

const LONGEST_HEADING = 300

/** Items of a list, and rows of a table, that are given as a whole. */
const MOST_ITEMS = 40

/** Writes the blocks of a text. Long lists and tables are several. */
export function writeTextBlocks(children: RootContent[], format: Format): TextBlock[] {
  const blocks = inGroups(children).flatMap(group => (group.length === 1 ? cut(group[0]!) : [group]))
  return blocks.flatMap(group => {
    const text = WRITERS[format](group)
    return text === '' ? [] : [{ text, heading: headingOf(group[0]!) }]
  })
}

const headingOf = (block: RootContent): TextBlock['heading'] =>
  block.type === 'heading' ? { level: block.depth, text: plainText(block).slice(0, LONGEST_HEADING) } : null

/** Lists that follow one another are written together, or they would be read as one. */
function inGroups(children: RootContent[]): RootContent[][] {
  const groups: RootContent[][] = []
  for (const child of children) {
    const group = groups.at(-1)
    const isNext = child.type === 'list' && group?.at(-1)?.type === 'list'
    if (isNext) group.push(child)
    else groups.push([child])
  }
  return groups
}

function cut(block: RootContent): RootContent[][] {
  if (block.type === 'list')
    return slices(block.children.length).map(([from, to]) => [listPart(block, from, to)])
  if (block.type === 'table' && block.children.length > MOST_ITEMS)
    return slices(block.children.length - 1).map(([from, to]) => [tablePart(block, from, to)])
  return [[block]]
}

function slices(length: number): [from: number, to: number][] {
  const count = Math.ceil(length / MOST_ITEMS)
  return Array.from({ length: count }, (_, index) => [index * MOST_ITEMS, (index + 1) * MOST_ITEMS])
}

const listPart = (list: List, from: number, to: number): List => ({
  ...list,
  ...(list.ordered && { start: (list.start ?? 1) + from }),
  children: list.children.slice(from, to),
})

/** Each part has the head of the table. */
const tablePart = (table: Table, from: number, to: number): Table => ({
  ...table,
  children: [table.children[0]!, ...table.children.slice(from + 1, to + 1)],
})

const WRITERS: Record<Format, (blocks: RootContent[]) => string> = {
  markdown: writeBlocks,
  text: blocks => blocks.map(plainText).join('\n\n').trim(),
  html: blocks => marked.parse(writeBlocks(blocks), { async: false, gfm: true }).trim(),
}

/** What stands between the parts of a node. */
const BETWEEN: Partial<Record<Nodes['type'], string>> = {
  list: '\n',
  listItem: '\n',
  blockquote: '\n\n',
  table: '\n',
  tableRow: '\t',
}

/** The words of a node. Trees are no deeper than the reader of Markdown makes them. */
function plainText(node: Nodes): string {
  if (node.type === 'break') return '\n'
  if (node.type === 'image') return node.alt ?? ''
  if ('children' in node) return node.children.map(plainText).join(BETWEEN[node.type] ?? '')
  return 'value' in node ? node.value : ''
}
