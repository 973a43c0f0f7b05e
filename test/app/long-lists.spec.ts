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
