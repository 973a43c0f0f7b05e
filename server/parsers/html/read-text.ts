import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../html/document.ts'

const NO_SKIP: SkippedNodes = new Set()

/** Returns the text of a node as a reader sees it, without the nodes in `skip`. */
export const readText = (html: HtmlDocument, root: DocumentNode, skip = NO_SKIP): string =>
  html.text(root, skip)
