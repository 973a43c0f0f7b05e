import type { HtmlEngine } from '../../html/document.ts'
import { textOf } from '../../html/markup.ts'
import { compileCss } from '../../html/strict/compile-css.ts'
import { documentOf } from '../../html/strict/tree-document.ts'
import { readXml } from './read-xml.ts'

/** The engine for XML: names keep their case, and no element has a special meaning. */
export const xmlEngine: HtmlEngine = {
  compile: css => compileCss(css, { xmlMode: true }),
  parse: page => ({ ...documentOf(readXml(textOf(page))), isXml: true }),
}
