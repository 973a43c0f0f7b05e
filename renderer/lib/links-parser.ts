import type { InputOf } from './service/client.ts'

type Body = InputOf<'collect'>

/** A page, and which of its links are wanted: as a batch takes them. */
export interface LinksOf {
  url: string
  content?: 'main' | 'all'
  links_matching?: string
  same_host?: boolean
  fetch?: NonNullable<Body['parser']>['fetch']
}

/** What is run so that each link is a row: a new parser, which reads the addresses and texts of the links of one page. */
export function linksAsRows(links: LinksOf): Pick<Body, 'target'> & { parser: NonNullable<Body['parser']> } {
  return {
    target: { type: 'parser', input: { url: links.url } },
    parser: {
      name: nameOfLinks(links),
      schema: { fields: { links: linkRule(links) } },
      ...(links.fetch && { fetch: links.fetch }),
    },
  }
}

/** What the links of a page are called. */
export const nameOfLinks = ({ url }: LinksOf) => `Links of ${hostOf(url) ?? url}`

const hostOf = (url: string) => URL.parse(url)?.host ?? null

/** Where pages mark their main text; the whole of those that do not. */
const MAIN = ['main', 'article', 'body:not(:has(main, article))']

/** The addresses of a page, or of a sitemap. */
const linkRule = (links: LinksOf) => ({
  css: [...linksWanted(links), 'url'].join(', '),
  all: true,
  fields: {
    url: {
      any: [{ css: '@href', transform: ['absolute_url', WITHOUT_PLACE] }, 'loc'],
      type: 'url' as const,
    },
    text: { css: '', remove: 'loc, lastmod, changefreq, priority' },
  },
  where: { url: { pattern: links.links_matching ?? '^https?:' } },
  unique_by: 'url',
})

function linksWanted({ url, content, same_host }: LinksOf): string[] {
  const wanted = same_host ? ['a[href]:not([href*="//"])', `a[href*="//${hostOf(url)}"]`] : ['a[href]']
  return content === 'main' ? MAIN.flatMap(part => wanted.map(link => `${part} ${link}`)) : wanted
}

/** The part of an address behind `#` is a place in the same page. */
const WITHOUT_PLACE = { replace: { pattern: '#.*', with: '' } }
