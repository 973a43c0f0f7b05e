import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { accountsQuery, creditsQuery } from '../../lib/service/machine.ts'

export type Entry = OutputOf<'ledger-list'>['data'][number]
export type Hold = OutputOf<'hold-list'>['data'][number]
export type UsageRow = OutputOf<'usage-list'>['data'][number]
export type Account = OutputOf<'account-list'>['data'][number]
/** The filters of the ledger. */
export const LEDGER_FILTERS = ['kind', 'q'] as const
export type LedgerFilterValues = Pick<InputOf<'ledger-list'>, (typeof LEDGER_FILTERS)[number]>

/** The number of days that the chart shows. */
export const DAYS = 30
const PAGE_SIZE = 100
/** The query for the entries of an account's ledger, newest first, page by page. */
export const ledgerQuery = (account: string, filters: LedgerFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['ledger', account, filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('ledger-list', { account, limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** The query for the calls, jobs and batches that credits are currently held for. */
export const holdsQuery = (account: string) =>
  queryOptions({
    queryKey: ['holds', account],
    queryFn: ({ signal }) => call('hold-list', { account }, { signal }),
  })

/** The query for the credits spent by day and operation. */
export const spentQuery = (account: string) =>
  queryOptions({
    queryKey: ['spent', account],
    queryFn: ({ signal }) => call('usage-list', { account, by: 'day', spans: DAYS }, { signal }),
  })

/** A mutation that adds credits to an account; a negative number removes them. */
export function useGrant(account: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (credits: number) => call('credits-grant', { account, credits }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries(creditsQuery(account)),
        queries.invalidateQueries({ queryKey: ['ledger', account] }),
      ]),
  })
}

/** A mutation that changes the automatic grants of an account. */
export function useChangeGrants(name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (grants: Pick<InputOf<'account-change'>, 'unlimited' | 'monthly_grant'>) =>
      call('account-change', { name, ...grants }),
    onSuccess: () => queries.invalidateQueries(accountsQuery),
  })
}
