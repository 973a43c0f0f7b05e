import type { Page } from 'playwright-core'
import { ledElsewhere } from './browser-errors.ts'
import { LOOK_MS, RESERVE_MS, type Waiting } from './wait-until-there.ts'

/**
 * How long a page must be quiet after it has grown. A page that has not grown must be quiet for the longer time, and then
 * has nothing new.
 */
const GROWN_QUIET_MS = 500
const SAME_QUIET_MS = 2_000
/** Time limit of one step, however busy the page is. */
const STEP_MS = 10_000

/** A scroll distance in pixels that exceeds the height of any page. */
const TO_THE_END = 10_000_000

/**
 * Loads more content into a page that has loaded: scrolls to its end, then clicks, each as often as the request says, as
 * long as that adds something and time remains. Throws `invalid_input` if a click leads to another page.
 */
export async function loadMore(page: Page, waiting: Waiting): Promise<void> {
  const { more } = waiting.request
  if (!more) return
  await repeat(more.scrolls, () => toTheEnd(page), page, waiting)
  const { click: selector, clicks } = more
  if (selector !== null)
    await mustStay(selector, waiting, () => repeat(clicks, () => click(page, selector), page, waiting))
}

/**
 * Throws if the clicks left the page. A click can also do so later, when a script has finished; the other page would then
 * be read in place of this one.
 */
async function mustStay(selector: string, { traffic }: Waiting, clicks: () => Promise<void>) {
  const address = traffic.lastAddress()
  const hasLeft = () => traffic.lastAddress() !== address
  await clicks().catch(error => {
    if (!hasLeft()) throw error
  })
  if (hasLeft()) throw ledElsewhere(traffic.lastAddress().href, selector)
}

/** Repeats a step until it returns false (it found nothing to do), the page no longer grows, or no time is left. */
async function repeat(times: number, step: () => Promise<boolean>, page: Page, waiting: Waiting) {
  for (let time = 0; time < times && hasTime(waiting); time++) {
    const before = { ...(await sizeOf(page)), address: waiting.traffic.lastAddress() }
    if (!(await step()) || !(await grows(page, before, waiting))) return
  }
}

const hasTime = ({ clock, endsAt }: Waiting) => clock.now() < endsAt - RESERVE_MS

/** Scrolls with the mouse wheel, as a user does, since some pages scroll an inner element instead of the window. */
async function toTheEnd(page: Page): Promise<boolean> {
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 }
  await page.mouse.move(width / 2, height / 2)
  await page.mouse.wheel(0, TO_THE_END)
  return true
}

/**
 * Clicks the first visible match. Calls `click()` from a script, since a banner may cover the element. Returns false if
 * none is visible.
 */
async function click(page: Page, selector: string): Promise<boolean> {
  const shown = page.locator(`css=${selector}`).filter({ visible: true }).first()
  if ((await shown.count()) === 0) return false
  await shown.evaluate(element => (element as unknown as { click(): void }).click())
  return true
}

interface Size {
  elements: number
  height: number
}

interface Before extends Size {
  address: URL
}

const sizeOf = (page: Page) =>
  page.evaluate<Size>(
    '({ elements: document.getElementsByTagName("*").length, height: document.documentElement.scrollHeight })',
  )

/** Waits until the page has settled. Returns whether it has grown. */
async function grows(page: Page, before: Before, { traffic, clock, endsAt, signal }: Waiting) {
  const since = clock.now()
  const until = Math.min(since + STEP_MS, endsAt - RESERVE_MS)
  const isQuiet = (ms: number) => Math.min(traffic.quietMs(), clock.now() - since) >= ms
  while (clock.now() < until && !isQuiet(SAME_QUIET_MS)) {
    await clock.wait(LOOK_MS, signal)
    if (traffic.lastAddress() !== before.address) return false
    if (isQuiet(GROWN_QUIET_MS) && isLarger(await sizeOf(page), before)) return true
  }
  return isLarger(await sizeOf(page), before)
}

const isLarger = (now: Size, before: Size) => now.elements > before.elements || now.height > before.height
