import { savePage, serveShop } from '../../saved-files/save-page.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the data that a page fetched, from a HAR file, becomes a field', async ({ page, winnow }) => {
  const site = await startLocalSite()
  serveShop(site, '')
  const { har, mhtml } = await savePage(site, '/shop')
  await site.close()
  const pane = (name: string) => page.getByRole('region', { name, exact: true })
  const result = pane('Result').getByRole('textbox', { name: 'Result' })
  const file = page.locator('input[type=file]').first()
  await page.goto(`${winnow.url}/app/parsers/new`)

  await file.setInputFiles({ name: 'visit.har', mimeType: 'application/json', buffer: har })
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Käse & Brot' })).toBeVisible()
  await pane('Page').getByText('Fetched', { exact: true }).click()
  await expect(pane('Page').getByRole('listitem').filter({ hasText: '/api/' })).toHaveCount(3)
  await pane('Page').getByRole('button', { name: '/api/items/0' }).click()
  await pane('Page').getByRole('button', { name: 'Add “items”, a list of 20' }).click()
  await expect(result).toContainText('"name": "Käse 0"')
  await expect(page.getByRole('img', { name: 'items: 50' })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  await page.reload()
  await expect(page.getByRole('img', { name: 'items: 50' })).toBeVisible()

  await file.setInputFiles({ name: 'shop.mhtml', mimeType: 'message/rfc822', buffer: mhtml })
  await expect(page.frameLocator('iframe').getByRole('listitem')).toHaveCount(50)
  await pane('Page').getByText('Fetched', { exact: true }).click()
  await expect(pane('Page')).toContainText('What this page fetched is not known')
})
