import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { pageOfFile, pageOfSite } from '../../lib/open-page.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { type CallFacts, callOnPage, createReadingStore, FETCH_ONCE, type PageReading } from './readings.ts'

export type PageText = OutputOf<'page-read'>

/** The options for reading a page, without the page itself. */
export type PageTextOptions = Omit<InputOf<'page-read'>, 'url' | 'html' | 'from' | 'format'>
export type TextReading = PageReading<PageTextOptions>

/** A part of the text of a page, and what it cost. */
export interface TextPart extends CallFacts {
  page: PageText
}

export const textReadings = createReadingStore<PageTextOptions>('read')

const textQuery = (account: string, reading: TextReading | null) =>
  infiniteQueryOptions({
    queryKey: [...textReadings.keyOf(account, reading?.id ?? ''), reading?.wanted],
    queryFn: ({ pageParam: from, client }) => {
      const cached = client.getQueriesData({ queryKey: textReadings.keyOf(account, reading!.id) })
      const isKept = cached.some(([, data]) => data !== undefined)
      return readPart(reading!, from, isKept)
    },
    initialPageParam: 0,
    getNextPageParam: ({ page: { next } }: TextPart) => next,
    placeholderData: (before, query) => (query?.queryKey[2] === reading?.id ? before : undefined),
    enabled: reading !== null,
    ...FETCH_ONCE,
  })

async function readPart(reading: TextReading, from: number, isKept: boolean): Promise<TextPart> {
  const { result: page, ...facts } = await callOnPage<PageText>('page-read', reading, isKept, {
    links: 'main',
    from,
  })
  return { page, ...facts }
}

/** Loads the text of a page in parts. */
export const useText = (account: string, reading: TextReading | null) =>
  useInfiniteQuery(textQuery(account, reading))

export type TextQuery = ReturnType<typeof useText>

/** The query for the page itself, as it was read. */
export const pageQuery = (account: string, { id, url, file, wanted }: TextReading) =>
  queryOptions({
    queryKey: [...textReadings.keyOf(account, id), 'page'],
    queryFn: async ({ signal }) => {
      if (file) return { ...(await pageOfFile(file)), ...(url && { name: url }) }
      const page = await call('page-fetch', { url, account, kept: true, fetch: wanted.fetch }, { signal })
      return pageOfSite(page.url, page, wanted.fetch?.session)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
