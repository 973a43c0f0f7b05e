import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { TestApp } from '../../support/start-app.ts'
import { expect } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'
import { address, cost, overflow, read, SIZES, tab, test } from '../support/read-page.ts'

test('links are searched and selected, and become the items of a batch', async ({ page, winnow, site }) => {
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Headings' })
  await read(page, winnow, `${site.url}/tea`)
  await tab(page, 'Links 2').click()
  const links = page.getByRole('table', { name: 'Links' })
  await expect(links.getByRole('row')).toHaveCount(3)
  await page.getByText('Whole page').click()
  await expect(links.getByRole('row')).toHaveCount(5)
  await page.getByRole('searchbox', { name: 'Search links' }).fill('garden')
  await expect(links.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search links' }).fill('')
  await expect(links.getByRole('row')).toHaveCount(5)
  await links.getByRole('row', { name: 'a farm' }).getByRole('checkbox').click()
  await links.getByRole('row', { name: 'Home' }).getByRole('checkbox').click()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'New batch of 2 links' }).click()
  await expect(page.getByLabel('Items, one per line')).toHaveValue(`${site.url}/\n${site.url}/farm?x=1`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'Headings' }).click()
  await expect(page.getByRole('button', { name: 'Run 2 items' })).toBeVisible()
})

const sitemap = (paths: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map(path => `<url><loc>https://shop.example${path}</loc><lastmod>2026-03-02</lastmod></url>`)
    .join('')}</urlset>`

const numbered = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `/${folder}/item-${index}`)

async function listLinks(page: Page, winnow: TestApp, url: string) {
  await page.goto(`${winnow.url}/app/read`)
  await page.getByText('Links of a site').click()
  await address(page).fill(url)
  await address(page).press('Enter')
}

test('links of a sitemap are grouped, and those of one group become the items of a batch', async ({
  page,
  winnow,
  site,
}) => {
  const body = sitemap([...numbered('kettles', 20), ...numbered('news', 5)])
  site.on('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body })
  await listLinks(page, winnow, `${site.url}/sitemap.xml`)
  const groups = page.getByRole('navigation', { name: 'Groups of links' }).getByRole('button')
  await expect(groups).toHaveText(['All links25', 'shop.example/kettles/*20', 'shop.example/news/*5'])
  await expect(cost(page)).toHaveText(/^25 links · 1 credit · from http/)
  await groups.nth(2).click()
  const links = page.getByRole('table', { name: 'Links' })
  await expect(links.getByRole('row')).toHaveCount(6)
  await expect(links.getByRole('row').nth(1)).toContainText('https://shop.example/news/item-0')
  await expect(links.getByRole('row').nth(1)).toContainText('2026-03-02')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect(links).toBeVisible()
    expect.soft(await overflow(page), `${size.width} wide`).toEqual([])
    await pictures(page, `read-links-${size.width}`)
  }
  await page.getByRole('tab', { name: 'Call' }).click()
  await expect(page.getByText('/v1/pages/links')).toBeVisible()
  await page.getByRole('tab', { name: 'Links' }).click()
  await groups.nth(1).click()
  await page.getByRole('button', { name: 'New batch of 20 links' }).click()
  await expect(page.getByLabel('Items, one per line')).toHaveValue(
    /^https:\/\/shop.example\/kettles\/item-0\n/,
  )
})

test('the largest allowed number of links is passed on to a batch', async ({ page, winnow, site }) => {
  const paths = numbered('kettles-with-a-name-that-is-long-enough-for-a-large-draft', 10_000)
  site.on('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: sitemap(paths) })
  await listLinks(page, winnow, `${site.url}/sitemap.xml`)
  await page.getByRole('button', { name: 'New batch of 10,000 links' }).click()
  const items = page.getByLabel('Items, one per line')
  await expect(items).toHaveValue(/item-9999$/)
  await page.getByRole('link', { name: 'Keys' }).click()
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await page.goBack()
  await expect(items).toHaveValue(/item-9999$/)
})

test('tables of a page can be saved as CSV', async ({ page, winnow, site }) => {
  await read(page, winnow, `${site.url}/tea`)
  await tab(page, 'Tables 1').click()
  await expect(page.getByRole('table', { name: 'Times' }).getByRole('row')).toHaveCount(3)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Times.csv')
  expect(await readFile((await saved.path())!, 'utf8')).toBe('Kind,Minutes\r\nGreen,2\r\n"Black, strong",4')
})

test('data are extracted by an unsaved schema for free, with the reason for each null', async ({
  page,
  winnow,
  site,
}) => {
  await read(page, winnow, `${site.url}/tea`)
  await tab(page, 'Data').click()
  const schema = page.getByRole('textbox', { name: 'Schema' })
  await schema.fill('{"fields": {"title": "h1", "price": ".price"}}')
  await page.getByRole('button', { name: 'Extract' }).click()
  const data = page.getByRole('region', { name: 'Data' })
  await expect(data.getByRole('tree')).toContainText('How tea is made')
  await expect(data.getByRole('list', { name: 'Nulls' })).toContainText('price')
  await expect(cost(page).last()).toContainText('1 null · free · from cache')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect(data).toBeVisible()
    expect.soft(await overflow(page), `${size.width} wide`).toEqual([])
    await pictures(page, `read-data-${size.width}`)
  }
  await schema.fill('{"fields"')
  await page.getByRole('button', { name: 'Extract' }).click()
  await expect(page.getByRole('alert')).toContainText('The schema is not valid JSON')
  expect((await winnow.admin('/admin/credits')).json.balance).toBe(999)
})
