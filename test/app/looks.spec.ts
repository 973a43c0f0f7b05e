import type { Page } from 'playwright/test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { test as base, expect } from './support/app.ts'

const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const SHOP = `<!doctype html><title>Tea things</title><link rel=stylesheet href=/css/shop.css>
  <h1>Tea things</h1><ul class=list>
  ${['Kettle', 'Jug', 'Cups'].map(name => `<li class=card><img src=/dot.gif alt=""><b>${name}</b></li>`).join('')}
  </ul><script src=/run.js></script><p style="background:url(/late.gif)">end`

/** The service may fetch from a site of this machine. */
const test = base.extend<{ winnow: TestApp; site: LocalSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const winnow = await startTestApp({ allow_hosts: ['127.0.0.1'], robots: 'ignore' })
    await use(winnow)
    await winnow.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  site: async ({}, use) => {
    const site = await startLocalSite()
    site.on('/shop', { body: SHOP })
    site.on('/css/shop.css', {
      body: '@import "cards.css"; h1 { color: rgb(0, 90, 0) }',
      headers: { 'content-type': 'text/css' },
    })
    site.on('/css/cards.css', {
      body: '.list { display: flex } .card { width: 90px; height: 60px; background: url(../dot.gif) }',
      headers: { 'content-type': 'text/css' },
    })
    site.on('/dot.gif', { body: DOT, headers: { 'content-type': 'image/gif' } })
    await use(site)
    await site.close()
  },
})

const frame = (page: Page) => page.frameLocator('iframe[title^="Page"]')
const looksLikeItself = (page: Page) =>
  expect(frame(page).getByRole('heading', { name: 'Tea things' })).toHaveCSS('color', GREEN)
const view = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'View of the page' }).getByText(name, { exact: true })
const GREEN = 'rgb(0, 90, 0)'

test('a page is shown as it looks, plain on request, and picked at any zoom', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/parsers/new`)
  await page.getByRole('combobox', { name: 'Address of the page' }).fill(`${site.url}/shop`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 style sheet, picture or font could not be fetched.')).toBeVisible()
  const asked = () => new Set(site.requests.map(({ path }) => path))
  expect(asked()).toEqual(new Set(['/shop', '/css/shop.css', '/css/cards.css', '/dot.gif', '/late.gif']))

  await page.getByRole('button', { name: 'Pick', exact: true }).click()
  await page.getByLabel('Zoom of the page').selectOption('0.5')
  await frame(page).getByText('Kettle').click()
  const chosen = page.locator('[data-light="chosen"]')

  const path = page.getByRole('navigation', { name: 'Elements around the chosen one' })
  await expect(path).toHaveText(/^html.*bodyul\.listli\.cardb$/)
  await path.getByRole('button', { name: 'li.card' }).click()
  await expect(path.getByRole('button').last()).toHaveText('li.card')
  await expect.poll(async () => (await chosen.boundingBox())?.width).toBeCloseTo(45, 0)

  await view(page, 'Plain').click()
  await expect(frame(page).locator('style')).toHaveCount(0)
  await view(page, 'Page').click()
  await looksLikeItself(page)
  await expect(frame(page).locator('img').first()).toHaveJSProperty('naturalWidth', 1)
})

test('a saved page asks its site only on request, and a page that was opened before looks as it did', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/parsers/new`)
  const saved = SHOP.replace('<title>', `<base href="${site.url}/"><title>`)
  const file = { name: 'shop.html', mimeType: 'text/html', buffer: Buffer.from(saved) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText(/are not on this machine/)).toBeVisible()
  expect(site.requests).toEqual([])
  await page.getByRole('button', { name: 'Fetch them' }).click()
  await looksLikeItself(page)
  const asked = site.requests.length
  await page.reload()
  await looksLikeItself(page)
  expect(site.requests.length).toBe(asked)
})

test('Read and jobs show a page as it looks, and a parser opens with the page that it read last', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/read`)
  await page.getByRole('textbox', { name: 'Address of the page' }).fill(`${site.url}/shop`)
  await page.keyboard.press('Enter')
  await looksLikeItself(page)

  const parser_id = await winnow.parser({ fields: { title: 'h1' } })
  const job = await winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${site.url}/shop` } } })
  await winnow.ended(`/v1/jobs/${job.json.id}`)
  await page.goto(`${winnow.url}/app/jobs/${job.json.id}`)
  await page.getByRole('tab', { name: 'Page' }).click()
  await expect.poll(() => page.frames().length).toBeGreaterThan(1)
  await expect(frame(page).getByText('Kettle')).toBeVisible()
  await view(page, 'Plain').click()
  await expect(frame(page).getByText('Kettle')).toBeVisible()

  await page.goto(`${winnow.url}/app/parsers/${parser_id}`)
  await looksLikeItself(page)
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await expect(result.getByRole('textbox', { name: 'Result' })).toContainText('Tea things')
})
