import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What a checker for accessibility finds grave on the page, each with the elements at fault. */
export async function graveFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as never }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
