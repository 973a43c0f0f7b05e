import type { DocumentNode, HtmlDocument, Skip } from '../../html/document.ts'
import { plainCharacters, readText } from './read-text.ts'

/** Deeper markup is written as its text. */
const MAX_DEPTH = 200
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'head'])
const BLOCKS = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header html main nav p section summary table tbody thead tfoot'.split(
    ' ',
  ),
)

interface Writing {
  html: HtmlDocument
  skip: Skip
  depth: number
  /** By parent: its first row. */
  firstRows: Map<DocumentNode, DocumentNode>
}

/** A node as Markdown: headings, paragraphs, lists, quotes, code, tables, links, pictures and emphasis. */
export function writeMarkdown(html: HtmlDocument, node: DocumentNode, skip: Skip): string {
  return tidy(write(node, { html, skip, depth: 0, firstRows: new Map() }))
}

/** Line by line, since a pattern would look at each blank of a long line anew. */
const tidy = (text: string) =>
  text
    .split('\n')
    .map((line, at, { length }) => (at < length - 1 ? withoutBlanksAtEnd(line) : line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

function withoutBlanksAtEnd(line: string): string {
  let end = line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--
  return line.slice(0, end)
}

function inside(node: DocumentNode, writing: Writing): string {
  const { html, depth } = writing
  if (depth > MAX_DEPTH) return readText(html, node)
  const pieces: string[] = [html.characters(node) ?? '']
  const inner = { ...writing, depth: depth + 1 }
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child))
    pieces.push(write(child, inner))
  return pieces.join('')
}

function write(node: DocumentNode, writing: Writing): string {
  const { html, skip } = writing
  const name = html.elementName(node)
  if (name === null) return html.characters(node)?.replace(/\s+/g, ' ') ?? inside(node, writing)
  if (UNREAD.has(name) || skip.has(node)) return ''
  const special = SPECIAL.get(name)
  if (special) return special(node, writing)
  if (/^h[1-6]$/.test(name)) return block(`${'#'.repeat(Number(name[1]))} ${line(node, writing)}`)
  return BLOCKS.has(name) ? block(inside(node, writing).trim()) : inside(node, writing)
}

type Writer = (node: DocumentNode, writing: Writing) => string

const SPECIAL: ReadonlyMap<string, Writer> = new Map<string, Writer>(
  Object.entries({
    br: () => '\n',
    hr: () => block('---'),
    strong: emphasis('**'),
    b: emphasis('**'),
    em: emphasis('*'),
    i: emphasis('*'),
    code: emphasis('`'),
    a: link,
    img: image,
    ul: list,
    ol: list,
    pre: (node, { html }) =>
      block(`\`\`\`\n${plainCharacters(html, node).replace(/^\n/, '').trimEnd()}\n\`\`\``),
    blockquote: (node, writing) =>
      block(tidy(inside(node, writing)).replace(/^/gm, '> ').replace(/^> $/gm, '>')),
    tr: row,
  }),
)

const block = (text: string) => (text === '' ? '' : `\n\n${text}\n\n`)

const line = (node: DocumentNode, writing: Writing) => inside(node, writing).replace(/\s+/g, ' ').trim()

function emphasis(mark: string): Writer {
  return (node, writing) => {
    const text = inside(node, writing)
    const inner = text.trim()
    return inner === '' ? text : text.replace(inner, () => `${mark}${inner}${mark}`)
  }
}

function link(node: DocumentNode, writing: Writing): string {
  const text = line(node, writing)
  const href = writing.html.attribute(node, 'href')?.trim()
  return href && text ? `[${text}](${href})` : text
}

function image(node: DocumentNode, { html }: Writing): string {
  const src = html.attribute(node, 'src')?.trim()
  return src ? `![${html.attribute(node, 'alt')?.trim() ?? ''}](${src})` : ''
}

function list(node: DocumentNode, writing: Writing): string {
  const { html } = writing
  const isNumbered = html.elementName(node) === 'ol'
  const items: string[] = []
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child)) {
    if (html.elementName(child) !== 'li' || writing.skip.has(child)) continue
    const mark = isNumbered ? `${items.length + 1}. ` : '- '
    const text = inside(child, { ...writing, depth: writing.depth + 1 })
      .trim()
      .replace(/\n{2,}/g, '\n')
    items.push(mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`))
  }
  return block(items.join('\n'))
}

/** The first row of a table is its head. */
function row(node: DocumentNode, writing: Writing): string {
  const { html } = writing
  const cells: string[] = []
  for (let cell = html.firstChild(node); cell !== null; cell = html.nextSibling(cell)) {
    if (html.elementName(cell) !== null) cells.push(line(cell, writing).replaceAll('|', '\\|'))
  }
  const rule = isFirstRow(node, writing) ? `| ${cells.map(() => '---').join(' | ')} |\n` : ''
  return `| ${cells.join(' | ')} |\n${rule}`
}

function isFirstRow(row: DocumentNode, { html, firstRows }: Writing): boolean {
  const parent = html.parent(row)!
  if (!firstRows.has(parent)) firstRows.set(parent, firstRowIn(html, parent))
  return firstRows.get(parent) === row && (html.elementName(parent) !== 'tbody' || !hasHead(html, parent))
}

function firstRowIn(html: HtmlDocument, parent: DocumentNode): DocumentNode {
  let at = html.firstChild(parent)
  while (at !== null && html.elementName(at) !== 'tr') at = html.nextSibling(at)
  return at!
}

function hasHead(html: HtmlDocument, body: DocumentNode): boolean {
  for (let at = html.firstChild(html.parent(body)!); at !== null && at !== body; at = html.nextSibling(at)) {
    if (['thead', 'tbody'].includes(html.elementName(at) ?? '')) return true
  }
  return false
}
