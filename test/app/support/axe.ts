import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** The one thing that a theme can get wrong by itself. */
const CONTRAST = 'color-contrast'

/** What a checker for accessibility finds grave on the page, each with the elements at fault; of `rules` alone where they are given. */
export async function graveFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Of the page itself: its frames hold pages of others, in which no script may run.
  const checker = new AxeBuilder({ page: page as never }).setLegacyMode(true)
  checker.options({ resultTypes: ['violations'], iframes: false })
  if (rules) checker.withRules(rules)
  const { violations } = await checker.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Waits until all that changes has changed: colours begin to pass into others in the frame after their reason. */
export const toRest = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
  })

/** All of it in the light theme, then what the dark one may change; by theme, none where all is well. */
export async function graveInBothThemes(page: Page): Promise<unknown[]> {
  const found = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await toRest(page)
    const findings = await graveFindings(page, colorScheme === 'dark' ? [CONTRAST] : undefined)
    found.push(...findings.map(finding => ({ colorScheme, finding })))
  }
  return found
}
