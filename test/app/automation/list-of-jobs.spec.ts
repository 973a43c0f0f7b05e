import { expect } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'
import { SHOP, test } from '../support/shop.ts'

test.use({ refused: [409, 404, 400] })

test('filters of jobs and runs are saved as views, and lists show the number of records', async ({
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

test('a table is navigated and its rows selected by keyboard, and its column layout is kept', async ({
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
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  const names = async () => (await table.getByRole('columnheader').allTextContents()).filter(Boolean)
  const expectedColumns = ['Input', 'State', 'Parser or API', 'Credits', 'Took', 'Created']
  expect(await names()).toEqual(expectedColumns)

  const header = table.getByRole('columnheader', { name: 'State' })
  const { x, y, width } = (await header.boundingBox())!
  await page.mouse.move(x + width - 3, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width + 77, y + 10, { steps: 4 })
  await page.mouse.up()
  expect(Math.round((await header.boundingBox())!.width)).toBe(Math.round(width) + 80)
  await page.reload()
  await expect(rows.nth(1)).toBeVisible()
  expect(await names()).toEqual(expectedColumns)
  expect(Math.round((await header.boundingBox())!.width)).toBe(Math.round(width) + 80)
  await pictures(page, 'jobs-laid-out')

  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('/cup')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: '1 job' })).toBeVisible()
  await rows.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/jobs\/job_/)
})

test('a list of jobs in a narrow window hides the scheme of addresses, and does not cut off times', async ({
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

  test('a list of jobs does not cut off the names of parsers', async ({ page, winnow, shop }) => {
    const parser_id = await winnow.parser(SHOP, { name: 'Sample: product of a shop' })
    await winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${shop}/kettle` } } })
    await page.goto(`${winnow.url}/app/jobs`)
    const cell = page.getByRole('cell', { name: 'Sample: product of a shop' })
    const isWhole = () => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
    await expect(cell).toBeVisible()
    expect(await isWhole()).toBe(true)
  })
})

test('selected jobs are cancelled even if one of them has ended in the meantime', async ({
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
    const cancellation = isFirst && winnow.call(new URL(route.request().url()).pathname, { method: 'POST' })
    isFirst = false
    await cancellation
    await route.continue()
  })
  await page.goto(`${winnow.url}/app/jobs`)
  const table = page.getByRole('table', { name: 'Jobs' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await table.getByLabel('Select all rows').click()
  await page.getByRole('button', { name: 'Cancel 3 jobs' }).click()
  await expect(page.getByText('Only a job that is waiting or running can be cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry 3 jobs' })).toBeVisible()
  for (const id of ids) expect((await winnow.call(`/v1/jobs/${id}`)).json.state).toBe('cancelled')
})

test('of selected jobs that are retried, only those that could not be retried stay selected', async ({
  page,
  winnow,
  shop,
}) => {
  const parsers = [await winnow.parser(SHOP, { name: 'shop' }), await winnow.parser(SHOP, { name: 'gone' })]
  for (const parser_id of parsers) {
    const input = { url: `${shop}/lost` }
    const { id } = (await winnow.call('/v1/jobs', { json: { parser_id, input } })).json
    await winnow.ended(`/v1/jobs/${id}`)
  }
  await winnow.call(`/v1/parsers/${parsers[1]}`, { method: 'DELETE' })
  await page.goto(`${winnow.url}/app/jobs`)
  await page.getByRole('table', { name: 'Jobs' }).getByLabel('Select all rows').click()
  await page.getByRole('button', { name: 'Retry 2 jobs' }).click()
  await expect(page.getByRole('alert')).toContainText('nothing here under this id')
  await expect(page.getByRole('button', { name: 'Retry 1 job' })).toBeVisible()
  expect((await winnow.call('/v1/jobs')).json.data).toHaveLength(3)
})
