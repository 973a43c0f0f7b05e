import { startLocalSite } from '../../support/local-site.ts'
import type { TestApp } from '../../support/start-app.ts'
import { documentOf, type ShortNode, scrapeEach } from '../../workflows/support/run-site.ts'
import { test as base, expect, FETCHES_HERE } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'

/** The service may fetch from a site of this machine, whose page `/late` has no heading at first. */
const test = base.extend<{ site: Awaited<ReturnType<typeof startLocalSite>> }>({
  settings: FETCHES_HERE,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  site: async ({}, use) => {
    const site = await startLocalSite()
    site.on('/kettle', { body: '<h1>Kettle</h1>' })
    site.on('/late', { body: '<p>Not yet</p>' })
    site.on('/slow', () => undefined)
    await use(site)
    await site.close()
  },
})

// 404: the update about a deletion may arrive before the page of the record is left.
test.use({ refused: [404] })

async function start(winnow: TestApp, site: string, paths: string[]) {
  const parser = await winnow.parser({ fields: { title: { css: 'h1', required: true } } })
  const nodes: ShortNode[] = [
    ...scrapeEach(parser, { name: 'Read the product' }),
    ['title', 'map', { value: 'item.title' }],
  ]
  const workflow = await winnow.call('/v1/workflows', { json: { ...documentOf({ nodes }), name: 'Titles' } })
  const input = { urls: paths.map(path => site + path) }
  return (await winnow.call(`/v1/workflows/${workflow.json.id}/run`, { json: { input } })).json.id as string
}

