import { queryOptions } from '@tanstack/react-query'
import { call, type OutputOf } from '../../../lib/service/client.ts'

export type Stats = OutputOf<'parser-stats'>

export const statsQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['parsers', account, id, 'stats'],
    queryFn: ({ signal }) => call('parser-stats', { id, days: 30 }, { signal }),
  })
