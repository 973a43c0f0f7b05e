import { isTraversal, SelectorType, type Selector as Step } from 'css-what'
import { once } from '../../base/once.ts'
import type { DocumentNode, HtmlDocument, Selector } from '../../html/document.ts'
import { parseCss } from '../../html/select/parse-css.ts'
import { elementsIn } from '../../html/walk-nodes.ts'
import type { RuleObject } from '../parser-schema.ts'
import { splitCss } from '../split-css.ts'

const NAME = 'noscript'

/** Whether a rule reads elements inside `noscript`, whose content is text in a browser that runs scripts. */
export function looksIntoNoscript({ css = '', table = '', xpath = '', fields }: RuleObject): boolean {
  if (leadsIntoNoscript(table)) return true
  if (/\bnoscript\b[^|]*\//.test(xpath)) return true
  return css.includes(NAME) && (leadsIntoNoscript(css) || (fields !== undefined && endsAtNoscript(css)))
}

/** Whether a selector leads into a `noscript`. */
export const leadsIntoNoscript = (css: string): boolean =>
  css.includes(NAME) &&
  stepsOf(css).some(steps => steps.slice(steps.findIndex(isNoscript) + 1).some(goesInside(steps)))

const endsAtNoscript = (css: string): boolean =>
  stepsOf(css).some(steps => steps.slice(steps.findLastIndex(isTraversal) + 1).some(isNoscript))

const goesInside = (steps: Step[]) => (step: Step) =>
  steps.some(isNoscript) && (step.type === SelectorType.Child || step.type === SelectorType.Descendant)

const isNoscript = (step: Step): boolean => step.type === SelectorType.Tag && step.name.toLowerCase() === NAME

function stepsOf(css: string): Step[][] {
  const { selector } = splitCss(css)
  return selector === '' ? [] : parseCss(selector)
}

/**
 * Hides the content of `noscript` elements from all selectors except those in `into`, which lead inside. All other rules
 * find the same as on any page: an image that is repeated in `noscript` is not found twice.
 */
export function hideNoscript(html: HtmlDocument, noscript: Selector, into: WeakSet<Selector>): HtmlDocument {
  const hidden = once(() => {
    const elements = html.select(noscript, html.root, Number.POSITIVE_INFINITY)
    return new Set(elements.flatMap(element => elementsIn(html, element)))
  })
  const isInside = (scope: DocumentNode) => hidden().has(scope) || html.elementName(scope) === NAME
  return {
    ...html,
    select(selector, scope, limit) {
      if (into.has(selector) || isInside(scope)) return html.select(selector, scope, limit)
      const found = html.select(selector, scope, Number.POSITIVE_INFINITY)
      return found.filter(node => !hidden().has(node)).slice(0, limit)
    },
  }
}
