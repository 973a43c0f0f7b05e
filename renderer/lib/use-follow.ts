import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { follow } from './client.ts'

const AGAIN_MS = 2_000

/** While `open`, every event of a record takes the place of the answer that is kept under a key. */
export function useFollow(
  operation: 'job-events' | 'batch-events' | 'workflow-run-events',
  id: string,
  queryKey: QueryKey,
  open: boolean,
): void {
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
