import type { Code } from 'mdast'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../../html/document.ts'
import { childElements } from '../../../html/walk-nodes.ts'
import type { InlineContent } from './inline.ts'

/** Longer inline code is written as text: the writer scans it once for each number of backticks in it. */
const MAX_CODE_LENGTH = 10_000

interface CodeContext {
  html: HtmlDocument
  skip: SkippedNodes
}

/** Reads a block of code; null if it is empty. */
export function readCode(pre: DocumentNode, { html, skip }: CodeContext): Code | null {
  const value = charactersOf(pre, html, skip).replace(/^\n/, '').trimEnd()
  return value ? { type: 'code', lang: languageOf(pre, html), value } : null
}

/** Adds an element as code to a line. */
export function readInlineCode(
  node: DocumentNode,
  { html, skip, inline }: CodeContext & { inline: InlineContent },
): void {
  const text = charactersOf(node, html, skip)
  const value = text.replace(/\s+/g, ' ').trim()
  if (/^\s/.test(text)) inline.space()
  if (value.length > MAX_CODE_LENGTH) inline.text(value)
  else if (value) inline.add({ type: 'inlineCode', value })
  if (/\s$/.test(text)) inline.space()
}

/**
 * Returns all characters of a node unchanged, without skipped nodes. A line ends at a line break and at the edge of a
 * block.
 */
function charactersOf(root: DocumentNode, html: HtmlDocument, skip: SkippedNodes): string {
  const pieces: string[] = []
  let isAtBorder = false
  const add = (characters: string) => {
    if (isAtBorder && !pieces.at(-1)?.endsWith('\n') && !characters.startsWith('\n')) pieces.push('\n')
    pieces.push(characters)
    isAtBorder = false
  }
  for (const { node, isEnd } of stepsThrough(root, html, skip)) {
    const name = html.elementName(node)
    const characters = isEnd ? '' : (html.characters(node) ?? (name === 'br' ? '\n' : ''))
    if (name !== null && LINES.has(name)) isAtBorder = pieces.length > 0
    if (characters) add(characters)
  }
  return pieces.join('')
}

/** Elements that start and end a line of code. */
const LINES = new Set(['div', 'p', 'li', 'tr', 'pre', 'section'])

/**
 * Walks all nodes inside `root` that are not skipped, with a step at the start and the end of each. A loop, not a
 * recursion, since pages may nest deeper than the stack allows.
 */
function* stepsThrough(
  root: DocumentNode,
  html: HtmlDocument,
  skip: SkippedNodes,
): Generator<{ node: DocumentNode; isEnd: boolean }> {
  let node = html.firstChild(root)
  while (node !== null) {
    const isSkipped = skip.has(node)
    if (!isSkipped) yield { node, isEnd: false }
    const child: DocumentNode | null = isSkipped ? null : html.firstChild(node)
    let next: DocumentNode | null = child
    for (let at: DocumentNode | null = node; next === null && at !== null && at !== root; ) {
      yield { node: at, isEnd: true }
      next = html.nextSibling(at)
      at = html.parent(at)
    }
    node = next
  }
}

/** Returns the language of code by its class: `language-js`, `lang-js`. */
function languageOf(pre: DocumentNode, html: HtmlDocument): Code['lang'] {
  for (const node of [pre, ...childElements(html, pre)]) {
    const language = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(html.attribute(node, 'class') ?? '')?.[1]
    if (language) return language
  }
  return null
}