test('a run is found, its failed item shows the cause, and only that item is retried', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/runs`)
  await expect(page.getByText('A run passes items through')).toBeVisible()
  const id = await start(winnow, site.url, ['/kettle', '/late', '/kettle?2'])
  await winnow.ended(`/v1/workflow-runs/${id}`)

  const runs = page.getByRole('table', { name: 'Runs' })
  await expect(runs.getByRole('row')).toHaveCount(2)
  await page.getByLabel('State').selectOption('failed')
  await expect(page.getByText('No matching runs')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(runs.getByRole('row').nth(1)).toContainText('Completed, 1 failed')
  await expect(runs.locator('[data-state]')).toHaveAttribute('data-state', 'warn')
  await runs.getByRole('row').nth(1).click()

  const steps = page.getByRole('table', { name: 'Steps' })
  await expect(steps.getByRole('row')).toHaveCount(5)
  await expect(steps.getByRole('row').nth(3)).toContainText('Completed, 1 failed')
  await expect(steps.getByTitle('Read the product · page')).toHaveText('▸ Read the product page')
  await expect(steps.getByTitle('Map · title')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Items of Read the product' })).toBeVisible()
  const items = page.getByRole('table', { name: 'Items' })
  await expect(items).toContainText('/late')
  await expect(items.getByRole('row')).toHaveCount(2)
  await items.getByRole('row').nth(1).click()
  await expect(page.getByRole('dialog')).toContainText('required_missing')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Test the parser on this page')
  const call = page.getByRole('region', { name: 'Call' })
  await expect(call).toContainText('422 required_missing')
  const [failedCall] = (await winnow.call('/v1/calls?failed=true')).json.data
  await expect(call.getByTitle(failedCall.id)).toBeVisible()
  await expect(call.getByRole('link', { name: 'test' })).toHaveAttribute('href', /\/parsers\/prs_/)
  await expect(page.getByRole('link', { name: 'Open the page' })).toHaveAttribute('href', `${site.url}/late`)
  await page.keyboard.press('Escape')
  await page.getByText('Out 2').click()
  await expect(items.getByRole('row')).toHaveCount(3)
  await steps.getByRole('row').nth(4).click()
  await expect(page).toHaveURL(/step=title/)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await pictures(page, 'run')

  site.on('/late', { body: '<h1>Late</h1>' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('menuitem', { name: 'Only 1 failed item' }).first().click()
  await expect(page.getByRole('link', { name: 'an earlier run' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1 credit')
  await expect(page.getByText('"Late"').last()).toBeVisible()
})

test('a run whose page does not answer shows its progress, is cancelled and deleted', async ({
  page,
  winnow,
  site,
}) => {
  const id = await start(winnow, site.url, ['/slow'])
  await page.goto(`${winnow.url}/app/runs/${id}`)
  const step = page.getByRole('table', { name: 'Steps' }).getByRole('row').filter({ hasText: 'page' })
  await expect(step).toContainText('Running')
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
  await expect(step).toContainText('Cancelled')
  await page.getByRole('tab', { name: 'Output' }).click()
  await expect(page.getByText('No output: the run was cancelled.')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete run' }).click()
  await expect(page).toHaveURL(/\/app\/runs$/)
  await expect(page.getByText('A run passes items through')).toBeVisible()
})

test('a filter shows which items it passed on and which it rejected', async ({ page, winnow, site }) => {
  const parser = await winnow.parser({ fields: { title: { css: 'h1', required: true } } })
  const filter = ['cheap', 'filter', { condition: 'item.title = "Pot"' }] as [string, string, object]
  site.on('/pot', { body: '<h1>Pot</h1>' })
  const document = { ...documentOf({ nodes: [...scrapeEach(parser), filter] }), name: 'Pots' }
  const { id: workflow } = (await winnow.call('/v1/workflows', { json: document })).json
  const input = { urls: ['/pot', '/kettle', '/kettle?2'].map(path => site.url + path) }
  const { id } = (await winnow.call(`/v1/workflows/${workflow}/run`, { json: { input } })).json
  await winnow.ended(`/v1/workflow-runs/${id}`)
  await page.goto(`${winnow.url}/app/runs/${id}?step=cheap`)
  const step = page.getByRole('table', { name: 'Steps' }).getByRole('row').filter({ hasText: 'cheap' })
  await expect(step).toContainText('1 out, 2 rejected')
  await page.getByText('Rejected 2').click()
  await expect(page.getByRole('table', { name: 'Items' }).getByRole('row')).toHaveCount(3)
  await page.goto(`${winnow.url}/app/workflows/${workflow}?run=${id}`)
  await expect(page.getByText('3 items → 1 out, 2 rejected')).toBeVisible()
})

test('a run in which every item failed is red, names the failed node, and only that node is red', async ({
  page,
  winnow,
  site,
}) => {
  const id = await start(winnow, site.url, ['/late', '/late?2'])
  await winnow.ended(`/v1/workflow-runs/${id}`)
  await page.goto(`${winnow.url}/app/runs`)
  await expect(page.getByRole('table', { name: 'Runs' }).locator('[data-state]')).toHaveAttribute(
    'data-state',
    'bad',
  )
  await page.goto(`${winnow.url}/app/runs/${id}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('node page')
  const dots = page
    .getByRole('table', { name: 'Steps' })
    .getByRole('cell')
    .locator('[class*=state][data-state]')
  await expect(dots).toHaveCount(4)
  const dotStates = await dots.evaluateAll(all => all.map(dot => dot.getAttribute('data-state')))
  expect(dotStates).toEqual(['good', 'good', 'bad', 'quiet'])
})

test('a step that lacks items says so, and why that can be', async ({ page, winnow }) => {
  const nodes = [
    { id: 'input', type: 'input' },
    { id: 'each', type: 'for_each', config: { list: '[1..10001]' } },
  ]
  const edges = [{ from: 'input', to: 'each' }]
  const workflow = (await winnow.call('/v1/workflows', { json: { name: 'Numbers', nodes, edges } })).json.id
  const run = (await winnow.call(`/v1/workflows/${workflow}/run`, { json: {} })).json.id
  await winnow.ended(`/v1/workflow-runs/${run}`)
  await page.goto(`${winnow.url}/app/runs/${run}`)
  const why = /Items are missing: a list or database has more than/
  const step = page.getByRole('table', { name: 'Steps' }).getByRole('row').nth(2)
  const left = step.getByText('10,000, incomplete')
  await expect(left).toHaveAttribute('title', why)
  expect(await left.evaluate(({ parentElement: cell }) => cell!.scrollWidth - cell!.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1024, height: 640 })
  const table = step.locator('xpath=ancestor::*[@role="table"]/..')
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const items = page.getByRole('region', { name: 'Items of For each' })
  await expect(items.getByText(why)).toBeVisible()
  await page.goto(`${winnow.url}/app/workflows/${workflow}`)
  const node = page.getByLabel('Node For each', { exact: true }).first()
  await expect(node.getByTitle(why)).toHaveText('Incomplete: 1 item → 10,000')
})
