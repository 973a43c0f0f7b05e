import { queryOptions } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../lib/service/client.ts'
import { ASKED_ONCE, ask, type CallFacts, createReadings, type Reading } from './readings.ts'

export type SiteLinks = OutputOf<'page-links'>
export type LinkGroup = SiteLinks['groups'][number]

/** Which links are wanted, of whichever page. */
export type LinksWanted = Omit<InputOf<'page-links'>, 'url' | 'html'>
export type LinksReading = Reading<LinksWanted>

export interface LinksAnswer extends CallFacts {
  found: SiteLinks
}

/** As many as a batch may have. */
export const MOST_LINKS = 10_000

export const listings = createReadings<LinksWanted>('site-links')

/** The links of a page or of a sitemap. */
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
