import type { Page, Request } from 'playwright-core'

/** The requests and navigations of a page, observed from outside. */
export interface Traffic {
  /** Starts to watch for navigations that the page announces before it sends the request for them. */
  watchDepartures(): Promise<void>
  /** Milliseconds since the last request ended; 0 while one is running. */
  quietMs(): number
  /**
   * Milliseconds since a page failed to navigate away: the new address was a download or an answer without a page, or its
   * request was cut off. 0 for any other page.
   */
  stayedMs(): number
  /** How many documents have been loaded, one after another. */
  arrivals(): number
  /** The address of the latest request for the page itself. */
  lastAddress(): URL
  /** Why the page could not be fetched from `lastAddress()`, with the error text of Chromium; null if it could. */
  failure(): Error | null
}

/** Requests that stay open on purpose, so they do not tell whether a page has settled. */
const LONG_LIVED_TYPES = new Set(['eventsource', 'websocket', 'ping'])

/**
 * How long to wait, in milliseconds, for the request of an announced navigation. Some never come: downloads, `javascript:`
 * addresses.
 */
const DEPARTURE_MS = 3_000

export function watchTraffic(page: Page, address: URL, now: () => number): Traffic {
  const runningRequests = new Set<Request>()
  let changedAt = now()
  let leavingAt: number | null = null
  let lastAddress = address
  let failure: Error | null = null
  let hasPage = false
  let navigation: Request | null = null
  let stayingSince: number | null = null
  let arrivals = 0

  const onRequest = (request: Request) => {
    if (isOfPage(page, request)) {
      lastAddress = URL.parse(request.url()) ?? lastAddress
      failure = null
      leavingAt = null
      stayingSince = null
      navigation = request
    }
    if (LONG_LIVED_TYPES.has(request.resourceType())) return
    runningRequests.add(request)
    changedAt = now()
  }
  const onStay = (request: Request) => {
    if (hasPage && request === navigation) stayingSince ??= now()
  }
  const onRequestEnd = (request: Request) => {
    if (runningRequests.delete(request)) changedAt = now()
  }
  page.on('request', onRequest)
  page.on('requestfinished', onRequestEnd)
  page.on('response', response => {
    if (/^20[45]$/.test(String(response.status()))) onStay(response.request())
  })
  page.on('framenavigated', frame => {
    if (frame !== page.mainFrame()) return
    hasPage = true
    // A navigation without a request only changes the address of the current page.
    if (navigation) arrivals++
    navigation = null
    stayingSince = null
  })
  page.on('requestfailed', request => {
    onRequestEnd(request)
    onStay(request)
    const { errorText = '' } = request.failure() ?? {}
    // A page aborts its own request when it navigates elsewhere or stays where it is.
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
    quietMs: () => (runningRequests.size || isLeaving() ? 0 : now() - changedAt),
    stayedMs: () => (stayingSince === null ? 0 : now() - stayingSince),
    arrivals: () => arrivals,
    lastAddress: () => lastAddress,
    failure: () => failure,
  }
}

/** Whether a request is for the page itself, not for a frame or a resource in it. */
export function isOfPage(page: Page, request: Request): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame()
}
