import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const FRESH_MS = 5_000

/** What was refused will be refused again; only an unreachable service is asked once more. */
const worthRetrying = (failures: number, error: unknown) =>
  error instanceof CallError && error.status === 0 && failures < 2

/** The answers that pages share. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: worthRetrying } },
})
