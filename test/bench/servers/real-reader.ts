import { readFileSync } from 'node:fs'
import type { DocumentNode, HtmlDocument } from '../../../server/html/document.ts'
import { fastEngine } from '../../../server/html/fast-engine.ts'
import { nextAfter } from '../../../server/html/walk-nodes.ts'
import { linkReaders } from '../anchors/page-engines.mjs'

/** Milliseconds for all pages, and the values of each. */
export interface RealPagesReading {
  ms: number
  data: RealPage[]
}

export interface RealPage {
  title: string | null
  description: string | null
  h1: string | null
  links: [href: string | null, text: string | null][]
}

const [name = '', file = ''] = process.argv.slice(2)

const selectors = {
  title: fastEngine.compile('title'),
  description: fastEngine.compile('meta[name="description"]'),
  h1: fastEngine.compile('h1'),
  links: fastEngine.compile('a[href]'),
}
const clean = (text: string) => text.replace(/\s+/g, ' ').trim()

/** All characters of a node, unchanged. Uses a loop, since pages can nest deeper than the stack allows. */
function plainCharacters(html: HtmlDocument, root: DocumentNode): string {
  const pieces: string[] = []
  let node: DocumentNode | null = root
  while (node !== null) {
    pieces.push(html.characters(node) ?? '')
    node = html.firstChild(node) ?? nextAfter(html, node, root)
  }
  return pieces.join('')
}

/** Reads all characters with white space collapsed, as the anchors do. */
function winnow(bytes: Buffer): RealPage {
  const html = fastEngine.parse(bytes)
  const first = (selector: object) => html.select(selector, html.root, 1)[0]
  const text = (node: ReturnType<typeof first>) =>
    node === undefined ? null : clean(plainCharacters(html, node))
  const description = first(selectors.description)
  return {
    title: text(first(selectors.title)),
    description: description === undefined ? null : html.attribute(description, 'content'),
    h1: text(first(selectors.h1)),
    links: html
      .select(selectors.links, html.root, Number.POSITIVE_INFINITY)
      .map(link => [html.attribute(link, 'href'), text(link)]),
  }
}

const read = name === 'winnow' ? winnow : linkReaders[name as keyof typeof linkReaders]
const pages = (JSON.parse(readFileSync(file, 'utf8')) as string[]).map(text => Buffer.from(text))

process.on('message', () => {
  const startedAt = performance.now()
  const data = pages.map(page => read(page))
  process.send?.({ ms: performance.now() - startedAt, data } satisfies RealPagesReading)
})
process.send?.('ready')
