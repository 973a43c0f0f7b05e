import { type DocumentNode, type HtmlDocument, NO_SKIP } from '../../html/document.ts'

/** Returns the text of a node as a reader sees it, without the nodes in `skip`. */
export const readText = (html: HtmlDocument, root: DocumentNode, skip = NO_SKIP): string =>
  html.text(root, skip)
