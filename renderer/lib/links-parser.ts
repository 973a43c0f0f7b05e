import type { InputOf } from './service/client.ts'

type CollectInput = InputOf<'collect'>

/** A page and the links wanted from it, with the fields that a batch takes. */
export interface LinkSource {
  url: string
  content?: 'main' | 'all'
  links_matching?: string
  same_host?: boolean
  fetch?: NonNullable<CollectInput['parser']>['fetch']
}

/** Returns the target and the new parser that turn each link of a page into a row with its address and text. */
export function linksAsRows(
  links: LinkSource,
): Pick<CollectInput, 'target'> & { parser: NonNullable<CollectInput['parser']> } {
  return {
    target: { type: 'parser', input: { url: links.url } },
    parser: {
      name: nameOfLinks(links),
      schema: { fields: { links: linkRule(links) } },
      ...(links.fetch && { fetch: links.fetch }),
    },
  }
}

/** The name of the parser for the links of a page. */
export const nameOfLinks = ({ url }: LinkSource) => `Links of ${hostOf(url) ?? url}`

const hostOf = (url: string) => URL.parse(url)?.host ?? null

/** The elements that mark the main text of a page; `body` for pages without them. */
const MAIN_ELEMENTS = ['main', 'article', 'body:not(:has(main, article))']

/** The rule for the links of a page or of a sitemap. */
const linkRule = (links: LinkSource) => ({
  css: [...linkSelectors(links), 'url'].join(', '),
  all: true,
  fields: {
    url: {
      any: [{ css: '@href', transform: ['absolute_url', WITHOUT_FRAGMENT] }, 'loc'],
      type: 'url' as const,
    },
    text: { css: '', remove: 'loc, lastmod, changefreq, priority' },
  },
  where: { url: { pattern: links.links_matching ?? '^https?:' } },
  unique_by: 'url',
})

function linkSelectors({ url, content, same_host }: LinkSource): string[] {
  const selectors = same_host ? ['a[href]:not([href*="//"])', `a[href*="//${hostOf(url)}"]`] : ['a[href]']
  return content === 'main'
    ? MAIN_ELEMENTS.flatMap(part => selectors.map(link => `${part} ${link}`))
    : selectors
}

/** Removes the fragment (`#…`), which only points to a place in the same page. */
const WITHOUT_FRAGMENT = { replace: { pattern: '#.*', with: '' } }
