import type { Page } from 'playwright/test'
import { expect, test } from './support/app.ts'

/** How many elements overflow: the page itself, and choices that cannot be scrolled. */
const overflowCount = (page: Page) =>
  page.evaluate(() => {
    const isWide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
    const choices = [...document.querySelectorAll('main [role="radiogroup"]')]
    const cutChoices = choices.filter(one => isWide(one) && getComputedStyle(one).overflowX !== 'auto')
    return [...document.querySelectorAll('main')].filter(isWide).concat(cutChoices as HTMLElement[]).length
  })

test('forms are not cut off in a window 320 px wide, as at a zoom of 400%', async ({ page, winnow }) => {
  await page.setViewportSize({ width: 320, height: 512 })
  for (const path of ['read', 'batches/new', 'crons/new']) {
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(page.getByRole('main').getByRole('radiogroup').first()).toBeVisible()
    expect(await overflowCount(page), path).toBe(0)
  }
  await page.goto(`${winnow.url}/app/read`)
  await page.getByRole('button', { name: /^Read a sample page/ }).hover()
  await page.mouse.wheel(0, 1_000)
  await expect(page.getByRole('button', { name: 'How pages are read' })).toBeInViewport({ ratio: 1 })
})

test('a page is printed in full and without the navigation', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/guides/parsers`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  const { whole, shown } = await page
    .getByRole('main')
    .evaluate(({ scrollHeight, clientHeight }) => ({ whole: scrollHeight, shown: clientHeight }))
  expect(shown).toBe(whole)
  expect(shown).toBeGreaterThan(2_000)
})

test('the dots of states keep their colours when the system forces colours', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/keys`)
  const dot = page.locator('[data-state="good"] > [aria-hidden]').last()
  await expect(dot).toBeVisible()
  const colour = () => dot.evaluate(element => getComputedStyle(element).backgroundColor)
  const chosenColour = await colour()
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await colour()).toBe(chosenColour)
})
