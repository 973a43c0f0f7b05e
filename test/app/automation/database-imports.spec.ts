import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { csv, KETTLES } from '../support/kettles.ts'
import { pictures } from '../support/pictures.ts'

test('a CSV file with other column names is mapped, with a new column, and imported', async ({
  page,
  winnow,
}) => {
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
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
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

test('an import survives a reload until it is cancelled, but only the mapping of a large file does', async ({
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
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await choose(40_000)
  await expect(cost).toHaveValue('price')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(drawer.getByText('Drop a file here, or choose one')).toBeVisible()
  await expect(drawer.getByText('rows.csv')).toHaveCount(0)
})

test('importing a file whose rows all exist changes nothing, and says so', async ({ page, winnow }) => {
  const { id } = (await winnow.call('/v1/databases', { json: KETTLES })).json
  await page.goto(`${winnow.url}/app/databases/${id}`)
  await page.getByRole('button', { name: 'Import' }).first().click()
  for (const message of ['File imported. 1 added', 'Nothing was changed. 1 unchanged']) {
    await page.locator('input[type=file]').setInputFiles(csv('title,price\nCup,1\n'))
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    const [outcome, counts] = message.split('. ')
    await expect(page.getByRole('status').filter({ hasText: outcome! })).toContainText(counts!)
  }
})
