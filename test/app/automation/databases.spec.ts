import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/app.ts'
import { graveInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'

const COLUMNS = [
  { name: 'title', type: 'string', nullable: false },
  { name: 'price', type: 'number' },
]
const KETTLES = { name: 'Kettles', columns: COLUMNS, primary_key: ['title'], write_mode: 'upsert' }

const csv = (text: string) => ({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a database made by hand takes a file, refuses a wrong one, and tells what changed', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app`)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.getByRole('link', { name: 'New database' }).click()
  await page.getByText('By hand').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kettles')
  await page.getByRole('button', { name: 'Add column' }).click()
  await page.getByLabel('Name of the new column').fill('title')
  await page.getByLabel('title is part of the key').check()
  await page.getByRole('button', { name: 'Add column' }).click()
  await page.getByLabel('Name of the new column').fill('price')
  await page.getByLabel('Type of price').selectOption({ label: 'Number' })
  await page.getByRole('combobox', { name: 'Write mode' }).click()
  await page.getByRole('option', { name: 'Update rows with a known key' }).click()
  await page.getByRole('button', { name: 'Create database' }).click()
  await expect(page).toHaveURL(/\/databases\/db_/)

  await page.getByRole('button', { name: 'Import file' }).click()
  const drop = page.locator('input[type=file]')
  await drop.setInputFiles(csv('title,price\nBlue kettle,24.5\nRed kettle,19\nOld kettle,5\n'))
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('3 added')).toBeVisible()
  await drop.setInputFiles(csv('title,price\nBlue kettle,22\nGreen kettle,30\n'))
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('1 added, 1 changed')).toBeVisible()
  await page.keyboard.press('Escape')
  const grid = page.getByRole('table', { name: 'Rows' })
  await expect(grid.getByRole('row')).toHaveCount(5)

  await page.getByRole('button', { name: 'Sort by price' }).click()
  await expect(grid.getByRole('row').nth(1)).toContainText('Old kettle')
  await page.getByRole('button', { name: 'Filter by price' }).click()
  await page.getByLabel('Rows whose price').selectOption({ label: 'is at least' })
  await page.getByLabel('Value').fill('20')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByText('price is at least 20')).toBeVisible()
  await expect(grid.getByRole('row')).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('blue')
  await expect(grid.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(grid.getByRole('row')).toHaveCount(2)

  await grid.getByRole('row').nth(1).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.locator('del')).toHaveText('24.5')
  await expect(history.locator('ins')).toHaveText('22')
  await page.keyboard.press('Escape')

  for (const [format, begin] of [
    ['CSV', 'title,price'],
    ['JSON list', '['],
    ['NDJSON', '{"title":"Blue kettle"'],
    ['Excel', 'PK'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).first().click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(text.trimStart().startsWith(begin), text.slice(0, 80)).toBe(true)
    if (format === 'NDJSON') expect(JSON.parse(text)).toEqual({ title: 'Blue kettle', price: 22 })
  }

  await page.getByText('Changes', { exact: true }).click()
  await page.getByLabel('Kind of change').selectOption({ label: 'Changed' })
  const feed = page.getByRole('table', { name: 'Changes', exact: true })
  await expect(feed.getByRole('row')).toHaveCount(2)
  await expect(feed.getByRole('row').nth(1)).toContainText('price: 24.5 → 22')
})

