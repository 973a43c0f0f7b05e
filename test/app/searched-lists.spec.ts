import { expect, test } from './support/app.ts'

/** More than a page of a list, which has 100 records at most. */
const MANY = 105

/** The pages whose list the service searches, with the body that creates a record of this name. */
const LISTS: { path: string; noun: string; bodyOf: (name: string) => object }[] = [
  {
    path: 'databases',
    noun: 'database',
    bodyOf: name => ({ name, columns: [{ name: 'url', type: 'string' }] }),
  },
  {
    path: 'workflows',
    noun: 'workflow',
    bodyOf: name => ({ name, nodes: [{ id: 'start', type: 'input' }], edges: [] }),
  },
  {
    path: 'crons',
    noun: 'cron',
    bodyOf: name => ({
      name,
      expression: '30 2 * * *',
      timezone: 'UTC',
      target: { type: 'api', id: 'videosite-channel', input: { handle: '@kettles' } },
    }),
  },
]

for (const { path, noun, bodyOf } of LISTS)
  test(`a ${noun} beyond the first page is found by its name, and the search is in the address`, async ({
    page,
    winnow,
  }) => {
    for (const name of ['Größe der Kessel', ...Array.from({ length: MANY }, (_, i) => `Number ${i}`)])
      await winnow.call(`/v1/${path}`, { json: bodyOf(name) })
    await page.goto(`${winnow.url}/app/${path}`)
    const search = page.getByRole('searchbox', { name: `Search ${path}` })
    const rows = page.getByRole('table').last().getByRole('row')
    const status = page.getByRole('status').filter({ hasText: noun })
    await expect(status).toHaveText(`${MANY + 1} ${path}`)

    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.pressSequentially('GRÖßE')
    await expect(status).toHaveText(`1 ${noun}`)
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('Größe der Kessel')
    await expect(search).toBeFocused()
    await expect(page).toHaveURL(`${winnow.url}/app/${path}?q=${encodeURIComponent('GRÖßE')}`)

    await page.reload()
    await expect(search).toHaveValue('GRÖßE')
    await expect(rows).toHaveCount(2)

    await search.fill('nothing of this name')
    await expect(page.getByText(`No ${noun} matches “nothing of this name”.`)).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(status).toHaveText(`${MANY + 1} ${path}`)
    await expect(search).toHaveValue('')
    await expect(page).toHaveURL(`${winnow.url}/app/${path}`)
  })

test('webhooks are found by their address, and sessions by their hosts', async ({ page, winnow }) => {
  for (const host of ['crm.example', 'mail.example']) {
    await winnow.call('/v1/webhooks', { json: { url: `https://${host}/in`, events: ['job.*'] } })
    await winnow.call('/v1/sessions', { json: { name: `At ${host.length}`, hosts: [host] } })
  }
  await page.goto(`${winnow.url}/app/webhooks`)
  const webhooks = page.getByRole('table', { name: 'Webhooks' }).getByRole('row')
  await expect(webhooks).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search webhooks' }).fill('CRM')
  await expect(webhooks).toHaveCount(2)
  await expect(webhooks.nth(1)).toContainText('crm.example')

  await page.goto(`${winnow.url}/app/sessions`)
  const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  await expect(sessions).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('mail')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.nth(1)).toContainText('mail.example')
})

test('runs are found by the name of their workflow, together with the other filters', async ({
  page,
  winnow,
}) => {
  for (const name of ['Kettles', 'Lamps']) {
    const nodes = [{ id: 'start', type: 'input' }]
    const workflow = await winnow.call('/v1/workflows', { json: { name, nodes, edges: [] } })
    const run = await winnow.call(`/v1/workflows/${workflow.json.id}/run`, { json: { input: {} } })
    await winnow.ended(`/v1/workflow-runs/${run.json.id}`)
  }
  await page.goto(`${winnow.url}/app/runs?q=kettles`)
  const runs = page.getByRole('table', { name: 'Runs' }).getByRole('row')
  await expect(runs).toHaveCount(2)
  await expect(runs.nth(1)).toContainText('Kettles')
  await page.getByLabel('State').selectOption('failed')
  await expect(page.getByText('No matching runs')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(runs).toHaveCount(3)
})
