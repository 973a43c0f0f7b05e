import type { Page } from 'playwright/test'
import { settleAnimations } from './axe.ts'

/** Saves screenshots of the page in both themes, for people to look at; only in long test runs. */
export async function pictures(page: Page, name: string): Promise<void> {
  if (!process.env.WINNOW_TEST_LONG) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await settleAnimations(page)
    await page.screenshot({ path: `dist/screenshots/${name}-${colorScheme}.png`, animations: 'disabled' })
  }
}
