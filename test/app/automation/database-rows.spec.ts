import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { KETTLES } from '../support/kettles.ts'
import { pictures } from '../support/pictures.ts'

test('a grid of 5,000 rows renders only visible rows and fetches more on scrolling', async ({
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
  await expect(grid, 'all rows are counted, not only those that are loaded').toHaveAttribute(
    'aria-rowcount',
    '5001',
  )
  expect(await grid.getByRole('row').count()).toBeLessThan(60)
  await grid.locator('..').evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
  await expect(grid.locator('[aria-rowindex="104"]')).toBeAttached()
  await expect(grid.getByRole('row').last()).toContainText('Kettle 4')
})

test('the Columns button does not cover filters in a narrow window', async ({ page, winnow }) => {
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

test('a filter for empty values sends what it shows, whatever was typed for another condition', async ({
  page,
  winnow,
}) => {
  const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
  const rows = [{ title: 'Enamel', price: 5 }, { title: 'Copper' }]
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows } })
  await page.goto(`${winnow.url}/app/databases/${id}`)
  await page.getByRole('button', { name: 'Filter by price' }).click()
  await page.getByLabel('Value').fill('5')
  await page.getByLabel('Rows whose price').selectOption('is empty')
  await expect(page.getByLabel('Value')).toHaveValue('true')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByText('price is empty')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rows' }).getByRole('row')).toHaveText([/title/, /Copper/])
})

test('a view of rows is saved, opened and deleted, and selected rows are deleted together', async ({
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
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
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

  await grid.getByRole('row').nth(1).getByRole('checkbox', { name: 'Select this row' }).click()
  await grid
    .getByRole('row')
    .nth(3)
    .getByRole('checkbox', { name: 'Select this row' })
    .click({ modifiers: ['Shift'] })
  await pictures(page, 'database-selected')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(bar).toContainText('3 rows selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 rows' }).click()
  await expect(page.getByText('No matching rows.')).toBeVisible()
  expect((await winnow.call(`/v1/databases/${id}`)).json.row_count).toBe(1)
})

test('values of rows are formatted by their kind', async ({ page, winnow }) => {
  // The service itself answers at this address, but not with a picture.
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

test('the views of a database with a long name can be reached, and a tiny number is not shown as 0', async ({
  page,
  winnow,
}) => {
  const json = { name: 'W'.repeat(200), columns: [{ name: 'rate', type: 'number' }] }
  const { id } = (await winnow.call('/v1/databases', { json })).json
  const rates = [1e-21, 0.000_1, 0, 1_234_567.25]
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: rates.map(rate => ({ rate })) } })
  await page.goto(`${winnow.url}/app/databases/${id}`)
  const grid = page.getByRole('table', { name: 'Rows' })
  for (const text of ['0', '0.0001', '1,234,567.25', '1e-21'])
    await expect(grid.getByText(text, { exact: true })).toHaveCount(1)
  await expect(page.getByRole('radiogroup', { name: 'View' })).toBeInViewport({ ratio: 1 })
  await page.getByText('Changes', { exact: true }).click({ timeout: 5_000 })
  await expect(page).toHaveURL(/view=changes/)
})

test.describe('rows that are deleted together', () => {
  test.use({ refused: [404] })

  test('are all gone even if one of them was deleted elsewhere in the meantime', async ({ page, winnow }) => {
    const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
    const rows = ['Blue', 'Red', 'Old'].map(title => ({ title, price: 5 }))
    await winnow.call(`/v1/databases/${id}/rows`, { json: { rows } })
    let isFirst = true
    await page.route('**/v1/databases/*/rows/*', async route => {
      if (route.request().method() !== 'DELETE') return route.continue()
      const { pathname } = new URL(route.request().url())
      const deletion = isFirst && winnow.call(pathname, { method: 'DELETE' })
      isFirst = false
      await deletion
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
