import type { Page } from 'playwright/test'
import { NAV_PAGES } from '../../renderer/routes.tsx'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { test as base, expect } from './support/app.ts'
import { seriousFindingsInBothThemes } from './support/axe.ts'
import { pictures } from './support/pictures.ts'
import { overflow } from './support/read-page.ts'
import { fillWithSampleData, type PageParams } from './support/sample-data.ts'

/** Tests that share one service, since none of them changes anything; `fill` creates its records. */
const testOver = (fill: (winnow: TestApp) => Promise<PageParams>) =>
  base.extend<object, { lived: { winnow: TestApp; known: PageParams } }>({
    lived: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
      async ({}, use) => {
        const winnow = await startTestApp()
        await use({ winnow, known: await fill(winnow) })
        await winnow.stop()
      },
      { scope: 'worker' },
    ],
    winnow: ({ lived }, use) => use(lived.winnow),
  })

const testFull = testOver(fillWithSampleData)
const testEmpty = testOver(async () => ({}))

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 640 },
  { width: 780, height: 800 },
  { width: 420, height: 800 },
]

const patterns = NAV_PAGES.flatMap(({ path, children = [] }) => [
  path,
  ...children.map(child => `${path}/${child.path}`),
])

/** Pages below another that have no list to link back to. */
const WITHOUT_LIST = [
  ...['/playground/:operation', '/settings/:part'],
  ...['/connect/browser', '/connect/receive', '/read/sent/:id'],
]
const isDetail = (pattern: string) => pattern.split('/').length > 2 && !WITHOUT_LIST.includes(pattern)

/** The address of a page; `known` must have the value of its parameter, such as `:id`. */
function addressOf(pattern: string, params: PageParams): string {
  const [parent, param] = pattern.split('/:')
  if (param === undefined) return pattern
  expect(params, `fillWithSampleData must return the parameter of ${pattern}`).toHaveProperty([pattern])
  return `${parent}/${params[pattern]}`
}

/** Waits until the page has loaded all its data. */
async function settle(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
  })
}

/** Controls that are cut off at a side without a scroll bar, except in the drawing of a graph, which can be moved. */
const elementsCutOff = (page: Page) =>
  page.evaluate(() => {
    const isCut = (control: Element) => {
      const { left, right, width } = control.getBoundingClientRect()
      for (let around = control.parentElement; width > 1 && around; around = around.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(around)
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return false
        const edges = around.getBoundingClientRect()
        const clips = overflowX !== 'visible' || around === document.body
        if (clips && edges.width > 1 && (left < edges.left - 1 || right > edges.right + 1)) return true
      }
      return false
    }
    return [
      ...document.querySelectorAll('main :is(a, button, label, input, select, textarea, h1, [role="tab"])'),
    ]
      .filter(control => !control.closest('.react-flow__viewport') && isCut(control))
      .map(control => control.outerHTML.slice(0, 160))
  })

/** Headers of tables, and times, states and buttons in their cells, that are cut off. */
const cellsCutOff = (page: Page) =>
  page.evaluate(() => {
    const isWide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1
    const isCut = (target: Element) => {
      const cell = target.closest('[role="cell"]')
      if (!cell) return isWide(target)
      const { right, width } = target.getBoundingClientRect()
      const end = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight)
      return width > 1 && (right > end + 1 || [...target.children].some(isWide))
    }
    const timesAndButtons = [
      '[role="columnheader"]',
      ...['time', 'button', '[data-state]'].map(selector => `[role="cell"] ${selector}`),
    ]
    return [
      ...document.querySelectorAll(timesAndButtons.map(selector => `main [role="table"] ${selector}`).join()),
    ]
      .filter(isCut)
      .map(target => target.textContent)
  })

/** Elements that should be aligned and are not: the header of a page with its content, a frame with its pane. */
const misaligned = (page: Page) =>
  page.evaluate(() => {
    const inside = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
    }
    const header = document.querySelector('main header')!
    const content = header.nextElementSibling!
    const isPadded = getComputedStyle(content).paddingLeft !== '0px'
    const isApart = isPadded && inside(header).some((edge, at) => Math.abs(edge - inside(content)[at]!) > 1)
    const short = [...document.querySelectorAll('main iframe')].filter(
      frame => frame.getBoundingClientRect().bottom < frame.parentElement!.getBoundingClientRect().bottom - 1,
    )
    return [...(isApart ? [header] : []), ...short].map(element => element.outerHTML.slice(0, 160))
  })

/** Tables that are wider than their container, except the examples on empty pages. */
const wideTables = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [role="table"]')]
      .filter(table => !table.closest('[data-example]'))
      .map(table => table.parentElement!)
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ scrollWidth, clientWidth, firstElementChild }) =>
        [firstElementChild!.getAttribute('aria-label'), scrollWidth, '>', clientWidth].join(' '),
      ),
  )

