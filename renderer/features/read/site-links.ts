import { queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, resultOf, send } from '../../lib/client.ts'
import {
  ASKED_ONCE,
  ageOf,
  type CallFacts,
  createReadings,
  factsOf,
  type Reading,
  requestOf,
} from './readings.ts'

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
      const { wanted, control } = reading!
      const fetch = { ...wanted.fetch, max_age_s: ageOf(wanted.fetch, false) }
      const input = { ...requestOf(reading!), fetch }
      const answer = await send('page-links', input, { signal: control.signal })
      return { found: resultOf<SiteLinks>(answer), ...factsOf(answer) }
    },
    enabled: reading !== null,
    ...ASKED_ONCE,
  })
