/** The combinator that leads into a shadow tree. */
const DEEPER = '>>'
/** The combinator, and quoted texts, which are skipped. */
const INTO = /"[^"]*"|'[^']*'|>>/g

/** Converts `>>`, which leads into the shadow tree of an element, for a page whose shadow trees are open. */
export const throughShadows = (selector: string): string =>
  selector.includes(DEEPER)
    ? selector.replace(INTO, found => (found === DEEPER ? ' > shadow-root ' : found)).trim()
    : selector.trim()

/** Throws if nothing is named after a `>>`, or if what follows is not a selector of an element. */
export function checkShadows(selector: string): void {
  if (!selector.includes(DEEPER)) return
  for (const { 0: found, index } of selector.matchAll(INTO))
    if (found === DEEPER && /^\s*(?:$|[,)@]|>>)|^>/.test(selector.slice(index + found.length)))
      throw new Error('">>" leads into a shadow tree: name the element in there, as in "x-price >> b".')
}

const TEMPLATE = /<template\b[^>]*>|<\/template\s*>/gi

/**
 * Returns the HTML of a page in which declared shadow trees (`<template shadowrootmode>`) are elements named `shadow-root`,
 * so that one search covers all of it. Other templates stay closed.
 */
export function openShadows(html: string): string {
  const open: boolean[] = []
  return html.replace(TEMPLATE, tag => {
    if (tag.startsWith('</')) return open.pop() ? '</shadow-root>' : tag
    open.push(/\sshadowroot(?:mode)?\s*=/i.test(tag))
    return open.at(-1) ? '<shadow-root>' : tag
  })
}
