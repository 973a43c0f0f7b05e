import type { Page } from 'playwright-core'
import { groupDigits } from '../../base/counted.ts'
import type { Clock } from '../politeness/clock.ts'
import type { AwaitedAnswer, BrowserRequest } from './browser.ts'
import { badSelector, endlessReload, waitForTimeout } from './browser-errors.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { Traffic } from './traffic.ts'

/** How long a page must be quiet to count as loaded, and the longest time to wait for that, in milliseconds. */
const SETTLE_LIMITS = { quietMs: 500, mostMs: 5_000 }
/** For pages that load more content on their own, for example after scrolling. */
const LONG_SETTLE_LIMITS = { quietMs: 2_000, mostMs: 15_000 }

/** A page that has navigated this many times in a row without settling never will. */
export const MAX_ARRIVALS = 8

export const POLL_MS = 50
const SCROLL_MS = 400
const SCROLL_PIXELS = 2_000

/** Time reserved for describing what was seen in an error, or for reading the page. */
export const RESERVE_MS = 1_000

export interface WaitContext {
  request: BrowserRequest
  traffic: Traffic
  kept: KeptAnswers
  clock: Clock
  endsAt: number
  signal: AbortSignal
}

/** Waits, after the page has loaded, for what the request names, or else until the page has settled. */
export async function waitUntilThere(page: Page, waitContext: WaitContext): Promise<void> {
  const { request, kept, clock, signal } = waitContext
  const { waitFor } = request
  const finished = new AbortController()
  const waitSignal = AbortSignal.any([signal, finished.signal])
  if (request.scroll) void scroll(page, clock, waitSignal)
  try {
    if (typeof waitFor === 'string') await waitForSelector(page, waitFor, waitContext, waitSignal)
    if (typeof waitFor === 'number') await pause(waitFor, waitContext)
    if (typeof waitFor === 'object') await waitForAnswer(page, waitFor, waitContext)
    const wantsMore = request.keep || request.keepData || request.scroll
    if (!kept.enough() && (wantsMore || waitFor === undefined)) await settle(waitContext)
  } finally {
    finished.abort()
  }
}

/** Waits for `ms`, or for as long as the deadline allows. */
function pause(ms: number, { clock, endsAt, signal }: WaitContext): Promise<void> {
  return clock.wait(Math.max(Math.min(ms, endsAt - RESERVE_MS - clock.now()), 0), signal)
}

async function settle({ request, traffic, kept, clock, endsAt, signal }: WaitContext): Promise<void> {
  const { quietMs, mostMs } = request.scroll || request.enough ? LONG_SETTLE_LIMITS : SETTLE_LIMITS
  const until = Math.min(clock.now() + mostMs, endsAt - RESERVE_MS)
  const isQuiet = () => traffic.quietMs() >= quietMs && !kept.pending()
  const arrivalsBefore = traffic.arrivals()
  while (!kept.enough() && !isQuiet() && clock.now() < until) {
    if (traffic.arrivals() - arrivalsBefore >= MAX_ARRIVALS) throw endlessReload(traffic.lastAddress().host)
    await clock.wait(POLL_MS, signal)
  }
}

/**
 * Whether an error is about the selector. Every message starts with `page.waitForSelector`, and may end with the selector.
 */
const isOfSelector = (message: string) => /^page\.waitForSelector: .*selector/i.test(message)

async function waitForSelector(page: Page, selector: string, waitContext: WaitContext, signal: AbortSignal) {
  const { kept, clock, endsAt } = waitContext
  const left = endsAt - clock.now()
  const timeout = Math.max(left - RESERVE_MS, left / 2, 1)
  const attached = page.waitForSelector(`css=${selector}`, { state: 'attached', timeout })
  const enough = async () => {
    while (!kept.enough()) await clock.wait(POLL_MS, signal)
  }
  await Promise.race([attached, enough()]).catch(async error => {
    if (/timeout/i.test(error.name)) throw waitForTimeout(hostOf(page), selector, await describe(page))
    throw isOfSelector(error.message) ? badSelector(selector, error) : error
  })
}

async function waitForAnswer(
  page: Page,
  { fits, name }: AwaitedAnswer,
  waitContext: WaitContext,
): Promise<void> {
  const { kept, clock, endsAt, signal } = waitContext
  while (!kept.all().some(({ url }) => fits(url))) {
    if (clock.now() >= endsAt - RESERVE_MS) throw waitForTimeout(hostOf(page), name, await describe(page))
    await clock.wait(POLL_MS, signal)
  }
}

const hostOf = (page: Page) => URL.parse(page.url())?.host ?? page.url()

async function describe(page: Page): Promise<string> {
  const title = await page.title()
  const length = groupDigits((await page.content()).length)
  return `The page that was loaded has the title “${title}” and ${length} characters of HTML.`
}

/** Scrolls with the mouse wheel over the middle of the page, as a user does. */
async function scroll(page: Page, clock: Clock, signal: AbortSignal): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 }
  try {
    await page.mouse.move(width / 2, height / 2)
    while (!signal.aborted) {
      await page.mouse.wheel(0, SCROLL_PIXELS)
      await clock.wait(SCROLL_MS, signal)
    }
  } catch {
    // The wait has ended or the page is closed. The code that waits for the page reports the reason.
  }
}
