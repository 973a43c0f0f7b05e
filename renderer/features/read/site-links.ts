import { queryOptions } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../lib/service/client.ts'
import { type CallFacts, callOnPage, createReadingStore, FETCH_ONCE, type PageReading } from './readings.ts'

export type SiteLinks = OutputOf<'page-links'>
export type LinkGroup = SiteLinks['groups'][number]

/** The options for listing links, without the page itself. */
export type PageLinksOptions = Omit<InputOf<'page-links'>, 'url' | 'html'>
export type LinksReading = PageReading<PageLinksOptions>

export interface LinksAnswer extends CallFacts {
  found: SiteLinks
}

/** The maximum number of links: that of the items of a batch. */
export const MAX_LINKS = 10_000

export const linksReadings = createReadingStore<PageLinksOptions>('site-links')

/** The query for the links of a page or sitemap. */
export const linksQuery = (account: string, reading: LinksReading | null) =>
  queryOptions({
    queryKey: [...linksReadings.keyOf(account, reading?.id ?? ''), reading?.wanted],
    queryFn: async (): Promise<LinksAnswer> => {
      const { result: found, ...facts } = await callOnPage<SiteLinks>('page-links', reading!, false)
      return { found, ...facts }
    },
    enabled: reading !== null,
    ...FETCH_ONCE,
  })
