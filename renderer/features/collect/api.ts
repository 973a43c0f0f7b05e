import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CollectDraft } from '../../lib/collect-start.ts'
import { useAccount } from '../../lib/service/account.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { isNamed, runOf } from './source.ts'

export type Preview = OutputOf<'collect-preview'>
export type List = Preview['lists'][number]
export type CollectBody = InputOf<'collect'>
export type CollectResult = OutputOf<'collect'>
export type Database = OutputOf<'database-get'>

/** The query for the rows that a target yields. Disabled until a target is chosen. */
export const previewQuery = (account: string, draft: CollectDraft) => {
  const { target, linksAreRows = false, sample } = draft
  return queryOptions({
    queryKey: ['collect-preview', account, target, linksAreRows, sample],
    queryFn: ({ signal }) =>
      call('collect-preview', { account, ...runOf(draft), ...(sample && { sample }) }, { signal }),
    enabled: isNamed(draft),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** The query for an existing database. */
export const databaseQuery = (account: string, id: string | null) =>
  queryOptions({
    queryKey: ['databases', account, id],
    queryFn: ({ signal }) => call('database-get', { id: id! }, { signal }),
    enabled: id !== null,
  })

/** The query for the addresses that are notified of changed rows of all databases. */
export const notifiedQuery = (account: string) =>
  queryOptions({
    queryKey: ['webhooks', account, 'notified'],
    queryFn: async ({ signal }) => {
      const { data } = await call('webhook-list', { limit: 100 }, { signal })
      return data
        .filter(({ enabled, events }) => enabled && events.some(type => ROW_EVENTS.includes(type)))
        .map(({ url }) => url)
    },
  })

const ROW_EVENTS: string[] = ['database.rows.changed', 'database.*']

/** A mutation that creates everything needed and, if wanted, runs the new cron for the first time. */
export function useCollect() {
  const queries = useQueryClient()
  const account = useAccount()
  return useMutation({
    mutationFn: (body: CollectBody) => call('collect', body),
    onSuccess() {
      for (const kind of ['databases', 'crons', 'webhooks', 'jobs', 'batches'])
        void queries.invalidateQueries({ queryKey: [kind, account] })
    },
  })
}
