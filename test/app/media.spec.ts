import type { Locator, Page } from 'playwright/test'
import { expect, test } from './support/app.ts'
import { settleAnimations } from './support/axe.ts'

/** How many elements overflow: the page itself, choices, and the bars below editors. */
const overflowCount = (page: Page) =>
  page.evaluate(() => {
    const isWide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
    return [...document.querySelectorAll('main, main [role="radiogroup"], main footer')].filter(isWide).length
  })

test('forms are not cut off in a window 320 px wide, as at a zoom of 400%', async ({ page, winnow }) => {
  await page.setViewportSize({ width: 320, height: 512 })
  const graph = { name: 'Titles of pages', nodes: [{ id: 'start', type: 'input' }], edges: [] }
  const { id } = (await winnow.call('/v1/workflows', { json: graph })).json
  for (const path of ['read', 'batches/new', 'crons/new', 'parsers/new', `workflows/${id}`]) {
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(page.getByRole('main').getByRole('radiogroup').first()).toBeVisible()
    expect(await overflowCount(page), path).toBe(0)
  }
  await page.goto(`${winnow.url}/app/connect/browser`)
  const label = page.getByRole('link', { name: 'Download for Chrome or Edge' }).getByText('Download')
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.goto(`${winnow.url}/app/read`)
  await page.getByRole('button', { name: /^Read a sample page/ }).hover()
  await page.mouse.wheel(0, 1_000)
  await expect(page.getByRole('button', { name: 'How pages are read' })).toBeInViewport({ ratio: 1 })
})

test('popovers are not cut off in a window 320 px wide', async ({ page, winnow }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await winnow.admin('/admin/keys', { name: 'nightly' })
  const parser_id = await winnow.parser({ fields: { title: 'h1' } })
  await winnow.call('/v1/jobs', { json: { type: 'parse', parser_id, input: { html: '<h1>Kettle</h1>' } } })
  const openers: [path: string, button: string][] = [
    ['jobs', 'Views'],
    ['keys', 'Revoke nightly'],
    ['parsers/new', 'Paste'],
  ]
  for (const [path, button] of openers) {
    await page.goto(`${winnow.url}/app/${path}`)
    await page.getByRole('button', { name: button }).first().click()
    const popover = page.locator('.mantine-Popover-dropdown:visible')
    await expect(popover).toBeVisible()
    await settleAnimations(page)
    const { x, width } = (await popover.boundingBox())!
    expect(x, path).toBeGreaterThanOrEqual(0)
    expect(x + width, path).toBeLessThanOrEqual(320)
  }
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

test('what is chosen is visible when the system forces colours', async ({ page, winnow }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (locator: Locator) =>
    locator.evaluate(element => getComputedStyle(element).backgroundColor)
  await page.goto(`${winnow.url}/app/settings/platforms`)
  const [chosenTab, otherTab] = ['Platforms', 'Accounts'].map(name => page.getByRole('tab', { name }))
  await expect(chosenTab!).toHaveAttribute('aria-selected', 'true')
  expect(await background(chosenTab!)).not.toBe(await background(otherTab!))
  const [chosenPage, otherPage] = ['Settings', 'Keys'].map(name => page.getByRole('link', { name }))
  await expect(chosenPage!).toHaveAttribute('aria-current', 'page')
  expect(await background(chosenPage!)).not.toBe(await background(otherPage!))

  await page.goto(`${winnow.url}/app/keys?form=new`)
  const [checked, unchecked] = [/^read:/, /^run:/].map(name => page.getByRole('checkbox', { name }))
  await unchecked!.uncheck()
  await settleAnimations(page)
  expect(await background(checked!)).not.toBe(await background(unchecked!))
})

test('nothing on a page moves when the system asks for reduced motion', async ({ page, winnow }) => {
  for (const path of ['jobs', 'workflows/new', 'playground/videosite-channel']) {
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter(element => !/^0s(, 0s)*$/.test(getComputedStyle(element).transitionDuration))
        .map(element => element.className),
    )
    expect(moving, path).toEqual([])
  }
})

/** Fields and switches whose boundary has a contrast below 3 to what is around them. */
const faintControls = (page: Page) =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const luminance = (colour: string) => {
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(value => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const isSolid = (colour: string) => colour !== 'transparent' && !/, 0\)$/.test(colour)
    const around = (element: Element): string => {
      const { backgroundColor } = getComputedStyle(element.parentElement!)
      return isSolid(backgroundColor) ? backgroundColor : around(element.parentElement!)
    }
    const contrast = (colour: string, element: Element) => {
      const [dark = 0, light = 0] = [colour, around(element)].map(luminance).sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    const fields = 'main :is(input:not([role="switch"], [type="hidden"]), select, textarea)'
    const boundaries = [
      ...[...document.querySelectorAll(`${fields}, main .mantine-Input-input`)]
        .filter(field => isSolid(getComputedStyle(field).borderTopColor))
        .map(field => ({ field, colour: getComputedStyle(field).borderTopColor })),
      ...[...document.querySelectorAll('main .mantine-Switch-track')].map(field => ({
        field,
        colour: getComputedStyle(field).backgroundColor,
      })),
    ]
    return boundaries
      .filter(({ field }) => field.checkVisibility() && !field.matches(':disabled, :disabled + *'))
      .filter(({ field, colour }) => contrast(colour, field) < 3)
      .map(({ field, colour }) => `${colour} ${field.outerHTML.slice(0, 120)}`)
  })

test('fields and switches stand out from the page in both themes', async ({ page, winnow }) => {
  const parser = await winnow.parser({ fields: { title: { css: 'h1' } } })
  for (const path of ['keys?form=new', 'crons/new', 'credits', 'batches/new', `parsers/${parser}`]) {
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(page.locator('main input').first()).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settleAnimations(page)
      expect.soft(await faintControls(page), `${path}, ${colorScheme}`).toEqual([])
    }
  }
})

test('disabled buttons look disabled when the system forces colours', async ({ page, winnow }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const look = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate(button => {
      const { color, borderTopColor } = getComputedStyle(button)
      return {
        text: color,
        label: getComputedStyle(button.querySelector('span') ?? button).color,
        borderTopColor,
      }
    })
  await page.goto(`${winnow.url}/app/batches/new`)
  await expect(page.getByRole('button', { name: 'Run batch' })).toHaveAttribute('aria-disabled', 'true')
  const [disabled, enabled] = [await look('Run batch'), await look('Variables')]
  expect(disabled.text).not.toBe(enabled.text)
  expect(disabled.label).not.toBe(enabled.label)
  expect(disabled.borderTopColor).not.toBe(enabled.borderTopColor)
})
