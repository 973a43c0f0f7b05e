import type { Markup } from './markup.ts'
import type { Work } from './work.ts'

/** A node of a page, which may be the number 0. Only the engine that made it looks inside. */
export type DocumentNode = object | number

/** Nodes that are passed over with all that they hold. */
export type Skip = ReadonlySet<DocumentNode>

/** A selector, compiled once by an engine and good for every document of that engine. */
export type Selector = object

/**
 * A parsed HTML page, as rules and readers see it. Methods take nodes of the same page; nodes are elements,
 * texts, and the root, which holds the whole page. What they return is well-formed, as all is that can be UTF-8.
 */
export interface HtmlDocument {
  root: DocumentNode
  /** At most `limit` elements inside `scope`, in document order. Never recurses. */
  select(selector: Selector, scope: DocumentNode, limit: number): DocumentNode[]
  /** The name of an element; null for any other node. */
  elementName(node: DocumentNode): string | null
  /** The characters of a text node; null for any other node. */
  characters(node: DocumentNode): string | null
  /** The value of an attribute, `''` where it has none; null where the attribute is absent. */
  attribute(node: DocumentNode, name: string): string | null
  /** The names of its attributes as the tree has them, in the order of the page; none for what is no element. */
  attributeNames(node: DocumentNode): string[]
  /**
   * The text of a node as a reader sees it: white space collapsed and trimmed, words of neighbouring blocks, lines
   * and cells apart; without what is in `skip`.
   */
  text(node: DocumentNode, skip: Skip): string
  /** Whether it is a template, whose content is not part of the page. No element of XML is one. */
  isTemplate(node: DocumentNode): boolean
  firstChild(node: DocumentNode): DocumentNode | null
  nextSibling(node: DocumentNode): DocumentNode | null
  parent(node: DocumentNode): DocumentNode | null
  /** Says that nobody reads the page any more, of an engine that can use its memory for the next one. */
  free?(): void
}

/** What turns text into documents and CSS into selectors. */
export interface HtmlEngine {
  /**
   * A selector that looks inside a scope: all its steps match there, or the first one matches the scope itself. It
   * may start with a combinator (`> b`, `+ tr`) or name the scope (`:scope`). Throws an Error that says what is wrong.
   */
  compile(css: string): Selector
  /**
   * Reads HTML as browsers do: whatever the text, there is a document. Bytes are UTF-8. An engine that can count what
   * selectors and texts cost takes that from `work`.
   */
  parse(page: Markup, options?: ParseOptions): HtmlDocument
}

export interface ParseOptions {
  work?: Work | undefined
  /** `noscript` has elements in it in the body of a page, as in a browser that runs no scripts; otherwise it has text. */
  opensNoscript?: boolean
}
