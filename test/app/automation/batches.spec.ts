import { readFile } from 'node:fs/promises'
import { expect } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'
import { SHOP, test } from '../support/shop.ts'

test.use({ refused: [409, 400] })

test('a batch without a valid item says so, and cannot be run', async ({ page, winnow }) => {
  await winnow.parser(SHOP, { name: 'shop' })
  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'shop' }).click()
  await page.getByLabel('Items, one per line').fill('{"link": "kettle"}')
  await expect(page.getByRole('table', { name: 'Left out' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByText('none', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Run batch' }).hover()
  await expect(page.getByText('None of these items can run')).toBeVisible()
  expect((await winnow.call('/v1/batches')).json.data).toEqual([])
})

test('by keyboard alone, a parser is found by name and stays chosen, and the batch is run', async ({
  page,
  winnow,
  shop,
}) => {
  for (const name of ['shop', 'the other shop']) await winnow.parser(SHOP, { name })
  await page.goto(`${winnow.url}/app/batches/new`)
  const parser = page.getByRole('combobox', { name: 'Parser or API' })
  await parser.focus()
  await page.keyboard.type('other')
  await expect(page.getByRole('option', { name: 'the other shop' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(parser).toHaveValue('the other shop')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(parser).toHaveValue('the other shop')

  const run = page.getByRole('button', { name: 'Run 1 item' })
  await page.getByLabel('Items, one per line').fill(`${shop}/kettle`)
  await expect(run).toBeEnabled()
  await page.getByRole('button', { name: 'Variables' }).click()
  await page.getByRole('dialog', { name: 'Variables' }).getByRole('textbox').first().focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('Escape')
  await expect(run).toBeVisible()
  expect((await winnow.call('/v1/batches')).json.data).toEqual([])
  await page.getByLabel('Items, one per line').focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('1 of 1')).toBeVisible()
})

test('a batch is pasted, previewed, run, exported and retried, and its errors are grouped by cause', async ({
  page,
  winnow,
  shop,
}) => {
  await winnow.parser(SHOP, { name: 'shop' })
  await page.goto(`${winnow.url}/app/batches`)
  await page.getByRole('link', { name: 'New batch' }).click()
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'shop' }).click()
  const lines = ['/kettle', '/cup', '/plate', '/gone', '/lost'].map(path => shop + path)
  const items = page.getByLabel('Items, one per line')
  await items.fill(lines.join('\n'))
  await expect(page.getByRole('table', { name: 'Will run' }).getByRole('row')).toHaveCount(6)
  await items.fill([...lines.map(url => JSON.stringify({ url })), '{"link": "kettle"}'].join('\n'))
  await expect(page.getByRole('table', { name: 'Left out' })).toContainText('input')
  expect((await winnow.call('/v1/batches')).json.data).toEqual([])
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await pictures(page, 'new-batch')

  await page.getByRole('button', { name: 'Run 5 items' }).click()
  await expect(page.getByText('5 of 5')).toBeVisible()
  await expect(page.getByText('3 completed, 2 failed')).toBeVisible()
  const causes = page.getByRole('table', { name: 'Causes' })
  await expect(causes.getByRole('row')).toHaveCount(2)
  await expect(causes.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('2')
  await expect(causes.getByRole('row').nth(1)).toContainText('Check the address')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const formats = ['NDJSON, one object per line', 'JSON list', 'CSV', 'Excel (XLSX)']
  await expect(page.getByRole('menuitem')).toHaveText(formats)
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const csv = await readFile((await (await download).path())!, 'utf8')
  expect(csv).toContain('kettle')
  expect(csv.trim().split('\n')).toHaveLength(6)

  const before = page.url()
  await page.getByRole('button', { name: 'Retry 2 failed' }).click()
  await expect(page).not.toHaveURL(before)
  await expect(page.getByText('2 of 2')).toBeVisible()
  expect((await winnow.admin('/admin/credits')).json.balance).toBe(997)
})

test('variables are replaced in pasted items, and secret values are masked in the preview', async ({
  page,
  winnow,
  shop,
}) => {
  await winnow.parser(SHOP, { name: 'shop' })
  await winnow.admin('/admin/variables/shop', { value: shop })
  await winnow.admin('/admin/variables/what', { value: 'kettle', secret: true })
  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'shop' }).click()
  await page.getByLabel('Items, one per line').fill('{{shop}}/{{what}}')
  const preview = page.getByRole('table', { name: 'Will run' })
  await expect(preview).toContainText(`${shop}/••••`)
  await expect(preview).not.toContainText('kettle')
  await page.getByRole('button', { name: 'Run 1 item' }).click()
  await expect(page.getByText('1 of 1')).toBeVisible()
  const [{ input, state }] = (await winnow.call('/v1/jobs')).json.data
  expect([input.url, state]).toEqual([`${shop}/kettle`, 'completed'])
})

test('a column of a database becomes a batch, which is previewed and run', async ({ page, winnow, shop }) => {
  await winnow.parser(SHOP, { name: 'shop' })
  const columns = [
    { name: 'link', type: 'string' },
    { name: 'tags', type: 'json' },
  ]
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'Links', columns } })).json
  const rows = [{ link: `${shop}/kettle` }, { link: `${shop}/cup` }, { link: null }]
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows } })
  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'shop' }).click()
  await page.getByText('Database', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Database' }).click()
  await page.getByRole('option', { name: 'Links' }).click()
  await page.getByRole('combobox', { name: 'Column' }).click()
  await expect(page.getByRole('option', { name: 'link' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'tags' })).toHaveCount(0)
  await page.getByRole('option', { name: 'link' }).click()
  await expect(page.getByRole('table', { name: 'Left out' })).toContainText('is missing')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await pictures(page, 'new-batch-column')
  await page.getByLabel('Only rows that contain').fill('kettle')
  await page.getByRole('button', { name: 'Run 1 item' }).click()
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Items' })).toContainText(`${shop}/kettle`)
})