test('columns come from a parser', async ({ page, winnow }) => {
  const schema = { fields: { title: 'h1', price: { css: '.price', type: 'number' } } }
  const parser = await winnow.parser(schema, { name: 'Shop' })
  await page.goto(`${winnow.url}/app/databases/new?parser=${parser}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('From the shop')
  await page.getByRole('button', { name: 'Create database' }).click()
  await expect(page.getByText('No rows yet')).toBeVisible()
  const { data } = (await winnow.call('/v1/databases')).json
  expect(data[0].columns.map(({ name }: { name: string }) => name)).toEqual(['title', 'price'])
})

test.describe('what is refused', () => {
  // 404: the update that tells of a deletion may be read before its page is left.
  test.use({ refused: [400, 404, 409] })

  test('names the rows at fault, and changes nothing', async ({ page, winnow }) => {
    const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
    await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ title: 'Kettle', price: 24.5 }] } })
    await page.goto(`${winnow.url}/app/databases/${id}`)
    await page.getByRole('button', { name: 'Import' }).click()
    await page.locator('input[type=file]').setInputFiles(csv('title,price\nCup,1\nSaucer,cheap\n'))
    const refused = page.getByRole('table', { name: '1 row would not fit' })
    await expect(refused).toContainText('price must be a number')
    await expect(refused.getByRole('cell').last()).toHaveText('2')
    await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeDisabled()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Database settings' }).click()
    await page.getByLabel('Type of title').selectOption('integer')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('table', { name: 'Rows that do not fit' })).toContainText('1 row')
    expect((await winnow.call(`/v1/databases/${id}`)).json).toMatchObject({ version: 1, row_count: 1 })
    await page.getByLabel('Type of title').selectOption('string')
    await page.getByRole('button', { name: 'Add column' }).click()
    await page.getByLabel('Name of the new column').fill('seller')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Sort by seller' })).toBeVisible()

    await page.getByRole('button', { name: 'Database settings' }).click()
    await page.getByRole('button', { name: 'Delete database' }).click()
    await expect(page.getByText('A database collects')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('table', { name: 'Databases' })).toContainText('Kettles')
  })
})

test('a grid of 5,000 rows draws those in view and fetches the others as one scrolls', async ({
  page,
  winnow,
}) => {
  const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
  for (let from = 0; from < 5_000; from += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      title: `Kettle ${from + index}`,
      price: index,
    }))
    await winnow.call(`/v1/databases/${id}/rows`, { json: { rows } })
  }
  await page.goto(`${winnow.url}/app/databases/${id}`)
  const grid = page.getByRole('table', { name: 'Rows' })
  await expect(page.getByText('5,000 rows')).toBeVisible()
  await expect(grid).toHaveAttribute('aria-rowcount', '101')
  expect(await grid.getByRole('row').count()).toBeLessThan(60)
  await grid.locator('..').evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
  await expect(grid).toHaveAttribute('aria-rowcount', '201')
  await expect(grid.getByRole('row').last()).toContainText('Kettle 4')
})

test('a sheet with columns of its own is mapped, a column added, and imported', async ({ page, winnow }) => {
  const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
  await page.goto(`${winnow.url}/app/databases/${id}`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'sheet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Title,Cost,Colour\nKettle,24.5,red\nCup,n/a,blue\n'),
  })
  const columns = page.getByRole('table', { name: 'Columns of the file' })
  await expect(columns.getByLabel('What Title becomes')).toHaveValue('title')
  await expect(columns.getByRole('row', { name: 'Cost' })).toContainText('Left out')
  await columns.getByLabel('What Cost becomes').selectOption('price')
  await expect(columns.getByRole('row', { name: 'Cost' })).toContainText('1 value, 1 not fitting')
  await expect(page.getByRole('table', { name: '1 row would not fit' })).toContainText('must be a number')
  await pictures(page, 'database-import-mapped')
  await columns.getByLabel('What Cost becomes').selectOption('')
  await columns.getByLabel('What Colour becomes').selectOption('New column…')
  await page.getByRole('button', { name: 'Add column' }).click()
  await expect(columns.getByLabel('What Colour becomes')).toHaveValue('Colour')
  await expect(page.getByRole('table', { name: 'First rows' })).toContainText('blue')
  expect(await graveInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('File imported.')).toBeVisible()
  const { data } = (await winnow.call(`/v1/databases/${id}/rows`)).json
  expect(data.map(({ data: row }: { data: object }) => row)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: 'Kettle', Colour: 'red' }),
      expect.objectContaining({ title: 'Cup', Colour: 'blue' }),
    ]),
  )
})

test('an import is as it was after a reload, until it is cancelled; of a large file the mapping is', async ({
  page,
  winnow,
}) => {
  const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
  await page.goto(`${winnow.url}/app/databases/${id}`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Import file' })
  const choose = (rows: number) =>
    page.locator('input[type=file]').setInputFiles(csv(`Title,Cost\n${'Kettle,24.5\n'.repeat(rows)}`))
  const cost = drawer.getByLabel('What Cost becomes')
  await choose(2)
  await cost.selectOption('price')
  await expect(drawer.getByRole('button', { name: 'Import 2 rows' })).toBeEnabled()
  await page.reload()
  await expect(cost).toHaveValue('price')
  await expect(drawer.getByRole('button', { name: 'Import 2 rows' })).toBeEnabled()

  await choose(40_000)
  await expect(drawer.getByText('A reload keeps the mapping, but not the file')).toBeVisible()
  await cost.selectOption('price')
  await expect(cost).toHaveValue('price')
  await page.reload()
  await expect(drawer.getByText('You had chosen rows.csv, which is too large to be kept')).toBeVisible()
  expect(await graveInBothThemes(page)).toEqual([])
  await choose(40_000)
  await expect(cost).toHaveValue('price')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(drawer.getByText('Drop a file here, or choose one')).toBeVisible()
  await expect(drawer.getByText('rows.csv')).toHaveCount(0)
})

test('in a narrow window the button for columns covers no filter', async ({ page, winnow }) => {
  const columns = ['title', 'maker', 'colour', 'material'].map(name => ({ name, type: 'string' }))
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'Kettles', columns } })).json
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ title: 'Enamel' }] } })
  await page.setViewportSize({ width: 420, height: 800 })
  await page.goto(`${winnow.url}/app/databases/${id}`)
  const button = (await page.getByRole('button', { name: 'Columns' }).boundingBox())!
  const filters = page.getByRole('button', { name: /^Filter by/ })
  await expect(filters).toHaveCount(4)
  for (const filter of await filters.all()) {
    await filter.scrollIntoViewIfNeeded()
    const { x, width } = (await filter.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(button.x)
    await filter.click()
    await expect(page.getByRole('dialog').getByLabel('Value')).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await pictures(page, 'database-narrow')
})

test('a view of rows is saved, opened and deleted, and rows are deleted together', async ({
  page,
  winnow,
}) => {
  const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
  const rows = [24.5, 19, 5, 30].map((price, at) => ({ title: `Kettle ${at}`, price }))
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows } })
  await page.goto(`${winnow.url}/app/databases/${id}?price[gte]=10&sort=-price&q=kettle`)
  const grid = page.getByRole('table', { name: 'Rows' })
  await expect(grid.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of the view').fill('Dear ones')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Dear ones', exact: true })).toBeVisible()
  expect(await graveInBothThemes(page)).toEqual([])
  await page.goto(`${winnow.url}/app/databases/${id}`)
  await expect(grid.getByRole('row')).toHaveCount(5)
  await page.getByRole('button', { name: 'Views (1)' }).click()
  await page.getByRole('button', { name: 'Dear ones', exact: true }).click()
  await expect(page.getByText('price is at least 10')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search rows' })).toHaveValue('kettle')
  await expect(grid.getByRole('row').nth(1)).toContainText('Kettle 3')
  await page.getByRole('button', { name: 'Views (1)' }).click()
  await page.getByRole('button', { name: 'Delete the view Dear ones' }).click()
  await expect(page.getByText('No views yet')).toBeVisible()
  await page.keyboard.press('Escape')

  await grid.getByRole('row').nth(1).getByLabel('Select this row').click()
  await grid
    .getByRole('row')
    .nth(3)
    .getByLabel('Select this row')
    .click({ modifiers: ['Shift'] })
  await pictures(page, 'database-selected')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(bar).toContainText('3 rows selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 rows' }).click()
  await expect(page.getByText('No matching rows.')).toBeVisible()
  expect((await winnow.call(`/v1/databases/${id}`)).json.row_count).toBe(1)
})

test('values of rows are shown as what they are', async ({ page, winnow }) => {
  // The service itself answers there, with no picture.
  const shop = winnow.url
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  const columns = [
    { name: 'note', type: 'string' },
    { name: 'picture', type: 'string' },
    { name: 'link', type: 'string' },
    { name: 'seen', type: 'string' },
    { name: 'stock', type: 'integer' },
    { name: 'sold', type: 'boolean' },
  ]
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'Kinds', columns } })).json
  const row = {
    note: 'one\ntwo\nthree',
    picture: `${shop}/none.png`,
    link: `${shop}/kettle`,
    seen: '2020-01-02T03:04:05Z',
    stock: 15_947,
    sold: true,
  }
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [row, { note: 'short' }] } })
  await page.goto(`${winnow.url}/app/databases/${id}`)
  const rows = page.getByRole('table', { name: 'Rows' }).getByRole('row')
  const full = rows.filter({ hasText: 'one' })
  await expect(full).toContainText('15,947')
  await expect(full.getByLabel('true')).toBeVisible()
  await expect(full.getByRole('link', { name: '/kettle' })).toHaveAttribute('href', `${shop}/kettle`)
  await expect(full.locator('time')).toHaveCount(2)
  await expect(full.getByTitle('no picture at this address')).toHaveText(`${new URL(shop).host}/none.png`)
  const [tall, short] = await Promise.all([
    full.boundingBox(),
    rows.filter({ hasText: 'short' }).boundingBox(),
  ])
  expect(tall!.height).toBeGreaterThan(short!.height)
  const [upper, lower] = [tall!, short!].sort((a, b) => a.y - b.y)
  expect(upper!.y + upper!.height).toBeLessThanOrEqual(lower!.y + 1)
  await pictures(page, 'database-kinds')
})

test('drawers of a database pass the checker for accessibility', async ({ page, winnow }) => {
  const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
  for (const price of [24.5, 22])
    await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ title: 'Kettle', price }] } })
  await page.goto(`${winnow.url}/app/databases/${id}?price[gte]=10`)
  const check = async (name: string) => {
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await pictures(page, `database-${name}`)
    expect(await graveInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1).click()
  await check('row')
  await page.getByRole('button', { name: 'Database settings' }).click()
  await check('settings')
  await page.getByRole('button', { name: 'Import' }).click()
  await check('import')
  await page.getByText('Changes', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Changes', exact: true })).toBeVisible()
  await pictures(page, 'database-changes')
  expect(await graveInBothThemes(page)).toEqual([])
})

test('a file whose rows are all there changes nothing, and says so', async ({ page, winnow }) => {
  const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
  await page.goto(`${winnow.url}/app/databases/${id}`)
  await page.getByRole('button', { name: 'Import' }).first().click()
  for (const said of ['File imported. 1 added', 'Nothing was changed. 1 unchanged']) {
    await page.locator('input[type=file]').setInputFiles(csv('title,price\nCup,1\n'))
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    const [outcome, counts] = said.split('. ')
    await expect(page.getByRole('status').filter({ hasText: outcome! })).toContainText(counts!)
  }
})

test('the key stays with its column while another column is given a name that begins like it', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/databases/new`)
  await page.getByText('By hand').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pages')
  const names = page.getByRole('textbox', { name: /^Name of/ })
  for (const name of ['url', 'url_image']) {
    await page.getByRole('button', { name: 'Add column' }).click()
    await names.last().pressSequentially(name)
    if (name === 'url') await page.getByLabel('url is part of the key').check()
  }
  await expect(page.getByLabel('url_image is part of the key')).not.toBeChecked()
  await names.first().clear()
  await names.first().pressSequentially('url_image_of')
  await expect(page.getByLabel('url_image_of is part of the key')).toBeChecked()
  await expect(page.getByLabel('url_image is part of the key')).not.toBeChecked()
  await page.getByRole('button', { name: 'Create database' }).click()
  await expect(page).toHaveURL(/\/databases\/db_/)
  const [made] = (await winnow.call('/v1/databases')).json.data
  expect(made.primary_key).toEqual(['url_image_of'])
})

