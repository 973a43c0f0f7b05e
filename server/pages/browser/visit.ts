import type { Page, Response } from 'playwright-core'
import type { FetchedPage } from '../fetch/fetched-page.ts'
import type { Clock } from '../politeness/clock.ts'
import { askPage } from './ask-page.ts'
import type { BrowsedPage, BrowserRequest, PageQuestion } from './browser.ts'
import { endlessReload, pageRequestFailed, toBrowserError } from './browser-errors.ts'
import { assertPage, readDocument, watchDocument } from './document.ts'
import type { ProxyPass } from './forward-proxy.ts'
import { keepAnswers } from './kept-answers.ts'
import { loadMore } from './load-more.ts'
import { preparePage } from './manners.ts'
import type { ProxySession } from './proxy-session.ts'
import { type Traffic, watchTraffic } from './traffic.ts'
import { type ByteBounds, limitUnpackedBytes } from './unpacked-bytes.ts'
import { MAX_ARRIVALS, POLL_MS, type WaitContext, waitUntilThere } from './wait-until-there.ts'

export interface Visit {
  url: URL
  request: BrowserRequest
  pass: ProxyPass
  session: ProxySession
  maxBytes: number
  unpacked: ByteBounds
  clock: Clock
  /** The deadline, in milliseconds since 1970. */
  endsAt: number
  signal: AbortSignal
  /** Called when the page begins to arrive. */
  arrived(): void
}

/**
 * Opens the address in an empty page, waits until it has loaded, sends the requests of `ask` and reads the page. Throws
 * errors for the user.
 */
export async function visit(
  page: Page,
  { url, request, pass, session, unpacked, arrived, ...limits }: Visit,
): Promise<BrowsedPage> {
  const { maxBytes, clock } = limits
  page.once('framenavigated', arrived)
  const traffic = watchTraffic(page, url, clock.now)
  const latestDocument = watchDocument(page)
  const kept = keepAnswers(page, request, maxBytes)
  const ask = async (question: PageQuestion): Promise<FetchedPage> => {
    const target = new URL(question.url, page.url())
    return askPage(page, question, maxBytes).catch(error => {
      throw isFetchFailure(error)
        ? (session.failureOf(target) ?? pageRequestFailed(target.host, error))
        : error
    })
  }
  try {
    await Promise.all([
      preparePage(page, url, request, pass),
      limitUnpackedBytes(page, unpacked),
      traffic.watchDepartures(),
    ])
    const waitContext = { request, traffic, kept, ...limits }
    const emptyPage = await goTo(page, url.href, latestDocument, waitContext)
    if (emptyPage) return { ...emptyPage, kept: kept.all(), asked: [] }
    throwIfFailed(traffic)
    assertPage(latestDocument())
    await waitUntilThere(page, waitContext)
    throwIfFailed(traffic)
    await loadMore(page, waitContext)
    const asked: FetchedPage[] = []
    for (const question of request.ask ?? []) asked.push(await ask(question))
    const document = await readDocument(page, latestDocument()!, maxBytes)
    return { ...document, kept: kept.all(), asked }
  } catch (error) {
    const address = traffic.lastAddress()
    throw toBrowserError(traffic.failure() ?? error, address.host, session.failureOf(address))
  }
}

function throwIfFailed(traffic: Traffic): void {
  const failure = traffic.failure()
  if (failure) throw failure
}

/** After a failed navigation, a script's request for another page starts within this time. */
const STAY_MS = 500

const isFetchFailure = (error: Error) => /Failed to fetch/.test(error.message)

/** Chromium's errors for an error status without a body, and for a 401 for which a full Chrome would ask for a password. */
const NOT_SHOWN = /ERR_(?:HTTP_RESPONSE_CODE_FAILURE|INVALID_AUTH_CREDENTIALS)/
/** Statuses without a body. Chromium stays on the current page. */
const BODYLESS_STATUSES = new Set([204, 205])

/**
 * Loads a page. Returns null once it has loaded, or the page itself if the answer has no body: Chromium then shows an error
 * page of its own, or nothing.
 */
async function goTo(
  page: Page,
  url: string,
  latestDocument: () => Response | null,
  waitContext: WaitContext,
): Promise<FetchedPage | null> {
  const finished = new AbortController()
  try {
    const loaded = page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 })
    await Promise.race([
      loaded,
      waitUntilStuck(latestDocument, waitContext, AbortSignal.any([waitContext.signal, finished.signal])),
    ])
    return null
  } catch (error) {
    const { message } = error as Error
    const answer = latestDocument()
    const isEmpty = NOT_SHOWN.test(message) || BODYLESS_STATUSES.has(answer?.status() ?? 0)
    if (answer && isEmpty) return toEmptyPage(answer)
    if (!/interrupted by another navigation/.test(message)) throw error
    await page.waitForLoadState('domcontentloaded', { timeout: 0 })
    return null
  } finally {
    finished.abort()
  }
}

/**
 * Resolves when the page is stuck. Chromium may never report a page as loaded that tries to navigate away while it loads
 * and fails, whose connection was cut, that is a file, or that keeps redirecting itself. Throws for the last two.
 */
async function waitUntilStuck(
  latestDocument: () => Response | null,
  { traffic, clock }: WaitContext,
  signal: AbortSignal,
): Promise<void> {
  while (traffic.stayedMs() < STAY_MS) {
    assertPage(latestDocument())
    if (traffic.arrivals() >= MAX_ARRIVALS) throw endlessReload(traffic.lastAddress().host)
    await clock.wait(POLL_MS, signal)
  }
}

async function toEmptyPage(answer: Response): Promise<FetchedPage> {
  const headers = await answer.allHeaders()
  const contentType = headers['content-type'] ?? null
  return { status: answer.status(), url: answer.url(), headers, bytes: new Uint8Array(), contentType }
}
