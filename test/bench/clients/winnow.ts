import { release } from '../../../server/base/own-buffer.ts'
import { createFetcher } from '../../../server/pages/fetch/fetch-page.ts'
import { createGuard } from '../../../server/pages/guard.ts'
import { serveRounds } from './serve-rounds.ts'

/**
 * The fetcher of the service with everything that it does for a page: guard, queue, deadline, limits, redirects, retries.
 */
const fetcher = createFetcher({
  guard: createGuard(() => ['127.0.0.1']),
  settings: () => ({
    userAgent: 'winnow-bench',
    timeoutMs: 30_000,
    maxBytes: 16_000_000,
    maxRedirects: 10,
    retries: 2,
    hostConcurrency: 16,
    hostSpacingMs: 0,
    proxy: () => null,
  }),
})

serveRounds(async (origin, path) => {
  const { bytes } = await fetcher.fetch({ url: origin + path })
  const { length } = bytes
  // In the service, the thread that reads a page also frees its memory.
  release(bytes)
  return length
})
