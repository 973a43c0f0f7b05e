/** Leads into a shadow tree. */
const DEEPER = '>>'
/** It, and texts in quotes, which are passed over. */
const INTO = /"[^"]*"|'[^']*'|>>/g

/** A selector in which `>>` leads into the shadow tree of an element, for a page whose shadow trees are open. */
export const throughShadows = (selector: string): string =>
  selector.includes(DEEPER)
    ? selector.replace(INTO, found => (found === DEEPER ? ' > shadow-root ' : found)).trim()
    : selector.trim()

/** Throws for a selector in which nothing is named behind a `>>`, or what is there is no selector of an element. */
export function checkShadows(selector: string): void {
  if (!selector.includes(DEEPER)) return
  for (const { 0: found, index } of selector.matchAll(INTO))
    if (found === DEEPER && /^\s*(?:$|[,)@]|>>)|^>/.test(selector.slice(index + found.length)))
      throw new Error('">>" leads into a shadow tree: name the element in there, as in "x-price >> b".')
}

const TEMPLATE = /<template\b[^>]*>|<\/template\s*>/gi

/**
 * The HTML of a page with the shadow trees that it declares (`<template shadowrootmode>`) as elements named
 * `shadow-root`, so that one search goes through all of it. Other templates stay closed.
 */
export function openShadows(html: string): string {
  const open: boolean[] = []
  return html.replace(TEMPLATE, tag => {
    if (tag.startsWith('</')) return open.pop() ? '</shadow-root>' : tag
    open.push(/\sshadowroot(?:mode)?\s*=/i.test(tag))
    return open.at(-1) ? '<shadow-root>' : tag
  })
}
