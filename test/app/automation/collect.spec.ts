import type { Page } from 'playwright/test'
import { ON_A_PAGE, PAGES, startShop } from '../../operations/support/shop.ts'
import { startLocalSite } from '../../support/local-site.ts'
import type { TestApp } from '../../support/start-app.ts'
import { test as base, expect, FETCHES_HERE } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'

// A click can miss an element that is still sliding in.
base.use({ contextOptions: { reducedMotion: 'reduce' }, refused: [400] })

const ALL = ON_A_PAGE * PAGES

const test = base.extend<{ shop: Awaited<ReturnType<typeof startShop>> }>({
  settings: FETCHES_HERE,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  shop: async ({}, use) => {
    const shop = await startShop()
    await use(shop)
    await shop.close()
  },
})

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sources = (page: Page) => section(page, 'Where the rows come from')

/** Opens the page that collects the products of the shop with a parser. */
async function openKettles(page: Page, winnow: TestApp) {
  const fields = { products: { css: 'li', all: true, fields: { title: 'h2', url: 'a@href' } } }
  const parser = await winnow.parser({ fields }, { name: 'Kettles' })
  await page.goto(`${winnow.url}/app/databases/collect?parser=${parser}`)
}

/** Picks the list of the shop in the editor of a new parser, sets up its paging, and saves the parser. */
async function pickShop(page: Page, winnow: TestApp, url: string) {
  await page.goto(`${winnow.url}/app/parsers/new`)
  await page.getByLabel('Name of the parser').fill('Kettles')
  await page.getByRole('combobox', { name: 'Address of the page' }).fill(url)
  await page.getByRole('button', { name: 'Fetch' }).click()
  const frame = page.frameLocator('iframe[title^="Page"]')
  await expect(frame.getByText('Kettle 1', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pick', exact: true }).click()
  await frame.getByText('Kettle 1', { exact: true }).click()
  await frame.getByText('Kettle 2', { exact: true }).click()
  await page.getByLabel('Name of the list').fill('products')
  await page.getByRole('button', { name: 'Add list' }).click()
  await section(page, 'Next pages')
    .getByRole('button', { name: /rel=next/ })
    .click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

test('from an empty folder, a shop of three pages is picked and collected on a schedule', async ({
  page,
  winnow,
  shop,
}) => {
  const startedAt = performance.now()
  await pickShop(page, winnow, shop.list)
  await page.getByRole('button', { name: 'Collect this' }).click()

  await expect(page.getByRole('heading', { name: 'Collect', exact: true })).toBeVisible()
  await expect(page.getByLabel('Addresses')).toHaveValue(shop.list)
  const columns = page.getByRole('table', { name: 'Columns' })
  await expect(columns).toContainText('Kettle 1 · Kettle 2')
  await expect(columns.getByRole('checkbox', { name: /is part of the key/, checked: true })).toHaveCount(1)
  await section(page, 'How often').getByText('On a schedule').click()
  await section(page, 'How often').getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Every weekday at 9:00' }).click()
  await expect(page.getByRole('list', { name: 'Next times' }).getByRole('listitem')).toHaveCount(10)
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText('Up to 10 credits, at each run')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await pictures(page, 'collect')
  await page.getByRole('button', { name: 'Collect on this schedule' }).click()

  await expect(page).toHaveURL(/\/databases\/db_/)
  await expect(sources(page)).toContainText('At 09:00, Monday through Friday; next')
  await expect(sources(page)).toContainText(`${ALL} new, 3 credits`)
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('Kettle 12')
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(
    `from an empty folder to the rows of ${PAGES} pages and a cron in ${seconds} s of scripted steps`,
  )
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await pictures(page, 'database-sources')

  shop.prices.set(2, 99)
  await sources(page)
    .getByRole('link', { name: /^the cron/ })
    .click()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('table', { name: 'History' }).getByText('Completed')).toHaveCount(2)
  await page.goBack()
  await expect(sources(page)).toContainText('1 changed, 3 credits')
})

test('a refused collection creates nothing, and its field shows the error', async ({
  page,
  winnow,
  shop,
}) => {
  await openKettles(page, winnow)
  await page.getByLabel('Addresses').fill(shop.list)
  await page.getByLabel('Addresses').blur()
  const columns = page.getByRole('table', { name: 'Columns' })
  await expect(columns).toContainText('Kettle 1 · Kettle 2')
  await columns.getByRole('textbox', { name: 'Name of title' }).fill('what')
  await columns.getByRole('checkbox', { name: 'url is part of the key' }).uncheck()
  await columns.getByRole('checkbox', { name: 'Collect url' }).uncheck()
  await columns.getByRole('checkbox', { name: 'title is part of the key' }).check()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await page.getByRole('button', { name: 'Collect now' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(/./)
  expect((await winnow.call('/v1/databases')).json.data).toEqual([])
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Titles')
  await page.getByRole('button', { name: 'Collect now' }).click()
  await expect(page).toHaveURL(/\/databases\/db_/)
  await expect(sources(page)).toContainText('4 new, 1 credit')
  const [created] = (await winnow.call('/v1/databases')).json.data
  expect([created.columns.map(({ name }: { name: string }) => name), created.primary_key]).toEqual([
    ['what'],
    ['what'],
  ])
})

/** Reads a page, and opens the form that collects its links. */
async function collectLinks(page: Page, app: string, list: string) {
  await page.goto(`${app}/app/read`)
  await page.getByRole('textbox', { name: 'Address of the page' }).fill(list)
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByRole('tab', { name: /Links/ }).click()
  await page.getByText('Whole page').click()
  await page.getByRole('button', { name: 'Collect this' }).click()
}

test('the pages behind the links of a page are collected with a parser, and a webhook is notified', async ({
  page,
  winnow,
  shop,
}) => {
  const receiver = await startLocalSite()
  receiver.on('/in', { status: 204 })
  await winnow.parser({ fields: { title: 'h1', url: { url: 'href' } } }, { name: 'One kettle' })
  await collectLinks(page, winnow.url, shop.list)
  await expect(section(page, 'What')).toContainText(`The links of ${shop.list}, read again at each run.`)
  await page.goBack()
  await page.getByRole('tab', { name: /Links/ }).click()
  await page.getByRole('searchbox', { name: 'Search links' }).fill('/kettle/')
  await expect(page.getByRole('status', { name: 'Links shown' })).toHaveText('4 links')
  await page.getByRole('button', { name: 'Collect this' }).click()
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'One kettle' }).click()
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText('Up to 4 credits for 4 inputs')
  await page.getByLabel('Notify a new webhook of changed rows').check()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${receiver.url}/in`)
  await page.getByRole('button', { name: 'Collect now' }).click()
  await expect(page.getByText('it is shown only once')).toBeVisible()
  await page.getByRole('link', { name: 'Open the database' }).click()
  await expect(sources(page)).toContainText('4 new, 4 credits')
  await expect(sources(page).getByRole('link', { name: `${receiver.url}/in` })).toBeVisible()
  await expect.poll(() => receiver.requests.length).toBe(1)
  await receiver.close()
})

test('the links of a page are collected as rows into a new database and into an existing one', async ({
  page,
  winnow,
  shop,
}) => {
  const listed = async () => {
    await collectLinks(page, winnow.url, shop.list)
    await page.getByRole('combobox', { name: 'Each link is read by' }).click()
    await page.getByRole('option', { name: 'Nothing: the links are the rows' }).click()
  }
  await listed()
  const columns = page.getByRole('table', { name: 'Columns' })
  await expect(columns).toContainText(`${shop.url}/kettle/1`)
  await expect(columns.getByRole('checkbox', { name: 'url is part of the key' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    `Links of ${new URL(shop.url).host}`,
  )
  await page.getByRole('button', { name: 'Collect now' }).click()
  await expect(sources(page)).toContainText(`${ON_A_PAGE + 1} new, 1 credit`)
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('/kettle/4Kettle 4')

  const { id } = (
    await winnow.call('/v1/databases', {
      json: {
        name: 'Addresses',
        columns: [{ name: 'link', path: 'url', type: 'string' }],
        rows_path: 'links',
        primary_key: ['link'],
        write_mode: 'upsert',
      },
    })
  ).json
  await listed()
  await page.getByRole('combobox', { name: 'Database' }).click()
  await page.getByRole('option', { name: 'Addresses' }).click()
  await page.getByRole('combobox', { name: 'New columns' }).click()
  await page.getByRole('option', { name: 'text', exact: true }).click()
  await page.keyboard.press('Escape')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Collect now' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  await expect(sources(page)).toContainText(`${ON_A_PAGE + 1} new, 1 credit`)
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('Kettle 4')
  const createdColumns = (await winnow.call(`/v1/databases/${id}`)).json.columns
  expect(createdColumns.map(({ name, path }: { name: string; path: string }) => [name, path])).toEqual([
    ['link', 'url'],
    ['text', 'text'],
  ])
})

test('the answer of an API is collected into an existing empty database, whose columns are matched by name', async ({
  page,
  winnow,
}) => {
  const columns = ['id', 'words', 'likes'].map(name => ({
    name,
    type: name === 'likes' ? 'integer' : 'string',
  }))
  const { id } = (
    await winnow.call('/v1/databases', {
      json: { name: 'Comments', columns, primary_key: ['id'], write_mode: 'upsert' },
    })
  ).json
  await page.goto(`${winnow.url}/app/databases/${id}`)
  await page.getByRole('link', { name: 'Collect this' }).click()
  await expect(page.getByRole('combobox', { name: 'Database' })).toHaveValue('Comments')
  await page.goto(`${winnow.url}/app/playground/videosite-comments`)
  await page.getByRole('button', { name: 'Try offline example' }).click()
  await page.getByRole('button', { name: 'Collect this' }).click()
  await expect(section(page, 'Rows')).toContainText('Values of the result that you came from')
  await page.getByRole('combobox', { name: 'Database' }).click()
  await page.getByRole('option', { name: 'Comments' }).click()
  await expect(page.getByRole('combobox', { name: 'Field for likes' })).toHaveValue('likes')
  await page.getByRole('combobox', { name: 'Field for words' }).click()
  await page.getByRole('option', { name: 'text', exact: true }).click()
  await section(page, 'How often').getByText('On a schedule').click()
  await page.getByLabel('Run for the first time right away').uncheck()
  await page.getByRole('button', { name: 'Collect on this schedule' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  await expect(sources(page)).toContainText('has not run yet')
  const database = (await winnow.call(`/v1/databases/${id}`)).json
  expect(database.rows_path).toBe('comments')
  expect(database.columns.map(({ path }: { path: string }) => path)).toEqual(['id', 'text', 'likes'])
})

test('the key stays with its column while another column temporarily has the same name', async ({
  page,
  winnow,
  shop,
}) => {
  await openKettles(page, winnow)
  await page.getByLabel('Addresses').fill(shop.list)
  await page.getByLabel('Addresses').blur()
  const columns = page.getByRole('table', { name: 'Columns' })
  await expect(columns.getByRole('checkbox', { name: 'url is part of the key' })).toBeChecked()
  const title = columns.getByRole('textbox', { name: 'Name of title' })
  for (const name of ['url', 'url_text']) await title.fill(name)
  await expect(columns.getByRole('checkbox', { name: 'title is part of the key' })).not.toBeChecked()
  await expect(columns.getByRole('checkbox', { name: 'url is part of the key' })).toBeChecked()
})

test('a collection waits for the preview of a changed address', async ({ page, winnow, shop }) => {
  await openKettles(page, winnow)
  const addresses = page.getByLabel('Addresses')
  const collect = page.getByRole('button', { name: 'Collect now' })
  await addresses.fill(shop.list)
  await addresses.blur()
  await expect(page.getByRole('table', { name: 'Columns' })).toContainText('Kettle 1 · Kettle 2')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/admin/collect/preview', async route => {
    await released
    await route.continue()
  })
  await addresses.fill(`${shop.list}?page=2`)
  await collect.click()
  await expect(collect).toHaveAccessibleDescription('Its rows are still being read.')
  await collect.click({ force: true })
  expect((await winnow.call('/v1/databases')).json.data).toEqual([])
  release()
  await collect.click()
  await expect(page).toHaveURL(/\/databases\/db_/)
})
