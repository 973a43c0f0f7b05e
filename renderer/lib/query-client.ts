import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const FRESH_MS = 5_000

/** Retries by status: a service that cannot be reached, or that is stopping, may be restarting. */
const ATTEMPTS = new Map([
  [0, 2],
  [503, 4],
])

/** Other errors would occur again. */
const worthRetrying = (failures: number, error: unknown) =>
  error instanceof CallError && failures < (ATTEMPTS.get(error.status) ?? 0)

/** The query cache of all pages. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: worthRetrying } },
})
