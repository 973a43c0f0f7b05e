import type { Page } from 'playwright/test'
import { expect, test } from './support/app.ts'
import { seriousFindingsInBothThemes } from './support/axe.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SHOP = JSON.stringify({
  shop: { name: 'Tea things', 'opened in': 1999 },
  products: Array.from({ length: 120 }, (_, at) => ({
    name: `Kettle ${at}`,
    price: { amount: 10 + at, currency: 'EUR' },
    tags: ['tea', 'steel'],
  })),
})

const FEED = `<?xml version="1.0"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Tea news</title>
${['Kettles', 'Cups', 'Pots'].map(
  (title, at) =>
    `<item id="i${at}"><title>${title}</title><dc:creator>Ann ${at}</dc:creator><enclosure url="/${at}.mp3"/><category>a</category><category>b</category></item>`,
)}</channel></rss>`

const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'New field' })
const result = (page: Page) => pane(page, 'Result').getByRole('textbox', { name: 'Result' })
const tree = (page: Page) => page.getByRole('tree', { name: /^Page:/ })
const line = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true })

async function open(page: Page, url: string, file: { name: string; mimeType: string; text: string }) {
  await page.goto(`${url}/app/parsers/new`)
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(file.text) })
  await expect(tree(page)).toBeVisible()
}

const shop = { name: 'shop.json', mimeType: 'application/json', text: SHOP }
const feed = { name: 'feed.xml', mimeType: 'application/xml', text: FEED }

test('a list of a JSON page becomes a field with two clicks, gets more values, and its parser is called over REST', async ({
  page,
  winnow,
}) => {
  await open(page, winnow.url, shop)
  await page.getByLabel('Name of the parser').fill('Tea things')
  await line(page, 'products: 120 items').click()
  await expect(panel(page)).toContainText('the list of 120 objects')
  await expect(panel(page).getByRole('radio').first()).toBeChecked()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(result(page)).toContainText('"name": "Kettle 0"')

  await line(page, 'products: 120 items').locator('span').first().click()
  await line(page, '[0]: 3 keys').locator('span').first().click()
  await line(page, 'price: 2 keys').locator('span').first().click()
  await line(page, 'amount: 10').click()
  await expect(panel(page).getByLabel('Add to')).toHaveValue('0')
  await expect(panel(page)).toContainText('In 120 of 120 items')
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await expect(result(page)).toContainText('"amount": 10')

  await line(page, 'shop: 2 keys').click()
  await panel(page)
    .getByRole('radio', { name: /^all of it/ })
    .check()
  await panel(page).getByLabel('Name', { exact: true }).fill('about')
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/\/parsers\/prs_/)
  const body = new FormData()
  body.append('html', new Blob([SHOP], { type: 'application/json' }), 'shop.json')
  const id = page.url().split('/').at(-1)
  const { json } = await winnow.call(`/v1/parse/${id}`, { method: 'POST', body })
  expect(json.about).toEqual({ name: 'Tea things', 'opened in': 1999 })
  expect(json.products).toHaveLength(120)
  expect(json.products[7]).toEqual({ name: 'Kettle 7', amount: 17 })
})

test('the tree of a JSON page is navigated by keyboard alone, and long lists show more on request', async ({
  page,
  winnow,
}) => {
  await open(page, winnow.url, shop)
  await line(page, 'page: 2 keys').focus()
  for (const key of ['Down', 'Down', 'Down']) await page.keyboard.press(`Arrow${key}`)
  await expect(line(page, 'opened in: 1999')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('json shop["opened in"]')
  await panel(page).getByLabel('Name', { exact: true }).fill('since')
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText('"since": 1999')
  await line(page, 'products: 120 items').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await expect(line(page, '20 more')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line(page, '[119]: 3 keys')).toBeVisible()
  await expect(line(page, '[100]: 3 keys')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(line(page, '[0]: 3 keys')).toHaveCount(0)
  await expect(line(page, 'products: 120 items')).toBeFocused()
})

test('elements and attributes of an XML page become single values, all matches or a list', async ({
  page,
  winnow,
}) => {
  await open(page, winnow.url, feed)
  await expect(page.getByRole('button', { name: 'Pick', exact: true })).toHaveCount(0)
  await line(page, 'title: Tea news').click()
  await expect(panel(page)).toContainText('rss > channel > title')
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await expect(result(page)).toContainText('"title_2": "Tea news"')

  await line(page, 'dc:creator: Ann 1').click()
  await expect(panel(page)).toContainText('"Ann 1"')
  await panel(page)
    .getByRole('radio', { name: /at every such place/ })
    .check()
  await expect(panel(page)).toContainText('3 matches')
  await panel(page)
    .getByRole('radio', { name: /^the list of 3 elements/ })
    .check()
  await panel(page).getByLabel('Name', { exact: true }).fill('episodes')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await expect(result(page)).toContainText('"enclosure_url": "/2.mp3"')
  await expect(result(page)).toContainText('"dc_creator": "Ann 0"')

  await line(page, '@url: /1.mp3').click()
  await expect(panel(page)).toContainText('In 3 of 3 items')
  await panel(page).getByLabel('Add to').selectOption('the page')
  await expect(panel(page)).toContainText('item:nth-of-type(2) > enclosure@url')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
})

test('an HTML page that starts like JSON is shown as HTML', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/parsers/new`)
  const buffer = Buffer.from('[draft] <h1>Not JSON</h1>')
  await page.locator('input[type=file]').setInputFiles({ name: 'a.html', mimeType: 'text/html', buffer })
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Not JSON' })).toBeVisible()
})
