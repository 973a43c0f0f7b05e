import type { QueryClient } from '@tanstack/react-query'
import { createKeyedStore } from '../../lib/drafts/keyed-store.ts'
import { type OperationId, resultOf, send } from '../../lib/service/client.ts'

/** A page that is being read: by its address, or a file with its address if that is known. */
export interface PageReading<Options> {
  id: string
  url: string
  file: File | null
  wanted: Options
  control: AbortController
}

/**
 * `max_age_s` in seconds, of the first call and of later calls for the same page. With any `max_age_s`, the service keeps
 * the page, so further questions about it are free.
 */
const FIRST_MAX_AGE_S = 1
const LATER_MAX_AGE_S = 3_600

/**
 * Creates a store of the page that each account reads. It outlives the page of the app. `name` is the prefix of the query
 * keys.
 */
export function createReadingStore<Options extends object>(name: string) {
  const readings = createKeyedStore<PageReading<Options> | null>(null)
  const keyOf = (account: string, id?: string) => (id === undefined ? [name, account] : [name, account, id])

  /** Aborts the reading and removes its data. */
  function cancel(queries: QueryClient, account: string): void {
    readings.get(account)?.control.abort()
    readings.set(account, null)
    queries.removeQueries({ queryKey: keyOf(account) })
  }
  return {
    keyOf,
    cancel,
    use: readings.use,
    /** Starts to read a page in place of the previous one. */
    start(
      queries: QueryClient,
      account: string,
      page: Pick<PageReading<Options>, 'url' | 'file' | 'wanted'>,
    ): void {
      cancel(queries, account)
      readings.set(account, { ...page, id: crypto.randomUUID(), control: new AbortController() })
    },
    /** Changes the options for the same page. */
    want(account: string, wanted: Options): void {
      const reading = readings.get(account)
      if (reading) readings.set(account, { ...reading, wanted })
    },
  }
}

export type ReadingStore<Options extends object> = ReturnType<typeof createReadingStore<Options>>

/** Returns the input of the call, as another program would send it. */
export const requestOf = <Options extends object>({ url, file, wanted }: PageReading<Options>) => ({
  ...(url && { url }),
  ...(file && { html: file }),
  ...wanted,
})

/** The cost and duration of a call, and the source of its page. */
export interface CallFacts {
  credits: number
  source: string
  ms: number
}

const factsOf = ({ headers, ms }: { headers: Headers; ms: number }): CallFacts => ({
  credits: Number(headers.get('x-credits-used') ?? 0),
  source: headers.get('x-source') ?? '',
  ms: Math.round(ms),
})

/** Calls an operation on a page. A page that was read already (`isKept`) is not fetched again. */
export async function callOnPage<Result>(
  operation: OperationId,
  reading: PageReading<{ fetch?: { max_age_s?: number | null | undefined } | undefined }>,
  isKept: boolean,
  more: Record<string, unknown> = {},
): Promise<CallFacts & { result: Result }> {
  const { fetch } = reading.wanted
  const maxAgeS = Math.max(fetch?.max_age_s ?? 0, isKept ? LATER_MAX_AGE_S : FIRST_MAX_AGE_S)
  const input = { ...more, ...requestOf(reading), fetch: { ...fetch, max_age_s: maxAgeS } }
  const answer = await send(operation, input, { signal: reading.control.signal })
  return { result: resultOf<Result>(answer), ...factsOf(answer) }
}

/**
 * Query options of an answer that costs credits: it is requested only once, immediately or not at all, and kept until
 * another page is read.
 */
export const FETCH_ONCE = {
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  retryOnMount: false,
} as const
