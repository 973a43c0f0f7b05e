import { throughShadows } from './html/open-shadows.ts'

/**
 * Splits `a@href` into selector and attribute. An empty selector stands for the item itself, a null attribute for its text.
 * `>>` leads into the shadow tree of an element.
 */
export function splitCss(css: string): { selector: string; attribute: string | null } {
  const [suffix] = /@[\w:-]+$/.exec(css) ?? ['']
  const selector = css.slice(0, css.length - suffix.length).trim()
  return { selector: throughShadows(selector), attribute: suffix.slice(1) || null }
}
