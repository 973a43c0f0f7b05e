import type { Markup } from './markup.ts'
import type { WorkBudget } from './work.ts'

/** A node of a page, which may be the number 0. Only the engine that created it may inspect it. */
export type DocumentNode = object | number

/** Nodes to skip, with everything inside them. */
export type SkippedNodes = ReadonlySet<DocumentNode>

export const NO_SKIP: SkippedNodes = new Set()

/** A selector, compiled once by an engine. It works for all documents of that engine. */
export type Selector = object

/**
 * A parsed HTML page, as rules and readers see it. Methods take nodes of the same page; nodes are elements, texts, and the
 * root, which holds the whole page. Returned strings are well-formed Unicode, as everything that UTF-8 can represent.
 */
export interface HtmlDocument {
  root: DocumentNode
  /** Set for XML, where `:` in a name separates the prefix of a namespace. */
  isXml?: boolean
  /** Returns at most `limit` elements inside `scope`, in document order. Never recurses. */
  select(selector: Selector, scope: DocumentNode, limit: number): DocumentNode[]
  /** Returns the name of an element, or null for any other node. */
  elementName(node: DocumentNode): string | null
  /** Returns the characters of a text node, or null for any other node. */
  characters(node: DocumentNode): string | null
  /** Returns the value of an attribute (`''` if it has none), or null if the attribute is absent. */
  attribute(node: DocumentNode, name: string): string | null
  /** Returns the names of an element's attributes as the tree has them, in the order of the page; [] for any other node. */
  attributeNames(node: DocumentNode): string[]
  /**
   * Returns the text of a node as a reader sees it, without the nodes in `skip`: white space is collapsed and trimmed, and
   * words of neighbouring blocks, lines and cells are separated.
   */
  text(node: DocumentNode, skip: SkippedNodes): string
  /** Whether the node is a template, whose content is not part of the page. An element of XML never is. */
  isTemplate(node: DocumentNode): boolean
  firstChild(node: DocumentNode): DocumentNode | null
  nextSibling(node: DocumentNode): DocumentNode | null
  previousSibling(node: DocumentNode): DocumentNode | null
  parent(node: DocumentNode): DocumentNode | null
  /** Returns a number that is the larger, the later the node is in the page. */
  position(node: DocumentNode): number
  /** Tells an engine that can reuse the memory of a page that nobody reads it any more. */
  free?(): void
}

/** Parses text into documents, and compiles CSS into selectors. */
export interface HtmlEngine {
  /**
   * Compiles a selector for use inside a scope: all of its steps match inside, or the first one matches the scope itself. It
   * may start with a combinator (`> b`, `+ tr`) or contain `:scope`. Throws an Error that says what is wrong.
   */
  compile(css: string): Selector
  /**
   * Parses HTML as browsers do: any text results in a document. Bytes are read as UTF-8. An engine that can measure the cost
   * of selectors and texts deducts it from `work`.
   */
  parse(page: Markup, options?: ParseOptions): HtmlDocument
}

export interface ParseOptions {
  work?: WorkBudget | undefined
  /** Parses the content of `noscript` in the body as elements, as a browser without scripts does; otherwise it is text. */
  opensNoscript?: boolean
}
