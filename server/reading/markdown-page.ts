import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked'
import { attributeText, escapeText } from '../parsers/html/write-html.ts'

/**
 * Converts a page of Markdown to HTML, with links to its footnotes and its front matter as the head. HTML in the Markdown is
 * kept as it is. Returns null if the Markdown is nested too deeply for the library.
 */
export function htmlOfMarkdown(markdown: string): string | null {
  const { head, body } = splitFrontMatter(markdown)
  try {
    return head + createReader().parse(body, { async: false })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Maximum number of lines of front matter; anything longer is text. */
const MAX_LINES = 200
const PAIR = /^([\w-]{1,40})[ \t]*:(?:[ \t]+(\S.*))?$/
const CONTINUATION = /^(?:[ \t]|-|#|$)/

const META_NAMES = new Map([
  ['description', 'description'],
  ['summary', 'description'],
  ['author', 'author'],
  ['date', 'article:published_time'],
  ['lang', 'language'],
])

/** Splits off the front matter: names and values at the beginning, between two lines of dashes. */
function splitFrontMatter(markdown: string): { head: string; body: string } {
  const unsplit = { head: '', body: markdown }
  if (!/^---[ \t]*\r?\n/.test(markdown)) return unsplit
  const lines = markdown.split('\n', MAX_LINES).map(line => line.trimEnd())
  const end = lines.findIndex((line, at) => at > 0 && (line === '---' || line === '...'))
  const pairs = lines.slice(1, Math.max(end, 1))
  const isFrontMatter =
    PAIR.test(pairs[0] ?? '') && pairs.every(line => PAIR.test(line) || CONTINUATION.test(line))
  if (!isFrontMatter) return unsplit
  const from = lines.length <= end ? markdown.length : lineStart(markdown, end + 1)
  return { head: pairs.map(headOf).join(''), body: markdown.slice(from) }
}

function lineStart(text: string, line: number): number {
  let at = 0
  for (let passed = 0; passed < line; passed++) {
    const end = text.indexOf('\n', at)
    if (end < 0) return text.length
    at = end + 1
  }
  return at
}

function headOf(line: string): string {
  const [, name = '', rawValue = ''] = PAIR.exec(line) ?? []
  const value = scalarOf(rawValue)
  if (value === '') return ''
  // The title of a page is otherwise taken from its first heading.
  if (name === 'title') return `<title>${escapeText(value)}</title>${metaElement('og:title', value)}`
  const meta = META_NAMES.get(name)
  return meta === undefined ? '' : metaElement(meta, value)
}

const metaElement = (name: string, content: string) =>
  `<meta${attributeText('name', name)}${attributeText('content', content)}>`

/** Returns a scalar value without its quotes, or '' for lists and other structures. */
function scalarOf(rawValue: string): string {
  const [, quoted] = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(rawValue)?.slice(1) ?? []
  if (quoted !== undefined) return quoted
  return /^[[{|>&*!]/.test(rawValue) ? '' : rawValue.replace(/\s#.*$/, '').trim()
}

const MAX_LABEL_LENGTH = 100

/** Creates a Markdown reader for one page, whose footnotes it keeps track of. */
function createReader(): Marked {
  // The lexer reads all blocks before any inline text, so all notes are known when marks are read.
  const notes = new Map<string, number>()
  const note: TokenizerAndRendererExtension = {
    name: 'note',
    level: 'block',
    tokenizer(source) {
      const [raw, label, text] =
        /^\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?: {2,}|\t)[^\n]*)*)(?:\n|$)/.exec(source) ?? []
      if (raw === undefined || label === undefined || text === undefined) return undefined
      if (!notes.has(label)) notes.set(label, notes.size + 1)
      const token: Tokens.Generic = { type: 'note', raw, label, tokens: [] }
      this.lexer.inline(text.replace(/\n\s+/g, '\n'), token.tokens)
      return token
    },
    renderer({ label, tokens = [] }) {
      return `<div><a${attributeText('id', noteId(label))}></a>${this.parser.parseInline(tokens)}</div>\n`
    },
  }
  const mark: TokenizerAndRendererExtension = {
    name: 'mark',
    level: 'inline',
    tokenizer(source) {
      const end = source.startsWith('[^') ? source.slice(0, MAX_LABEL_LENGTH).indexOf(']') : -1
      const label = source.slice(2, Math.max(end, 2))
      return notes.has(label) ? { type: 'mark', raw: source.slice(0, end + 1), label } : undefined
    },
    renderer({ label }) {
      const address = attributeText('href', `#${encodeURIComponent(noteId(label))}`)
      return `<sup><a${address}>${notes.get(label)}</a></sup>`
    },
  }
  const renderer = { checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ ') }
  return new Marked({ extensions: [note, mark], renderer })
}

const noteId = (label: string) => `note-${label}`
