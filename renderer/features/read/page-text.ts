import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, type InputOf, type OutputOf, resultOf, send } from '../../lib/client.ts'
import { createKeyedStore } from '../../lib/keyed-store.ts'
import { pageOfFile, pageOfText } from '../../lib/open-page.ts'

export type PageText = OutputOf<'page-read'>

/** What is wanted of a page, whichever it is. */
export type Wanted = Omit<InputOf<'page-read'>, 'url' | 'html' | 'from' | 'format'>

/** The form, as far as it is typed. A file is chosen again. */
export interface Draft {
  url: string
  wanted: Wanted
}

/** A page that is read: the one at an address, or a file with its address, if that is known. */
export interface Reading {
  id: string
  url: string
  file: File | null
  wanted: Wanted
  control: AbortController
}

/** A part of the text of a page, and what it cost. */
export interface TextPart {
  page: PageText
  credits: number
  source: string
  ms: number
}

/** A page is kept for those who may use a kept one: then finding and reading on are free. */
const KEEP_S = 1
const KEPT_S = 3_600

/** The page that each account reads, which outlives the page of the app. */
const readings = createKeyedStore<Reading | null>(null)

const keyOf = (account: string, id?: string) => (id === undefined ? ['read', account] : ['read', account, id])

/** Reads a page in place of the one before. */
export function startReading(
  queries: QueryClient,
  account: string,
  page: Pick<Reading, 'url' | 'file' | 'wanted'>,
): void {
  cancelReading(queries, account)
  readings.set(account, { ...page, id: crypto.randomUUID(), control: new AbortController() })
}

/** Ends what is read, and forgets it. */
export function cancelReading(queries: QueryClient, account: string): void {
  readings.get(account)?.control.abort()
  readings.set(account, null)
  queries.removeQueries({ queryKey: keyOf(account) })
}

export const useReading = readings.use

/** Wants something else of the same page. */
export function changeWanted(account: string, wanted: Wanted): void {
  const reading = readings.get(account)
  if (reading) readings.set(account, { ...reading, wanted })
}

/** The call that reads on from a block, as another program would send it. */
export const requestOf = ({ url, file, wanted }: Reading) => ({
  ...(url && { url }),
  ...(file && { html: file }),
  ...wanted,
})

/** The text of a page in parts. Asked for once, since it costs credits. */
const textQuery = (account: string, reading: Reading | null) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(account, reading?.id ?? ''), reading?.wanted],
    queryFn: ({ pageParam: from, client }) => {
      const isKept = client
        .getQueriesData({ queryKey: keyOf(account, reading!.id) })
        .some(([, data]) => data !== undefined)
      return readPart(reading!, from, isKept)
    },
    initialPageParam: 0,
    getNextPageParam: ({ page: { next } }: TextPart) => next,
    placeholderData: (before, query) => (query?.queryKey[2] === reading?.id ? before : undefined),
    enabled: reading !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
  })

async function readPart(reading: Reading, from: number, isKept: boolean): Promise<TextPart> {
  const { wanted, control } = reading
  const max_age_s = Math.max(wanted.fetch?.max_age_s ?? 0, isKept ? KEPT_S : KEEP_S)
  const input = { links: 'main', ...requestOf(reading), from, fetch: { ...wanted.fetch, max_age_s } }
  const answer = await send('page-read', input, { signal: control.signal })
  return {
    page: resultOf<PageText>(answer),
    credits: Number(answer.headers.get('x-credits-used') ?? 0),
    source: answer.headers.get('x-source') ?? '',
    ms: Math.round(answer.ms),
  }
}

export const useText = (account: string, reading: Reading | null) =>
  useInfiniteQuery(textQuery(account, reading), useQueryClient())

export type Text = ReturnType<typeof useText>

/** The page itself, as it was read. */
export const pageQuery = (account: string, { id, url, file, wanted }: Reading) =>
  queryOptions({
    queryKey: [...keyOf(account, id), 'page'],
    queryFn: async ({ signal }) => {
      if (file) return { ...(await pageOfFile(file)), ...(url && { name: url }) }
      const page = await call('page-fetch', { url, account, kept: true, fetch: wanted.fetch }, { signal })
      return pageOfText(page.url, page.html)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
