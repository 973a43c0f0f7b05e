import { createBrowser } from '../pages/browser/create-browser.ts'
import type { OwnBrowser } from '../pages/browser/launch.ts'
import { createClientIdentities } from '../pages/client-identity.ts'
import type { DesktopNetwork } from '../pages/desktop/desktop-network.ts'
import { createFetcher } from '../pages/fetch/fetch-page.ts'
import { createGuard } from '../pages/guard.ts'
import { createProxyRotation } from '../pages/proxies/proxy-rotation.ts'
import type { SettingValues } from '../settings/settings.ts'

interface PageSourcesDependencies {
  profiles: string
  browser?: OwnBrowser | undefined
  network?: DesktopNetwork | undefined
  /** Logs a sentence for the owner. */
  log?(sentence: string): void
}

/** Creates the sources of pages: HTTP and a browser. `values` is read again for each page; `profiles` is a folder. */
export function createPageSources(
  values: Readonly<SettingValues>,
  { profiles, browser: own, network, log }: PageSourcesDependencies,
) {
  const guard = createGuard(() => values.allow_hosts)
  const turns = createProxyRotation({ now: Date.now, ...(log && { log }) })
  const browser = createBrowser({
    settings: () => ({
      path: values.browser,
      pages: values.browser_pages,
      timeoutMs: values.fetch_timeout_ms,
      maxBytes: values.fetch_max_bytes,
      proxy: () => values.proxy,
    }),
    guard,
    profiles,
    turns,
    ...(own && { own }),
  })
  const identities = createClientIdentities(() => browser.found(), own?.env)
  const userAgent = () => values.user_agent ?? identities.known().userAgent
  const fetcher = createFetcher({
    settings: () => ({
      userAgent: userAgent(),
      timeoutMs: values.fetch_timeout_ms,
      maxBytes: values.fetch_max_bytes,
      maxRedirects: values.fetch_max_redirects,
      retries: values.retries,
      hostConcurrency: values.host_concurrency,
      hostSpacingMs: values.host_spacing_ms,
      proxy: () => values.proxy,
    }),
    guard,
    turns,
    ...(network && { network }),
  })
  return { guard, proxyTurns: turns, fetcher, browser, identities, userAgent }
}
