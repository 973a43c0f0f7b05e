import type { Page, Response } from 'playwright-core'
import type { FetchedPage } from '../fetched-page.ts'
import type { Clock } from '../politeness/clock.ts'
import { askPage } from './ask-page.ts'
import type { BrowsedPage, BrowserRequest, PageQuestion } from './browser.ts'
import { loadsAgain, notAnswered, toBrowserError } from './browser-errors.ts'
import { mustBeAPage, readDocument, watchDocument } from './document.ts'
import type { Pass } from './forward-proxy.ts'
import { keepAnswers } from './kept-answers.ts'
import { loadMore } from './load-more.ts'
import { teachManners } from './manners.ts'
import type { ProxySession } from './proxy-session.ts'
import { type Traffic, watchTraffic } from './traffic.ts'
import { type ByteBounds, boundUnpackedBytes } from './unpacked-bytes.ts'
import { LOOK_MS, MOST_ARRIVALS, type Waiting, waitUntilThere } from './wait-until-there.ts'

export interface Visit {
  url: URL
  request: BrowserRequest
  pass: Pass
  session: ProxySession
  maxBytes: number
  unpacked: ByteBounds
  clock: Clock
  /** The deadline, in milliseconds since 1970. */
  endsAt: number
  signal: AbortSignal
}

/**
 * Opens the address in an empty page, waits until it has loaded, sends the requests of `ask` and reads the page. Throws
 * errors for the user.
 */
export async function visit(
  page: Page,
  { url, request, pass, session, unpacked, ...limits }: Visit,
): Promise<BrowsedPage> {
  const { maxBytes, clock } = limits
  const traffic = watchTraffic(page, url, clock.now)
  const latest = watchDocument(page)
  const kept = keepAnswers(page, request, maxBytes)
  const ask = async (question: PageQuestion): Promise<FetchedPage> => {
    const target = new URL(question.url, page.url())
    return askPage(page, question, maxBytes).catch(error => {
      throw isFetchFailure(error) ? (session.failureOf(target) ?? notAnswered(target.host, error)) : error
    })
  }
  try {
    await Promise.all([
      teachManners(page, url, request, pass),
      boundUnpackedBytes(page, unpacked),
      traffic.watchDepartures(),
    ])
    const waiting = { request, traffic, kept, ...limits }
    const empty = await goTo(page, url.href, latest, waiting)
    if (empty) return { ...empty, kept: kept.all(), asked: [] }
    mustHaveCome(traffic)
    mustBeAPage(latest())
    await waitUntilThere(page, waiting)
    mustHaveCome(traffic)
    await loadMore(page, waiting)
    const asked: FetchedPage[] = []
    for (const question of request.ask ?? []) asked.push(await ask(question))
    const document = await readDocument(page, latest()!, maxBytes)
    return { ...document, kept: kept.all(), asked }
  } catch (error) {
    const address = traffic.lastAddress()
    throw toBrowserError(traffic.failure() ?? error, address.host, session.failureOf(address))
  }
}

function mustHaveCome(traffic: Traffic): void {
  const failure = traffic.failure()
  if (failure) throw failure
}

/** After a failed navigation, a script's request for another page starts within this time. */
const STAY_MS = 500

const isFetchFailure = (error: Error) => /Failed to fetch/.test(error.message)

/** Chromium's errors for an error status without a body, and for a 401 for which a full Chrome would ask for a password. */
const NOT_SHOWN = /ERR_(?:HTTP_RESPONSE_CODE_FAILURE|INVALID_AUTH_CREDENTIALS)/
/** Statuses without a body. Chromium stays on the current page. */
const WITHOUT_BODY = new Set([204, 205])

/**
 * Loads a page. Returns null once it has loaded, or the page itself if the answer has no body: Chromium then shows an error
 * page of its own, or nothing.
 */
async function goTo(
  page: Page,
  url: string,
  latest: () => Response | null,
  waiting: Waiting,
): Promise<FetchedPage | null> {
  const over = new AbortController()
  try {
    const loaded = page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 })
    await Promise.race([
      loaded,
      untilItStays(latest, waiting, AbortSignal.any([waiting.signal, over.signal])),
    ])
    return null
  } catch (error) {
    const { message } = error as Error
    const answer = latest()
    const isEmpty = NOT_SHOWN.test(message) || WITHOUT_BODY.has(answer?.status() ?? 0)
    if (answer && isEmpty) return withoutBody(answer)
    if (!/interrupted by another navigation/.test(message)) throw error
    await page.waitForLoadState('domcontentloaded', { timeout: 0 })
    return null
  } finally {
    over.abort()
  }
}

/**
 * Resolves when the page is stuck. Chromium may never report a page as loaded that tries to navigate away while it loads
 * and fails, whose connection was cut, that is a file, or that keeps redirecting itself. Throws for the last two.
 */
async function untilItStays(
  latest: () => Response | null,
  { traffic, clock }: Waiting,
  signal: AbortSignal,
): Promise<void> {
  while (traffic.stayedMs() < STAY_MS) {
    mustBeAPage(latest())
    if (traffic.arrivals() >= MOST_ARRIVALS) throw loadsAgain(traffic.lastAddress().host)
    await clock.wait(LOOK_MS, signal)
  }
}

async function withoutBody(answer: Response): Promise<FetchedPage> {
  const headers = await answer.allHeaders()
  const contentType = headers['content-type'] ?? null
  return { status: answer.status(), url: answer.url(), headers, bytes: new Uint8Array(), contentType }
}
