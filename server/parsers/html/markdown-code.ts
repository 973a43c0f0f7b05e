import type { Code } from 'mdast'
import type { DocumentNode, HtmlDocument, Skip } from '../../html/document.ts'
import { childElements } from './markdown-table.ts'

/** All characters of a node as they stand, without what is skipped. Lines end at breaks and at the borders of blocks. */
export function charactersOf(root: DocumentNode, html: HtmlDocument, skip: Skip): string {
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

/** Elements that begin and end lines of code. */
const LINES = new Set(['div', 'p', 'li', 'tr', 'pre', 'section'])

/** All nodes in one but for what is skipped, each where it begins and where it ends. A loop, since pages nest deeper than the stack. */
function* stepsThrough(
  root: DocumentNode,
  html: HtmlDocument,
  skip: Skip,
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

/** The language of code, as its class tells: `language-js`, `lang-js`. */
export function languageOf(pre: DocumentNode, html: HtmlDocument): Code['lang'] {
  for (const node of [pre, ...childElements(pre, html)]) {
    const language = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(html.attribute(node, 'class') ?? '')?.[1]
    if (language) return language
  }
  return null
}
