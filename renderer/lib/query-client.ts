import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const FRESH_MS = 5_000

/** Further attempts by status: one that cannot be reached may be starting, one that stops may start again at once. */
const ATTEMPTS = new Map([
  [0, 2],
  [503, 4],
])

/** What was refused otherwise will be refused again. */
const worthRetrying = (failures: number, error: unknown) =>
  error instanceof CallError && failures < (ATTEMPTS.get(error.status) ?? 0)

/** The answers that pages share. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: worthRetrying } },
})
