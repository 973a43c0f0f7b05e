import { expect, test } from './support/app.ts'

/** More than a page of a list, which has 100 records. */
const MANY = 105

test('records beyond the first page of a list are found by the search and by fields that choose one', async ({
  page,
  winnow,
}) => {
  const id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Shop' })
  const target = { type: 'parser', id, input: { html: '<h1>Copper kettle</h1>' } }
  const cron = { expression: '30 2 * * *', timezone: 'UTC', target }
  const columns = [{ name: 'url', type: 'string' }]
  const graph = { nodes: [{ id: 'start', type: 'input' }], edges: [] }
  const make = (path: string, json: object) => winnow.call(path, { json })
  for (let at = 0; at < MANY; at++)
    await Promise.all([
      make('/v1/crons', { name: `Cron number ${at}`, ...cron }),
      make('/v1/databases', { name: `Database number ${at}`, columns }),
      make('/v1/workflows', { name: `Workflow number ${at}`, ...graph }),
    ])

  await page.goto(`${winnow.url}/app/crons`)
  await page.getByLabel('Search crons').fill('cron number 0')
  await expect(page.getByRole('table', { name: 'Crons' }).getByText('Cron number 0')).toBeVisible()
  await page.getByLabel('Search crons').fill('nothing of this name')
  await expect(page.getByText('No cron matches “nothing of this name”.')).toBeVisible()

  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByText('Database', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Database' }).fill('Database number 0')
  await expect(page.getByRole('option', { name: 'Database number 0', exact: true })).toBeVisible()

  const workflow = (await winnow.call('/v1/workflows')).json.data[0].id
  const run = await make(`/v1/workflows/${workflow}/run`, { input: {} })
  await winnow.ended(`/v1/workflow-runs/${run.json.id}`)
  await page.goto(`${winnow.url}/app/runs`)
  await page.getByRole('combobox', { name: 'Workflow' }).fill('Workflow number 0')
  await expect(page.getByRole('option', { name: 'Workflow number 0', exact: true })).toBeVisible()
})

/** More than the names that a field offers without a search. */
const MORE_THAN_OFFERED = 1_005

test('a field finds records beyond the newest 1,000 by searching on the service, and keeps their names', async ({
  page,
  winnow,
}) => {
  const id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'The oldest shop' })
  const parser = { schema: { fields: { title: 'h1' } } }
  for (let at = 0; at < MORE_THAN_OFFERED; at += 15)
    await Promise.all(
      Array.from({ length: 15 }, (_, i) =>
        winnow.call('/v1/parsers', { json: { name: `Parser number ${at + i}`, ...parser } }),
      ),
    )
  const searches: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/v1/parsers' && searchParams.has('q')) searches.push(searchParams.get('q')!)
  })
  await page.goto(`${winnow.url}/app/batches/new`)
  const field = page.getByRole('combobox', { name: 'Parser or API' })
  await field.click()
  await expect(page.getByText('The newest 1,000 parsers; type to find others')).toBeVisible()
  await field.pressSequentially('OLDEST sh')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['The oldest shop'])
  expect(searches).toEqual(['OLDEST sh'])
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('The oldest shop')
  await page.reload()
  await expect(field).toHaveValue('The oldest shop')

  await page.goto(`${winnow.url}/app/playground/parser-get`)
  const parserField = page.getByRole('combobox', { name: 'Parser' })
  await parserField.fill(id)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([`The oldest shop ${id}`])
  await parserField.fill('number 1')
  const exact = page.getByRole('option', { name: 'Parser number 1 prs_' })
  await expect(exact).toBeAttached()
  await parserField.fill('no parser of this name')
  await expect(page.getByText('Use the parser ID no parser of this name')).toBeVisible()
})
