import {
  type DefaultError,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { follow } from './client.ts'

const AGAIN_MS = 2_000

type EventsOperation = 'job-events' | 'batch-events' | 'workflow-run-events'

/** A record that changes while it is open: its query, updated by its events until it ends. A null id disables both. */
export function useFollowed<Loaded, Key extends QueryKey>(
  operation: EventsOperation,
  id: string | null,
  query: UseQueryOptions<Loaded, DefaultError, Loaded, Key> & { queryKey: Key },
  isOpen: (record: Loaded) => boolean,
): UseQueryResult<Loaded> {
  const record = useQuery({ ...query, enabled: id !== null })
  const open = id !== null && record.data !== undefined && isOpen(record.data)
  useEvents(operation, id ?? '', query.queryKey, open)
  return record
}

/** While `open`, every event of a record replaces its cached query. */
function useEvents(operation: EventsOperation, id: string, queryKey: QueryKey, open: boolean): void {
  const queries = useQueryClient()
  const listen = useEffectEvent((signal: AbortSignal) =>
    follow(operation, { id }, event => queries.setQueryData(queryKey, event), signal),
  )
  const refresh = useEffectEvent(() => queries.invalidateQueries({ queryKey }))
  useEffect(() => {
    if (!open) return
    const control = new AbortController()
    const { signal } = control
    let timer: ReturnType<typeof setTimeout>
    const again = () => {
      if (signal.aborted) return
      void refresh()
      timer = setTimeout(start, AGAIN_MS)
    }
    const start = () => void listen(signal).then(again, again)
    start()
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [id, open])
}
