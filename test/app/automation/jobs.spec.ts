import { startLocalSite } from '../../support/local-site.ts'
import { expect } from '../support/app.ts'
import { SHOP, test } from '../support/shop.ts'

test.use({ refused: [409, 400, 500] })

test('jobs are filtered by state and inspected, reparsed, retried and deleted', async ({
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

test('a job whose page does not answer shows its progress and is cancelled', async ({
  page,
  winnow,
  shop,
}) => {
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

test('a job that is attempted again says why the first attempt failed, but does not ask to try again', async ({
  page,
  winnow,
}) => {
  const site = await startLocalSite()
  site.on('/weak', (_request, response) => {
    site.on('/weak', () => undefined)
    response.writeHead(500).end()
  })
  const parser_id = await winnow.parser(SHOP, { name: 'shop' })
  const { id } = (await winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${site.url}/weak` } } }))
    .json
  await page.goto(`${winnow.url}/app/jobs/${id}`)
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline).toContainText('answered HTTP 500')
  await expect(timeline).toContainText('Attempt 2 of 3')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await winnow.call(`/v1/jobs/${id}/cancel`, { method: 'POST' })
  await site.close()
})

test('a job that fetched no page offers neither page nor reparse, and its full id can be copied', async ({
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
  await expect(page.getByText(/kept until/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reparse' })).toHaveCount(0)
  await expect(page.getByTitle(id)).toHaveText(`${id.slice(0, 10)}…${id.slice(-6)}`)
  await page.getByRole('button', { name: 'Copy the ID' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id)
})

test('the state of a job, batch or run is said to screen readers when it changes', async ({
  page,
  winnow,
  shop,
}) => {
  const parser_id = await winnow.parser(SHOP, { name: 'shop' })
  const input = { url: `${shop}/slow` }
  const job = await winnow.call('/v1/jobs', { json: { parser_id, input } })
  const batch = await winnow.call('/v1/batches', { json: { target: { parser_id }, items: [{ input }] } })
  const scrape = { operation: 'scrape', input: { parserId: parser_id, url: input.url } }
  const nodes = [
    { id: 'start', type: 'input' },
    { id: 'page', type: 'operation', config: scrape },
  ]
  const graph = { name: 'Slow', nodes, edges: [{ from: 'start', to: 'page' }] }
  const workflow = await winnow.call('/v1/workflows', { json: graph })
  const run = await winnow.call(`/v1/workflows/${workflow.json.id}/run`, { json: { input: {} } })
  for (const [list, route, { id }] of [
    ['jobs', 'jobs', job.json],
    ['batches', 'batches', batch.json],
    ['runs', 'workflow-runs', run.json],
  ] as const) {
    await page.goto(`${winnow.url}/app/${list}/${id}`)
    const state = page.getByRole('status').filter({ has: page.locator('[data-state]') })
    const element = await state.getByText(/^(Running|Fetching|Waiting)/).elementHandle()
    const region = await element!.evaluateHandle(word => word.closest('[role="status"]')!)
    await winnow.call(`/v1/${route}/${id}/cancel`, { method: 'POST' })
    await expect.poll(() => region.evaluate(({ textContent }) => textContent), list).toMatch(/^Cancell?ed/)
    expect(await region.evaluate(({ isConnected }) => isConnected)).toBe(true)
  }
})

test('the result, page and trace of a job, and the causes of a batch, are read again on request', async ({
  page,
  winnow,
  shop,
}) => {
  const parser_id = await winnow.parser(SHOP, { name: 'shop' })
  const { json } = await winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${shop}/kettle` } } })
  await winnow.ended(`/v1/jobs/${json.id}`)
  const items = [{ input: { url: `${shop}/nowhere` } }]
  const batch = (await winnow.call('/v1/batches', { json: { target: { parser_id }, items } })).json.id
  await winnow.ended(`/v1/batches/${batch}`)
  const views = /\/v1\/(jobs\/[^/]+\/(result|page|trace)|batches\/[^/]+\/failures)/
  const fail = () =>
    page.route(views, route =>
      route.fulfill({ status: 500, json: { error: 'The store could not be read.' } }),
    )
  const failure = page.getByRole('alert').filter({ hasText: 'The store could not be read.' })
  const readAgain = async () => {
    await expect(failure).toBeVisible()
    await page.unroute(views)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toHaveCount(0)
  }
  await fail()
  await page.goto(`${winnow.url}/app/jobs/${json.id}`)
  await readAgain()
  await expect(page.getByRole('tree')).toContainText('kettle')
  for (const [tab, shown] of [
    ['Page', page.frameLocator('iframe').getByRole('heading')],
    ['Trace', page.getByRole('table', { name: 'Trace' })],
  ] as const) {
    await fail()
    await page.getByRole('tab', { name: tab }).click()
    await readAgain()
    await expect(shown).toBeVisible()
  }
  await fail()
  await page.goto(`${winnow.url}/app/batches/${batch}`)
  await readAgain()
  await expect(page.getByRole('table', { name: 'Causes' })).toContainText('upstream_404')
})
