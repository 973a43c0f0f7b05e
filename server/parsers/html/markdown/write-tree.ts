import type {
  Delete,
  FootnoteDefinition,
  FootnoteReference,
  InlineCode,
  ListItem,
  Parents,
  Root,
  RootContent,
  TableCell,
  TableRow,
  Text,
} from 'mdast'
import {
  defaultHandlers,
  type Info,
  type Options,
  type State,
  toMarkdown,
  type Unsafe,
} from 'mdast-util-to-markdown'
import { oncePerKey } from '../../../base/once.ts'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../../html/document.ts'
import type { InlineMath } from './read-formula.ts'
import type { MarkdownTable } from './read-table.ts'
import { readMarkdownTree } from './read-tree.ts'

declare module 'mdast-util-to-markdown' {
  interface ConstructNameMap {
    strikethrough: 'strikethrough'
    table: 'table'
    tableCell: 'tableCell'
  }
}

/** Writes a node as Markdown: headings, paragraphs, lists, quotes, code, tables, links, pictures and emphasis. */
export const writeMarkdown = (html: HtmlDocument, node: DocumentNode, skip: SkippedNodes): string =>
  writeBlocks(readMarkdownTree(html, node, skip).children)

/** Writes blocks of a Markdown tree as a document of their own. */
export const writeBlocks = (children: RootContent[]): string =>
  toMarkdown({ type: 'root', children }, OPTIONS).trimEnd()

/** Where the library writes addresses. */
const ADDRESSES: Unsafe['inConstruct'] = ['destinationLiteral', 'destinationRaw']

/**
 * Tables have the syntax of GitHub. The library for them pads every row to the longest, which takes forever on a hostile
 * page.
 */
const OPTIONS: Options = {
  bullet: '-',
  rule: '-',
  resourceLink: true,
  handlers: {
    delete: Object.assign(struckOut, { peek: () => '~' }),
    footnoteDefinition,
    footnoteReference: Object.assign(({ label }: FootnoteReference) => `[^${label}]`, { peek: () => '[' }),
    inlineCode,
    inlineMath: Object.assign(inlineMath, { peek: () => '$' }),
    listItem,
    root,
    table,
    tableCell,
    text: Object.assign(text, { peek: peekText }),
  },
  unsafe: [
    { character: '~', inConstruct: 'strikethrough' },
    // GitHub strikes out the text between two single tildes too: `3~5 or 7~9`.
    { character: '~', before: '(?<=[^\\s/])', inConstruct: 'phrasing', notInConstruct: ADDRESSES },
    { character: '|', inConstruct: 'tableCell' },
    { character: '\n', inConstruct: 'tableCell' },
    { atBreak: true, character: '|', after: '[\\t :-]' },
    { atBreak: true, character: ':', after: '-' },
    { atBreak: true, character: '-', after: '[:|-]' },
  ],
}

/** Writes a document. Of the library's patterns, that for `&` would escape it in most addresses with a query. */
function root(node: Root, parent: Parents | undefined, state: State, info: Info): string {
  const at = state.unsafe.findIndex(({ character }) => character === '&')
  state.unsafe[at] = asReference(state.unsafe[at]!)
  return defaultHandlers.root(node, parent, state, info)
}

/** Narrows the pattern for `&` to what is a character reference, or may be one together with the next text. */
const asReference = oncePerKey((pattern: Unsafe): Unsafe => ({ ...pattern, after: '#?\\w*(?:;|$)' }))

/** Characters that are escaped anywhere, and those that are escaped only at the start of a line. */
const ESCAPED = /[!&*<[\]_`\\|#~]/
const ESCAPED_AT_START = /^[-+=>~:\d]/

/** Most texts have nothing to escape. Checking for that takes a fraction of the time of the library's forty patterns. */
function text(node: Text, parent: Parents | undefined, state: State, info: Info): string {
  const isAtStart = info.before === '' || info.before === '\n'
  const isPlain = !ESCAPED.test(node.value) && !(isAtStart && ESCAPED_AT_START.test(node.value))
  return isPlain ? node.value : defaultHandlers.text(node, parent, state, info)
}

function struckOut(node: Delete, _: Parents | undefined, state: State, info: Info): string {
  const exits = [state.enter('strikethrough'), state.enter('phrasing')]
  const value = state.containerPhrasing(node, { ...info, before: '~', after: '~' })
  for (const exit of exits.reverse()) exit()
  return `~~${value}~~`
}

/** Returns how a text starts. The library would write the whole text to find out. */
function peekText({ value }: Text, parent: Parents | undefined, state: State, info: Info): string {
  return text({ type: 'text', value: value.slice(0, 2) }, parent, state, info).charAt(0)
}

/** Passes a list of one item with its number, since the library would search the whole list for its index. */
function listItem(item: ListItem, parent: Parents | undefined, state: State, info: Info): string {
  if (parent?.type !== 'list') return defaultHandlers.listItem(item, parent, state, info)
  const start = (parent.start ?? 1) + state.indexStack.at(-1)!
  return defaultHandlers.listItem(item, { ...parent, start, children: [item] }, state, info)
}

function inlineCode(node: InlineCode, parent: Parents | undefined, state: State): string {
  const code = defaultHandlers.inlineCode(node, parent, state)
  return state.stack.includes('tableCell') ? code.replaceAll('|', '\\|') : code
}

function inlineMath({ value }: InlineMath, _: Parents | undefined, state: State): string {
  const formula = `$${value}$`
  return state.stack.includes('tableCell') ? formula.replaceAll('|', '\\|') : formula
}

/** All lines of a note after the first are indented. */
function footnoteDefinition(
  note: FootnoteDefinition,
  _: Parents | undefined,
  state: State,
  info: Info,
): string {
  const text = state.containerFlow(note, info)
  return `[^${note.label}]: ${state.indentLines(text, (line, index, isBlank) => (index === 0 || isBlank ? line : `    ${line}`))}`
}

function table(table: MarkdownTable, _: Parents | undefined, state: State, info: Info): string {
  const exit = state.enter('table')
  const rows = table.children.map(row => cellsOf(row, state, info))
  exit()
  const [head, ...others] = rows
  if (table.isHeadless) return rows.map(rowOf).join('\n')
  // Cells beyond those of the head would not be shown, so the head is widened.
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const wide = Array.from({ length: width }, (_, index) => head![index] ?? '')
  return [wide, wide.map(() => '---'), ...others].map(rowOf).join('\n')
}

const rowOf = (cells: string[]) => `| ${cells.join(' | ')} |`

const cellsOf = ({ children }: TableRow, state: State, info: Info): string[] =>
  children.map(cell => tableCell(cell, undefined, state, info))

function tableCell(cell: TableCell, _: Parents | undefined, state: State, info: Info): string {
  const exits = [state.enter('tableCell'), state.enter('phrasing')]
  const value = state.containerPhrasing(cell, { ...info, before: ' ', after: ' ' })
  for (const exit of exits.reverse()) exit()
  return value
}
