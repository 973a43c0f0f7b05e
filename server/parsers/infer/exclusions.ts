import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { anchorsOf } from './anchors.ts'
import type { CssPath } from './css-paths.ts'
import { ancestorsOf } from './nodes.ts'

const MAX_LEVELS = 4
const MAX_EXCLUSIONS = 4
/** Weaker words are no reason to leave something out. */
const FIRM = 0.4

/** The same selectors with what tells a wrong element from the right one left out: `.price:not(.ad *)`. */
export function excluding(
  html: HtmlDocument,
  paths: CssPath[],
  node: DocumentNode,
  wrong: DocumentNode,
): CssPath[] {
  const own = new Set([node, ...ancestorsOf(html, node, null)])
  const known = new Set([...own].flatMap(element => anchorsOf(html, element).map(({ css }) => css)))
  const around = [wrong, ...ancestorsOf(html, wrong, null)].filter(element => !own.has(element))
  const telling = around.slice(0, MAX_LEVELS).flatMap((element, level) =>
    anchorsOf(html, element)
      .filter(({ css, sturdy }) => sturdy >= FIRM && !known.has(css))
      .map(({ css }) => (level === 0 ? css : `${css} *`)),
  )
  return telling.slice(0, MAX_EXCLUSIONS).flatMap(left =>
    paths.map(({ css, score, reasons }) => ({
      css: `${css}:not(${left})`,
      score: score - 0.06,
      reasons: [...reasons, `what is ${left} is left out`],
    })),
  )
}
