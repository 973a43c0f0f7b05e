import type { Page } from 'playwright/test'
import { toRest } from './axe.ts'

/** Pictures of the page to look at, in both themes; made where there is time for them. */
export async function pictures(page: Page, name: string): Promise<void> {
  if (!process.env.WINNOW_TEST_LONG) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await toRest(page)
    await page.screenshot({ path: `dist/screenshots/${name}-${colorScheme}.png`, animations: 'disabled' })
  }
}
