import { load } from 'cheerio'
import type { Document } from 'domhandler'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import type { HtmlEngine } from '../document.ts'
import { textOf } from '../markup.ts'
import { compileCss } from './compile-css.ts'
import { documentOf } from './tree-document.ts'

/**
 * Parses pages with cheerio, whose parser (parse5) follows the HTML standard, and searches them with css-select. Within a
 * `select`, parse5 follows the standard of before 2025, and keeps only options, their groups and `hr`.
 */
export const strictEngine: HtmlEngine = {
  compile: compileCss,
  parse: (page, { opensNoscript = false } = {}) =>
    documentOf(load(textOf(page), { treeAdapter, scriptingEnabled: !opensNoscript }).root()[0] as Document),
}

/** Names attributes as browsers do: `xlink:href` of SVG is not the `href` beside it. */
const treeAdapter: typeof adapter = {
  ...adapter,
  createElement(tag, namespace, attributes) {
    const prefixed = attributes.map(({ prefix, name, value }) => ({
      name: prefix ? `${prefix}:${name}` : name,
      value,
    }))
    return adapter.createElement(tag, namespace, prefixed)
  },
}