test('a CSV file with other column names is mapped, checked and run as a batch', async ({
  page,
  winnow,
  shop,
}) => {
  await winnow.parser(SHOP, { name: 'shop' })
  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'shop' }).click()
  await page.getByText('File', { exact: true }).click()
  const lines = ['Product,Website,custom_id,note', `Kettle,${shop}/kettle,one,x`, `Cup,${shop}/cup,two,y`]
  const bad = ['Plate,no address,three,z', 'Spoon,http://10.0.0.1/,four,z']
  await page.locator('input[type=file]').setInputFiles({
    name: 'shop.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([...lines, ...bad].join('\n')),
  })
  const columns = page.getByRole('table', { name: 'Columns of the file' })
  await expect(columns.getByRole('row')).toHaveCount(5)
  await expect(columns.getByLabel('What custom_id becomes')).toHaveValue('custom_id')
  await expect(columns.getByLabel('What Website becomes')).toHaveValue('')
  await expect(page.getByRole('table', { name: 'Left out' })).toContainText('is missing')
  await columns.getByLabel('What Website becomes').selectOption('url')
  const leftOut = page.getByRole('table', { name: 'Left out' })
  await expect(leftOut).toContainText('not a valid URL')
  await expect(leftOut).toContainText('10.0.0.1 is not a public address')
  await expect(page.getByRole('table', { name: 'Will run' })).toContainText(`${shop}/kettle`)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await pictures(page, 'new-batch-mapped')
  await page.getByRole('button', { name: 'Run 2 items' }).click()
  await expect(page.getByText('2 of 2')).toBeVisible()
  const items = page.getByRole('table', { name: 'Items' })
  await expect(items).toContainText('one')
  await expect(items).toContainText(`${shop}/cup`)
})

test('a batch from a file shows its progress, and is cancelled', async ({ page, winnow, shop }) => {
  await winnow.parser(SHOP, { name: 'shop' })
  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'shop' }).click()
  await page.getByText('File', { exact: true }).click()
  const rows = Array.from(
    { length: 40 },
    (_, at) => `${shop}/${at < 20 ? 'kettle' : 'slow'}?${at},item ${at}`,
  )
  await page.locator('input[type=file]').setInputFiles({
    name: 'items.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`url,custom_id\n${rows.join('\n')}`),
  })
  await page.getByRole('button', { name: 'Run 40 items' }).click()
  await expect(page.getByText('20 of 40')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Items' })).toContainText('item 3')
  await pictures(page, 'batch-running')
  await page.getByRole('button', { name: 'Cancel batch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
  await expect(page.getByText('40 of 40')).toBeVisible()
  await expect(page.getByText('20 completed, 20 cancelled')).toBeVisible()
})

test('saved pages become a batch of one item each for a parser', async ({ page, winnow }) => {
  await winnow.parser(SHOP, { name: 'shop' })
  const pageOf = (name: string) => ({
    name: `${name}.html`,
    mimeType: 'text/html',
    buffer: Buffer.from(`<h1>${name}</h1><p class="price">9.50</p>`),
  })
  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByRole('combobox', { name: 'Parser or API' }).fill('shop')
  await page.getByRole('option', { name: 'shop', exact: true }).click()
  await page.getByText('Saved pages', { exact: true }).click()
  const empty = { name: 'nothing.html', mimeType: 'text/html', buffer: Buffer.alloc(0) }
  await page.locator('input[type=file]').setInputFiles([pageOf('kettle'), pageOf('cup'), empty])
  await expect(page.getByText('The file is empty.')).toBeVisible()
  await page.getByRole('button', { name: 'Run 2 items' }).click()
  await expect(page).toHaveURL(/\/batches\/bat_/)
  await expect(page.getByText('kettle.html').first()).toBeVisible()
  await expect(page.getByText('cup.html').first()).toBeVisible()
})
