import type { Page } from 'playwright-core'
import { ledElsewhere } from './browser-errors.ts'
import { LOOK_MS, RESERVE_MS, type Waiting } from './wait-until-there.ts'

/** How long a page that has grown must be quiet; and one that has not, which then has nothing new. */
const GROWN_QUIET_MS = 500
const SAME_QUIET_MS = 2_000
/** For one step, however busy the page is. */
const STEP_MS = 10_000

/** More than any page is high. */
const TO_THE_END = 10_000_000

/**
 * Lets a page that is there bring more: scrolls to its end, then clicks, each as often as the request says, while that brings
 * anything new and the time allows. Throws `invalid_input` where a click leads to another page.
 */
export async function loadMore(page: Page, waiting: Waiting): Promise<void> {
  const { more } = waiting.request
  if (!more) return
  await repeat(more.scrolls, () => toTheEnd(page), page, waiting)
  if (more.click !== null) await repeat(more.clicks, () => click(page, more.click!, waiting), page, waiting)
}

/** A step says whether there was anything to do. */
async function repeat(times: number, step: () => Promise<boolean>, page: Page, waiting: Waiting) {
  for (let time = 0; time < times && hasTime(waiting); time++) {
    const before = await sizeOf(page)
    if (!(await step()) || !(await grows(page, before, waiting))) return
  }
}

const hasTime = ({ clock, endsAt }: Waiting) => clock.now() < endsAt - RESERVE_MS

/** As a user turns the wheel, for not every page scrolls as a whole. */
async function toTheEnd(page: Page): Promise<boolean> {
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 }
  await page.mouse.move(width / 2, height / 2)
  await page.mouse.wheel(0, TO_THE_END)
  return true
}

/** The first that is shown. A script clicks, since a banner may lie over it. */
async function click(page: Page, selector: string, { traffic }: Waiting): Promise<boolean> {
  const shown = page.locator(`css=${selector}`).filter({ visible: true }).first()
  if ((await shown.count()) === 0) return false
  const address = traffic.lastAddress()
  await shown.evaluate(element => (element as unknown as { click(): void }).click())
  // A click whose page is on its way has asked for that by now.
  await page.evaluate('new Promise(done => setTimeout(done))').catch(() => undefined)
  if (traffic.lastAddress() !== address) throw ledElsewhere(traffic.lastAddress().href, selector)
  return true
}

interface Size {
  elements: number
  height: number
}

const sizeOf = (page: Page) =>
  page.evaluate<Size>(
    '({ elements: document.getElementsByTagName("*").length, height: document.documentElement.scrollHeight })',
  )

/** Waits until the page has settled; whether there is more of it than before. */
async function grows(page: Page, before: Size, { traffic, clock, endsAt, signal }: Waiting) {
  const since = clock.now()
  const until = Math.min(since + STEP_MS, endsAt - RESERVE_MS)
  const isQuiet = (ms: number) => Math.min(traffic.quietMs(), clock.now() - since) >= ms
  while (clock.now() < until && !isQuiet(SAME_QUIET_MS)) {
    await clock.wait(LOOK_MS, signal)
    if (isQuiet(GROWN_QUIET_MS) && isLarger(await sizeOf(page), before)) return true
  }
  return isLarger(await sizeOf(page), before)
}

const isLarger = (now: Size, before: Size) => now.elements > before.elements || now.height > before.height
