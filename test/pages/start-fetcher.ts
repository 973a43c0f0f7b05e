import { createFetcher } from '../../server/pages/fetch/fetch-page.ts'
import type { FetchSettings } from '../../server/pages/fetch/fetch-state.ts'
import { createGuard, type Resolve } from '../../server/pages/guard.ts'
import type { Clock } from '../../server/pages/politeness/clock.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'

export const SETTINGS: FetchSettings = {
  userAgent: 'test-agent',
  timeoutMs: 30_000,
  maxBytes: 1_000_000,
  maxRedirects: 10,
  retries: 0,
  hostConcurrency: 100,
  hostSpacingMs: 0,
  proxy: () => null,
}

/** Resolves every name to this machine. */
export const resolveToLoopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]

interface Options extends Partial<Omit<FetchSettings, 'proxy'>> {
  proxy?: string | null
  allowHosts?: string[]
  resolve?: Resolve
  clock?: Clock
}

/** Starts a fetcher that may reach this machine. Every name resolves to it too. */
export function startFetcher({
  allowHosts = ['127.0.0.1'],
  resolve = resolveToLoopback,
  clock,
  proxy = null,
  ...own
}: Options = {}) {
  return createFetcher({
    guard: createGuard(() => allowHosts, resolve),
    settings: () => ({ ...SETTINGS, proxy: () => proxy, ...own }),
    ...(clock && { clock }),
  })
}

/** Starts a site and a fetcher that may reach it. Both end with the test. */
export async function startSiteAndFetcher(t: { after(end: () => Promise<void>): void }, options?: Options) {
  const site: LocalSite = await startLocalSite()
  const fetcher = startFetcher(options)
  t.after(async () => {
    await fetcher.close()
    await site.close()
  })
  return { site, fetcher }
}

/** For `assert.rejects`: an AppError of this code whose message matches. */
export const failure = (code: string, message = /./) => ({ name: 'AppError', code, message })
