import { queryOptions } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../lib/service/client.ts'
import { ASKED_ONCE, ask, type CallFacts, createReadings, type Reading } from './readings.ts'

export type SiteLinks = OutputOf<'page-links'>
export type LinkGroup = SiteLinks['groups'][number]

/** The options for listing links, without the page itself. */
export type LinksWanted = Omit<InputOf<'page-links'>, 'url' | 'html'>
export type LinksReading = Reading<LinksWanted>

export interface LinksAnswer extends CallFacts {
  found: SiteLinks
}

/** The maximum number of links: that of the items of a batch. */
export const MOST_LINKS = 10_000

export const listings = createReadings<LinksWanted>('site-links')

/** The query for the links of a page or sitemap. */
export const linksQuery = (account: string, reading: LinksReading | null) =>
  queryOptions({
    queryKey: [...listings.keyOf(account, reading?.id ?? ''), reading?.wanted],
    queryFn: async (): Promise<LinksAnswer> => {
      const { result: found, ...facts } = await ask<SiteLinks>('page-links', reading!, false)
      return { found, ...facts }
    },
    enabled: reading !== null,
    ...ASKED_ONCE,
  })