test('a long name leaves the views of a database in reach, and a tiny number is not 0', async ({
  page,
  winnow,
}) => {
  const json = { name: 'W'.repeat(200), columns: [{ name: 'rate', type: 'number' }] }
  const { id } = (await winnow.call('/v1/databases', { json })).json
  const rates = [1e-21, 0.000_1, 0, 1_234_567.25]
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: rates.map(rate => ({ rate })) } })
  await page.goto(`${winnow.url}/app/databases/${id}`)
  const grid = page.getByRole('table', { name: 'Rows' })
  for (const shown of ['0', '0.0001', '1,234,567.25', '1e-21'])
    await expect(grid.getByText(shown, { exact: true })).toHaveCount(1)
  await expect(page.getByRole('radiogroup', { name: 'View' })).toBeInViewport({ ratio: 1 })
  await page.getByText('Changes', { exact: true }).click({ timeout: 5_000 })
  await expect(page).toHaveURL(/view=changes/)
})

test.describe('rows that are deleted together', () => {
  test.use({ refused: [404] })

  test('are gone although one of them was deleted elsewhere meanwhile', async ({ page, winnow }) => {
    const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
    const rows = ['Blue', 'Red', 'Old'].map(title => ({ title, price: 5 }))
    await winnow.call(`/v1/databases/${id}/rows`, { json: { rows } })
    let isFirst = true
    await page.route('**/v1/databases/*/rows/*', async route => {
      if (route.request().method() !== 'DELETE') return route.continue()
      const { pathname } = new URL(route.request().url())
      const gone = isFirst && winnow.call(pathname, { method: 'DELETE' })
      isFirst = false
      await gone
      await route.continue()
    })
    await page.goto(`${winnow.url}/app/databases/${id}`)
    await page.getByRole('table', { name: 'Rows' }).getByLabel('Select all rows').click()
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 rows' }).click()
    await expect(page.getByText('No rows yet.')).toBeVisible()
    expect((await winnow.call(`/v1/databases/${id}`)).json.row_count).toBe(0)
  })
})
