import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type OutputOf } from '../../lib/service/client.ts'

export type Worker = OutputOf<'worker-list'>['data'][number]

const POLL_MS = 2_000

export const workersQuery = queryOptions({
  queryKey: ['workers'],
  queryFn: ({ signal }) => call('worker-list', {}, { signal }),
  refetchInterval: POLL_MS,
})

/** A mutation that drains a worker, so that it gets no new pages, or ends that. */
export function useDrainWorker() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (worker: { worker_id: string; on: boolean }) => call('worker-drain', worker),
    onSuccess: () => queries.invalidateQueries(workersQuery),
  })
}
