import { bytesOf, type Markup } from '../../html/markup.ts'

/** The combinator that leads into a shadow tree. */
const SHADOW_COMBINATOR = '>>'
/** The combinator, and quoted texts, which are skipped. */
const SHADOW_OR_QUOTED = /"[^"]*"|'[^']*'|>>/g

/** Converts `>>`, which leads into the shadow tree of an element, for a page whose shadow trees are open. */
export const throughShadows = (selector: string): string =>
  selector.includes(SHADOW_COMBINATOR)
    ? selector
        .replace(SHADOW_OR_QUOTED, found => (found === SHADOW_COMBINATOR ? ' > shadow-root ' : found))
        .trim()
    : selector.trim()

/** Throws if nothing is named after a `>>`, or if what follows is not a selector of an element. */
export function checkShadows(selector: string): void {
  if (!selector.includes(SHADOW_COMBINATOR)) return
  for (const { 0: found, index } of selector.matchAll(SHADOW_OR_QUOTED))
    if (found === SHADOW_COMBINATOR && /^\s*(?:$|[,)@]|>>)|^>/.test(selector.slice(index + found.length)))
      throw new Error('">>" leads into a shadow tree: name the element in there, as in "x-price >> b".')
}

/** A tag that is not closed extends to the end of the page: the search is not repeated behind its start. */
const TEMPLATE = /<template\b[^>]*>?|<\/template\s*>?/gi

/**
 * Returns the HTML of a page in which declared shadow trees (`<template shadowrootmode>`) are elements named `shadow-root`,
 * so that one search covers all of it. Other templates stay closed.
 */
export function openShadows(html: string): string {
  const open: boolean[] = []
  return html.replace(TEMPLATE, tag => {
    if (!tag.endsWith('>')) return tag
    if (tag.startsWith('</')) return open.pop() ? '</shadow-root>' : tag
    open.push(/\sshadowroot(?:mode)?\s*=/i.test(tag))
    return open.at(-1) ? '<shadow-root>' : tag
  })
}

const SHADOW_ATTRIBUTES = ['shadowrootmode=', 'shadowRootMode=', 'shadowroot=']

/** Whether a page may declare shadow trees. A search that is cheap, as most pages have none. */
export function mayDeclareShadows(page: Markup): boolean {
  const content = typeof page === 'string' ? page : bytesOf(page)
  return SHADOW_ATTRIBUTES.some(name => content.includes(name))
}
