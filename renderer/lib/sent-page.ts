import { queryOptions } from '@tanstack/react-query'
import { pageOfOpened } from './open-page.ts'
import { call, type OutputOf } from './service/client.ts'

export type SentPage = OutputOf<'sent-page-get'>

/** A page that was sent from a browser. */
export const sentPageQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['sent-page', account, id],
    queryFn: ({ signal }) => call('sent-page-get', { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Converts a sent page to the page that the editor opens. */
export const openSent = (sent: SentPage) => pageOfOpened(sent.url ?? (sent.title || 'sent page'), sent)
