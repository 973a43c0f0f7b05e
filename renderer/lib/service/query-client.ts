import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const FRESH_MS = 5_000

/**
 * Maximum retries by status. A query that cannot reach the service (0), has no valid key (401) or meets a service that is
 * stopping (503) is retried until the window is connected again. Any other error would only occur again.
 */
const MAX_RETRIES = new Map([
  [0, 20],
  [401, 20],
  [503, 4],
])

const shouldRetry = (failures: number, error: unknown) =>
  error instanceof CallError && failures < (MAX_RETRIES.get(error.status) ?? 0)

/**
 * The query cache of all pages. A mutation that is made while the service is away fails at once: run later, it would take
 * effect when the user no longer expects it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: shouldRetry },
    mutations: { networkMode: 'always' },
  },
})
