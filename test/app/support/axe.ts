import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What a checker for accessibility finds grave on the page, each with the elements at fault. */
export async function graveFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as never }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The same in the light theme and then in the dark one, by theme; none where all is well. */
export async function graveInBothThemes(page: Page): Promise<unknown[]> {
  const found = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
    })
    found.push(...(await graveFindings(page)).map(finding => ({ colorScheme, finding })))
  }
  return found
}
