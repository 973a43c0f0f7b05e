import { type HtmlEngine, NO_SKIP, type Selector } from '../../html/document.ts'
import { compileCss } from '../../html/strict/compile-css.ts'
import { nodeReader } from '../html/node-readers.ts'
import { checkShadows } from '../html/open-shadows.ts'
import { splitCss } from '../split-css.ts'

/**
 * Returns a function that reads what a selector (`b`, `a@href`) finds in a text that is HTML, such as that of `iframe
 * srcdoc` or in JSON. It returns at most `limit` texts, none of them empty. Throws if the selector is invalid.
 */
export function insideHtml(css: string, limit: number): (html: string, engine: HtmlEngine) => string[] {
  const { selector, attribute } = splitCss(css)
  if (selector === '') throw new Error('It has no selector.')
  checkShadows(css)
  compileCss(selector)
  const compiled = new WeakMap<HtmlEngine, Selector>()
  const read = nodeReader(attribute === null ? 'text' : `@${attribute}`)
  return (text, engine) => {
    const known = compiled.get(engine) ?? engine.compile(selector)
    compiled.set(engine, known)
    const html = engine.parse(text)
    return html
      .select(known, html.root, limit)
      .map(node => read(html, node, NO_SKIP))
      .filter(found => found !== null)
      .filter(Boolean)
  }
}
