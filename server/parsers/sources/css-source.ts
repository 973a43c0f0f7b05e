import type { Selector } from '../document.ts'
import { readText } from '../html/read-text.ts'
import { type PageView, whyMissing } from '../page-view.ts'
import { EMPTY, nothing, type Reading } from '../values/reading.ts'
import { readItem } from './json-source.ts'
import type { Scope, Source } from './source.ts'

/** What CSS selects inside the scope, read as text or as one attribute. `css` is quoted in reasons. */
export function cssSource(css: string, selector: Selector, attribute: string | null, all: boolean): Source {
  const limit = all ? Number.POSITIVE_INFINITY : 1
  const missing = `no element matches ${JSON.stringify(css)}`
  return {
    find(scope, page) {
      const html = page.html()
      const nodes = html.select(selector, scope.node ?? html.root, limit)
      return nodes.length > 0 ? nodes.map(node => ({ node, item: undefined })) : whyMissing(page, missing)
    },
    read: (found, page) => readNode(found, page, attribute),
  }
}

/** The scope itself: an element's text or attribute, or the JSON at hand. */
export function itemSource(attribute: string | null): Source {
  return {
    find: scope => [scope],
    read(found, page) {
      const isJson = found.item !== undefined && attribute === null
      return isJson ? readItem(found) : readNode(found, page, attribute)
    },
  }
}

function readNode(found: Scope, page: PageView, attribute: string | null): Reading {
  const html = page.html()
  const node = found.node ?? html.root
  const value = attribute === null ? readText(html, node) : html.attribute(node, attribute)?.trim()
  if (value) return { value }
  const empty =
    attribute === null
      ? EMPTY
      : `matched, but its attribute "${attribute}" is ${value === '' ? 'empty' : 'absent'}`
  return nothing(whyMissing(page, empty))
}
