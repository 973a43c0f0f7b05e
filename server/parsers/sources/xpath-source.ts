import { nothingAt, type PageView, whyMissing } from '../page-view.ts'
import type { XPath } from '../xpath/compile-xpath.ts'
import { isAttribute, SearchLimitError, type XPathNode, type XPathValue } from '../xpath/xpath-value.ts'
import { type ReadMethod, readNode } from './css-source.ts'
import { readItem } from './json-source.ts'
import type { CompiledSource, Scope } from './source.ts'

/** Evaluates an XPath from the scope: it finds nodes, or computes a value. */
export function xpathSource(
  expression: string,
  xpath: XPath,
  method: ReadMethod,
  limit: number,
): CompiledSource {
  const missing = nothingAt('node', expression)
  return {
    find(scope, page) {
      const value = evaluate(xpath, scope, page)
      if (value instanceof SearchLimitError) return value.message
      if (!Array.isArray(value)) return [{ node: scope.node, item: Number.isNaN(value) ? null : value }]
      return value.length > 0 ? value.slice(0, limit).map(scopeOf) : whyMissing(page, missing)
    },
    read: (found, page) => (found.item === undefined ? readNode(found, page, method) : readItem(found)),
  }
}

function evaluate(xpath: XPath, scope: Scope, page: PageView): XPathValue | SearchLimitError {
  const html = page.html()
  try {
    return xpath(html, scope.node ?? html.root)
  } catch (error) {
    if (error instanceof SearchLimitError) return error
    throw error
  }
}

const scopeOf = (hit: XPathNode): Scope =>
  isAttribute(hit) ? { node: hit.owner, item: hit.value } : { node: hit, item: undefined }
