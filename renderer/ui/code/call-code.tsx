import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/service/client.ts'
import { ErrorNotice } from '../page/error-notice.tsx'
import { RowsSkeleton } from '../page/skeletons.tsx'
import { Snippets } from './snippets.tsx'

const snippetsQuery = (id: string, input: Record<string, unknown>) =>
  queryOptions({
    queryKey: ['snippets', id, input],
    queryFn: async ({ signal }) => (await call('operation-snippets', { id, input }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The code of a call in several languages. Files are represented by their names. */
export function CallCode({ id, input }: { id: string; input: Record<string, unknown> }) {
  const snippets = useQuery(snippetsQuery(id, input))
  if (snippets.isPending) return <RowsSkeleton rows={3} />
  if (snippets.isError) return <ErrorNotice error={snippets.error} onRetry={() => void snippets.refetch()} />
  return <Snippets snippets={snippets.data} />
}
