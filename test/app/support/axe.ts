import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** The only rule that can fail in one theme alone. */
const CONTRAST = 'color-contrast'

/** Serious violations of accessibility on the page with their elements; of `rules` only, if given. */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Frames are left out: they contain pages of other sites, in which no script may run.
  const checker = new AxeBuilder({ page: page as never }).setLegacyMode(true)
  checker.options({ resultTypes: ['violations'], iframes: false })
  if (rules) checker.withRules(rules)
  const { violations } = await checker.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Waits until all transitions have ended; they start in the frame after their cause. */
export const settleAnimations = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
  })

/** Serious violations with their theme: all rules in the light theme, only contrast in the dark one. */
export async function seriousFindingsInBothThemes(page: Page): Promise<unknown[]> {
  const found = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settleAnimations(page)
    const findings = await seriousFindings(page, colorScheme === 'dark' ? [CONTRAST] : undefined)
    found.push(...findings.map(finding => ({ colorScheme, finding })))
  }
  return found
}