/** Texts that read badly: an id in place of a name, “since 2 minutes ago”. */
const unnaturalTexts = (page: Page) =>
  page.evaluate(() => {
    const code = 'pre, code, textarea, .cm-editor'
    const lines = [...document.querySelectorAll('main :is(a, p, span, div, td, li)')].filter(
      ({ childElementCount }) => childElementCount < 3,
    )
    return lines
      .filter(line => !line.closest(code) && !line.querySelector(code))
      .map(({ textContent }) => textContent.trim())
      .filter(
        text => text.length < 200 && /\b[a-z]{3}_[0-9A-Z]{20,}|since (just|yesterday|\d+ \w+ ago)/.test(text),
      )
  })

/** Texts that show backticks in place of code. */
const rawMarks = (page: Page) =>
  page.evaluate(() => {
    const words = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    const found = []
    for (let text = words.nextNode(); text; text = words.nextNode())
      if (text.nodeValue!.includes('`') && !text.parentElement!.closest('pre, code, textarea, .cm-editor'))
        found.push(text.nodeValue)
    return found
  })

/** Disabled buttons without a reason, except busy ones and the hidden arrows of number fields. */
const unexplainedButtons = (page: Page) =>
  page.evaluate(() => {
    const off = ['button:disabled', '[role=button][aria-disabled=true]', 'button[aria-disabled=true]']
    return [...document.querySelectorAll<HTMLElement>(off.join())]
      .filter(button => !button.matches('[data-loading], [aria-hidden=true]') && button.checkVisibility())
      .filter(button => !button.title && !button.getAttribute('aria-description'))
      .map(button => button.outerHTML.slice(0, 160))
  })

/** Pairs of panes that are side by side, by name. */
const panePairs = (page: Page) =>
  page.evaluate(() => {
    const panes = [...document.querySelectorAll('main section[aria-label]')]
    return panes.flatMap(pane => {
      const next = pane.nextElementSibling
      const isBeside = next && next.getBoundingClientRect().left >= pane.getBoundingClientRect().right
      return isBeside ? [`${pane.ariaLabel} | ${next.ariaLabel}`] : []
    })
  })

/** Stacks of panes that show only a part of their panes, by the names of these. */
const cutPanes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [data-stack]')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map(({ children }) => [...children].map(pane => pane.ariaLabel).join(' | ')),
  )

/** Panes of a stack with a scroll bar of their own, except the lists before the work, which is not to lie far below. */
const scrollingParts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [data-stack] > section:not([data-side]) *')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .filter(part => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY))
      .map(part => part.closest('[data-stack] > section')!.ariaLabel)
      .filter(pane => pane !== 'Operations'),
  )

const nameOf = (pattern: string) => pattern.replaceAll(/\W+/g, '-').replace(/^-/, '') || 'overview'

/** Opens a page and checks it in both themes and all sizes. */
async function checkPage(page: Page, address: string, name: string) {
  await page.setViewportSize(SIZES[0]!)
  await page.goto(address)
  await settle(page)
  expect.soft(await seriousFindingsInBothThemes(page)).toEqual([])
  expect.soft(await unexplainedButtons(page), 'disabled without a reason').toEqual([])
  expect.soft(await rawMarks(page), 'marks of code').toEqual([])
  expect.soft(await unnaturalTexts(page), 'unnatural').toEqual([])
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await settle(page)
    expect.soft(await overflow(page), `${size.width} wide`).toEqual([])
    expect.soft(await elementsCutOff(page), `cut off, ${size.width} wide`).toEqual([])
    expect.soft(await cellsCutOff(page), `cut in tables, ${size.width} wide`).toEqual([])
    expect.soft(await misaligned(page), `misaligned, ${size.width} wide`).toEqual([])
    if (size.width > 1000)
      expect.soft(await wideTables(page), `tables that scroll, ${size.width} wide`).toEqual([])
    await pictures(page, `${name}-${size.width}`)
  }
  expect.soft(await panePairs(page), 'narrow').toEqual([])
}

for (const pattern of patterns)
  testFull(
    `the page ${pattern} shows all of itself in both themes and all sizes`,
    async ({ page, lived }) => {
      const { winnow, known } = lived
      await checkPage(page, `${winnow.url}/app${addressOf(pattern, known)}`, nameOf(pattern))
      await expect.soft(page.getByRole('link', { name: /^All / })).toHaveCount(isDetail(pattern) ? 1 : 0)
    },
  )

for (const pattern of patterns.filter(pattern => !pattern.includes(':')))
  testEmpty(`the page ${pattern} shows all of itself before there is anything`, ({ page, lived }) =>
    checkPage(page, `${lived.winnow.url}/app${pattern}`, `empty-${nameOf(pattern)}`),
  )

testFull('in a low and narrow window, pages with panes scroll as a whole', async ({ page, lived }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  for (const pattern of ['/playground/:operation', '/parsers/:id', '/workflows/:id']) {
    await page.goto(`${lived.winnow.url}/app${addressOf(pattern, lived.known)}`)
    await settle(page)
    expect.soft(await cutPanes(page), pattern).toEqual([])
    expect.soft(await scrollingParts(page), pattern).toEqual([])
    expect.soft(await overflow(page), pattern).toEqual([])
  }
})
