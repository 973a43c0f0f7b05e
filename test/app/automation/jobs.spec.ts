import { readFile } from 'node:fs/promises'
import { startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { test as base, expect } from '../support/app.ts'
import { graveInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'

/** The service may fetch from a site of this machine. */
const test = base.extend<{ winnow: TestApp; shop: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const winnow = await startTestApp({ allow_hosts: ['127.0.0.1'], robots: 'ignore' })
    await use(winnow)
    await winnow.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  shop: async ({}, use) => {
    const site = await startLocalSite()
    for (const name of ['kettle', 'cup', 'plate'])
      site.on(`/${name}`, { body: `<h1>${name}</h1><p class="price">9.50</p>` })
    site.on('/slow', () => undefined)
    await use(site.url)
    await site.close()
  },
})

const SHOP = { fields: { title: { css: 'h1' }, price: { css: '.price', type: 'number' } } }

test.use({ refused: [409, 400] })

test('a job is found by its state, looked into, read again and tried again', async ({
  page,
  winnow,
  shop,
}) => {
  const parser_id = await winnow.parser(SHOP, { name: 'shop' })
  const make = async (path: string) => {
    const { json } = await winnow.call('/v1/jobs', { json: { parser_id, input: { url: shop + path } } })
    return winnow.ended(`/v1/jobs/${json.id}`)
  }
  await page.goto(`${winnow.url}/app/jobs`)
  await expect(page.getByText('A job is a call')).toBeVisible()
  expect((await make('/kettle')).state).toBe('completed')
  expect((await make('/nowhere')).state).toBe('failed')

  const jobs = page.getByRole('table', { name: 'Jobs' })
  await expect(jobs.getByRole('row')).toHaveCount(3)
  await page.getByLabel('State').selectOption('completed')
  await expect(jobs.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/state=completed/)
  await jobs.getByRole('row').nth(1).click()
  await expect(page.getByRole('tree')).toContainText('kettle')
  await page.getByRole('tab', { name: 'Page' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('kettle')
  await page.getByRole('tab', { name: 'Trace' }).click()
  await expect(page.getByRole('table', { name: 'Trace' })).toContainText('9.5')

  const first = page.url()
  await page.getByRole('button', { name: 'Reparse' }).click()
  await expect(page).not.toHaveURL(first)
  await expect(page.getByText('an earlier job')).toBeVisible()
  await expect(page.getByText(/free$/)).toBeVisible()

  await page.goto(`${winnow.url}/app/jobs?state=failed`)
  await jobs.getByRole('row').nth(1).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Attempt 1 of 3')
  const failed = page.url()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).not.toHaveURL(failed)
  await expect(page.getByText('Finished: failed')).toBeVisible()
  await page.goto(failed)
  await page.getByRole('button', { name: 'More actions for this job' }).click()
  await page.getByRole('menuitem', { name: 'Delete job' }).click()
  await page.getByRole('button', { name: 'Delete job' }).click()
  await expect(page).toHaveURL(`${winnow.url}/app/jobs`)
  expect((await winnow.call(`/v1/jobs/${failed.split('/').at(-1)}`)).status).toBe(404)
})

test('filters of jobs and runs are kept as views, and lists say how many there are', async ({
  page,
  winnow,
}) => {
  const parser_id = await winnow.parser(SHOP, { name: 'shop' })
  await winnow.call('/v1/jobs', { json: { type: 'parse', parser_id, input: { html: '<h1>Kettle</h1>' } } })
  await page.goto(`${winnow.url}/app/runs`)
  await expect(page.getByText('A run passes items')).toBeVisible()
  await expect(page.getByLabel('State', { exact: true })).toHaveCount(0)
  const nodes = [{ id: 'start', type: 'input' }]
  const workflow = await winnow.call('/v1/workflows', { json: { name: 'Nothing', nodes, edges: [] } })
  await winnow.call(`/v1/workflows/${workflow.json.id}/run`, { json: { input: {} } })
  for (const [list, label, found] of [
    ['jobs', 'Kind of job', 'parse'],
    ['runs', 'State', 'failed'],
  ] as const) {
    await page.goto(`${winnow.url}/app/${list}`)
    await page.getByLabel(label, { exact: true }).selectOption(found)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill(`My ${list}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Views (1)' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).not.toHaveURL(new RegExp(found))
    await page.getByRole('button', { name: 'Views (1)' }).click()
    await page.getByRole('button', { name: `My ${list}`, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(found))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(found)
    await page.goto(`${winnow.url}/app/${list}`)
    await expect(page.getByRole('status').filter({ hasText: `1 ${list.slice(0, -1)}` })).toBeVisible()
  }

  for (const name of ['Morning', 'Evening']) {
    const items = [{ input: { url: 'http://127.0.0.1:9/kettle' } }]
    await winnow.call('/v1/batches', { json: { name, target: { parser_id }, items } })
  }
  await page.goto(`${winnow.url}/app/batches`)
  await expect(page.getByRole('status').filter({ hasText: '2 batches' })).toBeVisible()
  const columns = [{ name: 'title', type: 'string' }]
  await winnow.call('/v1/databases', { json: { name: 'Kettles', columns, primary_key: ['title'] } })
  await page.goto(`${winnow.url}/app/databases`)
  await expect(page.getByRole('status').filter({ hasText: '1 database' })).toBeVisible()
})

test('a job that hangs is followed and cancelled', async ({ page, winnow, shop }) => {
  const parser_id = await winnow.parser(SHOP, { name: 'shop' })
  const { json } = await winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${shop}/slow` } } })
  await page.goto(`${winnow.url}/app/`)
  await expect(page.getByRole('table', { name: 'Running jobs' })).toContainText('/slow')
  await page.goto(`${winnow.url}/app/jobs/${json.id}`)
  await expect(page.getByText('Fetching', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
  await expect(page.getByText('Finished: cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a batch of which nothing can run says so, and cannot be run', async ({ page, winnow }) => {
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

test('a batch is pasted, previewed, run, understood, retried and exported', async ({
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
  expect(await graveInBothThemes(page)).toEqual([])
  await pictures(page, 'new-batch')

  await page.getByRole('button', { name: 'Run 5 items' }).click()
  await expect(page.getByText('5 of 5')).toBeVisible()
  await expect(page.getByText('3 completed, 2 failed')).toBeVisible()
  const causes = page.getByRole('table', { name: 'Causes' })
  await expect(causes.getByRole('row')).toHaveCount(2)
  await expect(causes.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('2')
  await expect(causes.getByRole('row').nth(1)).toContainText('Check the address')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const formats = ['NDJSON, one object per line', 'JSON list', 'CSV', 'Excel (XLSX)']
  await expect(page.getByRole('menuitem')).toHaveText(formats)
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const csv = await readFile((await (await saving).path())!, 'utf8')
  expect(csv).toContain('kettle')
  expect(csv.trim().split('\n')).toHaveLength(6)

  const before = page.url()
  await page.getByRole('button', { name: 'Retry 2 failed' }).click()
  await expect(page).not.toHaveURL(before)
  await expect(page.getByText('2 of 2')).toBeVisible()
  expect((await winnow.admin('/admin/credits')).json.balance).toBe(997)
})

test('pasted items take the values of variables, and secret ones stay out of the preview', async ({
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

test('a batch of a column of a database is previewed and run', async ({ page, winnow, shop }) => {
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
  await expect(page.getByRole('option', { name: 'tags' })).toHaveCount(0)
  await page.getByRole('option', { name: 'link' }).click()
  await expect(page.getByRole('table', { name: 'Left out' })).toContainText('is missing')
  expect(await graveInBothThemes(page)).toEqual([])
  await pictures(page, 'new-batch-column')
  await page.getByLabel('Only rows that contain').fill('kettle')
  await page.getByRole('button', { name: 'Run 1 item' }).click()
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Items' })).toContainText(`${shop}/kettle`)
})

test('a table with columns of its own is mapped, checked and run', async ({ page, winnow, shop }) => {
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
  const left = page.getByRole('table', { name: 'Left out' })
  await expect(left).toContainText('not a valid URL')
  await expect(left).toContainText('10.0.0.1 is not a public address')
  await expect(page.getByRole('table', { name: 'Will run' })).toContainText(`${shop}/kettle`)
  expect(await graveInBothThemes(page)).toEqual([])
  await pictures(page, 'new-batch-mapped')
  await page.getByRole('button', { name: 'Run 2 items' }).click()
  await expect(page.getByText('2 of 2')).toBeVisible()
  const items = page.getByRole('table', { name: 'Items' })
  await expect(items).toContainText('one')
  await expect(items).toContainText(`${shop}/cup`)
})

test('a batch from a file goes on before the eyes, and is cancelled', async ({ page, winnow, shop }) => {
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

test('a table is read by keys alone, laid out, and rows of it are selected', async ({
  page,
  winnow,
  shop,
}) => {
  const parser = await winnow.parser(SHOP, { name: 'shop' })
  const items = ['kettle', 'cup', 'gone', 'lost'].map(path => ({ input: { url: `${shop}/${path}` } }))
  const { json } = await winnow.call('/v1/batches', { json: { target: { parser_id: parser }, items } })
  await winnow.ended(`/v1/batches/${json.id}`)
  await page.goto(`${winnow.url}/app/jobs`)
  const table = page.getByRole('table', { name: 'Jobs' })
  const rows = table.getByRole('row')
  await expect(page.getByRole('status').filter({ hasText: '4 jobs' })).toBeVisible()

  await rows.nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows.nth(4)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rows.nth(1)).toBeFocused()
  expect(await table.locator('[role=row][tabindex="0"]').count()).toBe(1)

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(bar).toContainText('2 jobs selected')
  await bar.getByRole('button', { name: 'Retry 2 jobs' }).click()
  await expect(bar).toHaveCount(0)
  await expect(rows).toHaveCount(7)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Error', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Pin Input' }).click()
  await page.getByRole('button', { name: 'Move Credits to the left' }).click()
  expect(await graveInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  const names = async () => (await table.getByRole('columnheader').allTextContents()).filter(Boolean)
  const wanted = ['Input', 'State', 'Parser or API', 'Credits', 'Took', 'Created']
  expect(await names()).toEqual(wanted)

  const header = table.getByRole('columnheader', { name: 'State' })
  const { x, y, width } = (await header.boundingBox())!
  await page.mouse.move(x + width - 3, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width + 77, y + 10, { steps: 4 })
  await page.mouse.up()
  expect(Math.round((await header.boundingBox())!.width)).toBe(Math.round(width) + 80)
  await page.reload()
  await expect(rows.nth(1)).toBeVisible()
  expect(await names()).toEqual(wanted)
  expect(Math.round((await header.boundingBox())!.width)).toBe(Math.round(width) + 80)
  await pictures(page, 'jobs-laid-out')

  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('/cup')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: '1 job' })).toBeVisible()
  await rows.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/jobs\/job_/)
})

test('a job that read no page offers none, and its id is copied whole', async ({
  page,
  winnow,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const parser_id = await winnow.parser(SHOP, { name: 'shop' })
  const input = { url: `${shop}/nowhere` }
  const { id } = (await winnow.call('/v1/jobs', { json: { parser_id, input } })).json
  await winnow.ended(`/v1/jobs/${id}`)
  await page.goto(`${winnow.url}/app/jobs/${id}`)
  await expect(page.getByRole('tab', { name: 'Input' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reparse' })).toHaveCount(0)
  await expect(page.getByTitle(id)).toHaveText(`${id.slice(0, 10)}…${id.slice(-6)}`)
  await page.getByRole('button', { name: 'Copy the ID' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id)
})

test('saved pages become a batch, one item each, for a parser alone', async ({ page, winnow }) => {
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

test('a list of jobs in a narrow window draws addresses without their scheme, and times whole', async ({
  page,
  winnow,
  shop,
}) => {
  const parser_id = await winnow.parser(SHOP, { name: 'Sample: product of a shop' })
  const input = { url: `${shop}/kettle` }
  await winnow.call('/v1/jobs', { json: { parser_id, input } })
  await page.setViewportSize({ width: 780, height: 760 })
  await page.goto(`${winnow.url}/app/jobs`)
  const address = page.getByTitle(JSON.stringify(input), { exact: true })
  await expect(address).toHaveText(input.url)
  const scheme = address.getByText('http://', { exact: true })
  expect(await scheme.evaluate(text => text.getBoundingClientRect().width)).toBe(0)
  const time = page.getByRole('cell').locator('time')
  const isWhole = () => time.evaluate(({ parentElement: cell }) => cell!.scrollWidth <= cell!.clientWidth)
  await expect.poll(isWhole).toBe(true)
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('a list of jobs shows the names of parsers whole', async ({ page, winnow, shop }) => {
    const parser_id = await winnow.parser(SHOP, { name: 'Sample: product of a shop' })
    await winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${shop}/kettle` } } })
    await page.goto(`${winnow.url}/app/jobs`)
    const cell = page.getByRole('cell', { name: 'Sample: product of a shop' })
    const isWhole = () => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
    await expect(cell).toBeVisible()
    expect(await isWhole()).toBe(true)
  })
})

test('the jobs that are selected are cancelled although one of them has ended meanwhile', async ({
  page,
  winnow,
  shop,
}) => {
  const parser_id = await winnow.parser(SHOP, { name: 'shop' })
  const ids: string[] = []
  for (const at of [1, 2, 3]) {
    const input = { url: `${shop}/slow?${at}` }
    ids.push((await winnow.call('/v1/jobs', { json: { parser_id, input } })).json.id)
  }
  let isFirst = true
  await page.route('**/v1/jobs/*/cancel', async route => {
    const ended = isFirst && winnow.call(new URL(route.request().url()).pathname, { method: 'POST' })
    isFirst = false
    await ended
    await route.continue()
  })
  await page.goto(`${winnow.url}/app/jobs`)
  const table = page.getByRole('table', { name: 'Jobs' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await table.getByLabel('Select all rows').click()
  await page.getByRole('button', { name: 'Cancel 3 jobs' }).click()
  await expect(page.getByText('Only what waits or runs can be cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry 3 jobs' })).toBeVisible()
  for (const id of ids) expect((await winnow.call(`/v1/jobs/${id}`)).json.state).toBe('cancelled')
})
