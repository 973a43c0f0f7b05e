import type { Page, Request } from 'playwright-core'

/** What a page asks for, seen from outside. */
export interface Traffic {
  /** Begins to see where the page sends itself before it asks for that address. */
  watchDepartures(): Promise<void>
  /** For how long nothing has been under way, in milliseconds; 0 while something is. */
  quietMs(): number
  /**
   * For how long a page has stayed that was to leave, for a download or an answer without a page, or that was cut off on its
   * way. 0 for any other.
   */
  stayedMs(): number
  /** How many pages have been there, one after the other. */
  arrivals(): number
  /** The address that the page itself was asked from last. */
  lastAddress(): URL
  /** In Chromium's words, why the page could not be fetched from there. */
  failure(): Error | null
}

/** These stay open on purpose, so they say nothing of whether a page has settled. */
const LASTING = new Set(['eventsource', 'websocket', 'ping'])

/** What a page announces and then does not ask for (a download, a script as an address) is waited for no longer, in ms. */
const DEPARTURE_MS = 3_000

export function watchTraffic(page: Page, address: URL, now: () => number): Traffic {
  const running = new Set<Request>()
  let changedAt = now()
  let leavingAt: number | null = null
  let last = address
  let failure: Error | null = null
  let hasPage = false
  let next: Request | null = null
  let stayingSince: number | null = null
  let arrivals = 0

  const begun = (request: Request) => {
    if (isOfPage(page, request)) {
      last = URL.parse(request.url()) ?? last
      failure = null
      leavingAt = null
      stayingSince = null
      next = request
    }
    if (LASTING.has(request.resourceType())) return
    running.add(request)
    changedAt = now()
  }
  const stay = (request: Request) => {
    if (hasPage && request === next) stayingSince ??= now()
  }
  const ended = (request: Request) => {
    if (running.delete(request)) changedAt = now()
  }
  page.on('request', begun)
  page.on('requestfinished', ended)
  page.on('response', response => {
    if (/^20[45]$/.test(String(response.status()))) stay(response.request())
  })
  page.on('framenavigated', frame => {
    if (frame !== page.mainFrame()) return
    hasPage = true
    // A page that only changes its address has asked for nothing.
    if (next) arrivals++
    next = null
    stayingSince = null
  })
  page.on('requestfailed', request => {
    ended(request)
    stay(request)
    const { errorText = '' } = request.failure() ?? {}
    // A page that goes elsewhere, or stays where it is, breaks its own request off.
    if (!isOfPage(page, request) || errorText === 'net::ERR_ABORTED') return
    failure = new Error(errorText)
    if (hasPage) stayingSince ??= now()
  })

  const isLeaving = () => leavingAt !== null && now() - leavingAt < DEPARTURE_MS

  return {
    async watchDepartures() {
      const session = await page.context().newCDPSession(page)
      const { frameTree } = await session.send('Page.getFrameTree')
      session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
        if (frameId === frameTree.frame.id && disposition === 'currentTab') leavingAt = now()
      })
      await session.send('Page.enable')
    },
    quietMs: () => (running.size || isLeaving() ? 0 : now() - changedAt),
    stayedMs: () => (stayingSince === null ? 0 : now() - stayingSince),
    arrivals: () => arrivals,
    lastAddress: () => last,
    failure: () => failure,
  }
}

/** Whether a request is for the page itself, not for a frame or anything else in it. */
export function isOfPage(page: Page, request: Request): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame()
}
