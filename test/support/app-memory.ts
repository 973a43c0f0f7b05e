import type { Page } from 'playwright-core'

/** What the window of the app holds after a garbage collection. */
export interface AppMemory {
  heapMb: number
  nodes: number
  listeners: number
}

/** The addresses of records. Ids are given by route pattern: `/jobs/:id`. */
export const addressesOf = (records: Record<string, string>): string[] =>
  Object.entries(records).map(([pattern, id]) => `/app${pattern.replace(/:\w+$/, id)}`)

/** Opens every page of the navigation and the `others`, without a reload. Ends at the Overview. */
export async function visitAllPages(page: Page, others: readonly string[]): Promise<void> {
  const links = page.locator('nav[aria-label="Pages"] a')
  const [overview, ...listed] = await links.evaluateAll(all => all.map(link => link.getAttribute('href')!))
  for (const address of [...listed, ...others, overview!]) await visit(page, address)
}

/** Navigates as the browser's own buttons do, and waits until the page shows everything that it fetches. */
async function visit(page: Page, address: string): Promise<void> {
  await page.locator('html').evaluate(({ ownerDocument }, to) => {
    const window = ownerDocument.defaultView!
    ownerDocument.querySelector('h1')?.setAttribute('data-left', '')
    window.history.pushState(null, '', to)
    window.dispatchEvent(new window.PopStateEvent('popstate', { state: null }))
  }, address)
  await page.locator('h1:not([data-left])').first().waitFor()
  const loading = page.locator('main :is([aria-label="Loading"], .mantine-Skeleton-root)')
  await loading.first().waitFor({ state: 'detached' })
}

/** Measures memory with the browser's developer tools, after collecting garbage. */
export async function measureMemory(page: Page): Promise<AppMemory> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Performance.enable')
    await session.send('HeapProfiler.enable')
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find(one => one.name === name)!.value
    return {
      heapMb: metric('JSHeapUsedSize') / 1e6,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
    }
  } finally {
    await session.detach()
  }
}
