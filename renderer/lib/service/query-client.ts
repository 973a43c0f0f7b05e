import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const FRESH_MS = 5_000

/**
 * Retries by status: what cannot be reached, is not let in or is stopping waits until the window is connected again. Other
 * errors would occur again.
 */
const ATTEMPTS = new Map([
  [0, 20],
  [401, 20],
  [503, 4],
])

const worthRetrying = (failures: number, error: unknown) =>
  error instanceof CallError && failures < (ATTEMPTS.get(error.status) ?? 0)

/**
 * The query cache of all pages. A change that is wanted while the service is away fails at once: made later, it would come
 * when nobody expects it any more.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: worthRetrying },
    mutations: { networkMode: 'always' },
  },
})
