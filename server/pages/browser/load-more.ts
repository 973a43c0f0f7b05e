import type { Page } from 'playwright-core'
import { clickLeftPage } from './browser-errors.ts'
import { POLL_MS, RESERVE_MS, type WaitContext } from './wait-until-there.ts'

/**
 * How long a page must be quiet after it has grown. A page that has not grown must be quiet for the longer time, and then
 * has nothing new.
 */
const GROWN_QUIET_MS = 500
const SAME_QUIET_MS = 2_000
/** Time limit of one step, however busy the page is. */
const STEP_MS = 10_000

/** A scroll distance in pixels that exceeds the height of any page. */
const SCROLL_TO_END_PIXELS = 10_000_000

/**
 * Loads more content into a page that has loaded: scrolls to its end, then clicks, each as often as the request says, as
 * long as that adds something and time remains. Throws `invalid_input` if a click leads to another page.
 */
export async function loadMore(page: Page, waitContext: WaitContext): Promise<void> {
  const { more } = waitContext.request
  if (!more) return
  await repeat(more.scrolls, () => scrollToEnd(page), page, waitContext)
  const { click: selector, clicks } = more
  if (selector !== null)
    await assertSamePage(selector, waitContext, () =>
      repeat(clicks, () => click(page, selector), page, waitContext),
    )
}

/**
 * Throws if the clicks left the page. A click can also do so later, when a script has finished; the other page would then
 * be read in place of this one.
 */
async function assertSamePage(selector: string, { traffic }: WaitContext, clicks: () => Promise<void>) {
  const address = traffic.lastAddress()
  const hasLeft = () => traffic.lastAddress() !== address
  await clicks().catch(error => {
    if (!hasLeft()) throw error
  })
  if (hasLeft()) throw clickLeftPage(traffic.lastAddress().href, selector)
}

/** Repeats a step until it returns false (it found nothing to do), the page no longer grows, or no time is left. */
async function repeat(times: number, step: () => Promise<boolean>, page: Page, waitContext: WaitContext) {
  for (let time = 0; time < times && hasTime(waitContext); time++) {
    const before = { ...(await sizeOf(page)), address: waitContext.traffic.lastAddress() }
    if (!(await step()) || !(await waitForGrowth(page, before, waitContext))) return
  }
}

const hasTime = ({ clock, endsAt }: WaitContext) => clock.now() < endsAt - RESERVE_MS

/** Scrolls with the mouse wheel, as a user does, since some pages scroll an inner element instead of the window. */
async function scrollToEnd(page: Page): Promise<boolean> {
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 }
  await page.mouse.move(width / 2, height / 2)
  await page.mouse.wheel(0, SCROLL_TO_END_PIXELS)
  return true
}

/**
 * Clicks the first visible match. Calls `click()` from a script, since a banner may cover the element. Returns false if
 * none is visible.
 */
async function click(page: Page, selector: string): Promise<boolean> {
  const match = page.locator(`css=${selector}`).filter({ visible: true }).first()
  if ((await match.count()) === 0) return false
  await match.evaluate(element => (element as unknown as { click(): void }).click())
  return true
}

interface PageSize {
  elements: number
  height: number
}

interface PageState extends PageSize {
  address: URL
}

const sizeOf = (page: Page) =>
  page.evaluate<PageSize>(
    '({ elements: document.getElementsByTagName("*").length, height: document.documentElement.scrollHeight })',
  )

/** Waits until the page has settled. Returns whether it has grown. */
async function waitForGrowth(page: Page, before: PageState, { traffic, clock, endsAt, signal }: WaitContext) {
  const since = clock.now()
  const until = Math.min(since + STEP_MS, endsAt - RESERVE_MS)
  const isQuiet = (ms: number) => Math.min(traffic.quietMs(), clock.now() - since) >= ms
  while (clock.now() < until && !isQuiet(SAME_QUIET_MS)) {
    await clock.wait(POLL_MS, signal)
    if (traffic.lastAddress() !== before.address) return false
    if (isQuiet(GROWN_QUIET_MS) && isLarger(await sizeOf(page), before)) return true
  }
  return isLarger(await sizeOf(page), before)
}

const isLarger = (now: PageSize, before: PageSize) =>
  now.elements > before.elements || now.height > before.height
