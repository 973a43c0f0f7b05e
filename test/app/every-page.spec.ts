import type { Page } from 'playwright/test'
import { PLACES } from '../../renderer/routes.tsx'
import { expect, test } from './support/app.ts'
import { graveFindings } from './support/axe.ts'
import { type Known, liveIn } from './support/lived-in.ts'

const THEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 640 },
]
const NARROW = { width: 780, height: 800 }

const patterns = PLACES.flatMap(({ path, children = [] }) => [
  path,
  ...children.map(child => `${path}/${child.path}`),
])

/** The address of a page; what stands for `:id` must be known. */
function addressOf(pattern: string, known: Known): string {
  const [parent, part] = pattern.split('/:')
  if (part === undefined) return pattern
  expect(known, `liveIn tells what stands in ${pattern}`).toHaveProperty([pattern])
  return `${parent}/${known[pattern]}`
}

/** Waits until the page shows all that it fetches. */
async function settle(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
  })
}

const overflow = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.querySelector('main')!]
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`),
  )

/** Panes that lie beside each other, by name. */
const beside = (page: Page) =>
  page.evaluate(() => {
    const panes = [...document.querySelectorAll('main section[aria-label]')]
    return panes.flatMap(pane => {
      const next = pane.nextElementSibling
      const isBeside = next && next.getBoundingClientRect().left >= pane.getBoundingClientRect().right
      return isBeside ? [`${pane.ariaLabel} | ${next.ariaLabel}`] : []
    })
  })

for (const pattern of patterns)
  test(`the page ${pattern} shows all of itself in both themes and all sizes`, async ({ page, winnow }) => {
    const known = await liveIn(winnow)
    const name = pattern.replaceAll(/\W+/g, '-').replace(/^-/, '') || 'overview'
    await page.setViewportSize(SIZES[0]!)
    await page.goto(`${winnow.url}/app${addressOf(pattern, known)}`)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await settle(page)
        expect.soft(await overflow(page), `${size.width} wide`).toEqual([])
        await page.screenshot({ path: `dist/screenshots/${name}-${colorScheme}-${size.width}.png` })
      }
      expect.soft(await graveFindings(page), colorScheme).toEqual([])
    }
    await page.setViewportSize(NARROW)
    await settle(page)
    expect.soft(await overflow(page), 'narrow').toEqual([])
    expect.soft(await beside(page), 'narrow').toEqual([])
    await page.screenshot({ path: `dist/screenshots/${name}-narrow.png` })
  })
