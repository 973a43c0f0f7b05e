import type { Locator, Page } from 'playwright/test'
import { startLocalSite } from '../../support/local-site.ts'
import { documentOf, type ShortNode } from '../../workflows/support/run-site.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { add, choose, node, pane, settings } from '../support/workflow-editor.ts'

// A click can miss an element that is still sliding in.
test.use({ contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] } })

/** Runs the workflow up to the selected node, and waits until it has ended. */
async function runToHere(page: Page, cost: string) {
  await settings(page).getByRole('button', { name: 'Run to here…' }).click()
  const drawer = page.getByRole('dialog', { name: /^Run to / })
  await expect(drawer.getByRole('region', { name: 'Cost' })).toContainText(cost)
  await drawer.getByRole('button', { name: 'Run to here', exact: true }).click()
  await expect(pane(page, 'Run').getByText('Completed', { exact: true })).toBeVisible()
  await expect(drawer).toHaveCount(0)
}

const SHOP = {
  name: 'Shop',
  schema: {
    fields: {
      title: { css: 'h1', required: true },
      price: { css: '.price', type: 'number' },
      seller: { css: '.seller', fields: { 'full name': 'b' } },
    },
  },
}
const PAGE = '<h1>Kettle</h1><b class="price">20</b><p class="seller"><b>Ada</b></p>'
const SCHEMA = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] }

test('from an empty folder, a workflow is built with the data of its nodes in view', async ({
  page,
  winnow,
}) => {
  const site = await startLocalSite()
  site.on('/kettle', { body: PAGE })
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  await winnow.call('/v1/parsers', { json: SHOP })
  const fetched = () => site.requests.filter(({ path }) => path === '/kettle').length

  await page.goto(`${winnow.url}/app/workflows/new`)
  await page.getByLabel('Name of the workflow').fill('Cheap kettles')
  await settings(page).getByLabel('Input schema').fill(JSON.stringify(SCHEMA))
  await add(page, 'scrape')
  await settings(page).getByRole('combobox', { name: 'Parser' }).click()
  await page.getByRole('option', { name: 'Shop' }).click()

  // A chosen path is inserted into the field that had the focus, also by keyboard.
  await settings(page).getByLabel('Page address').focus()
  await settings(page).getByRole('button', { name: 'input.url', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(settings(page).getByLabel('Page address')).toHaveValue('{{ input.url }}')
  await expect(node(page, 'scrape')).toContainText('Shop')

  // Before the first run, the fields are those of the chosen parser.
  await add(page, 'Filter')
  const input = pane(page, 'Input')
  await expect(input.getByText('No run yet.')).toBeVisible()
  await expect(input.getByRole('button', { name: 'item.price', exact: true })).toBeVisible()
  await expect(input.getByText('number')).toBeVisible()
  await settings(page).getByLabel('Condition').click()
  await input.getByRole('button', { name: 'item.price', exact: true }).click()
  await page.keyboard.type(' < 25')
  await expect(settings(page).getByLabel('Condition')).toHaveValue('item.price < 25')
  await expect(settings(page).getByText('A click inserts the path into “Condition”.')).toBeVisible()
  await expect(page.getByText('no problems')).toBeVisible()

  // The cost is shown first; after the run, the data is next to the node, and counts are on the edges.
  await settings(page).getByRole('button', { name: 'Run to here…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Run to Filter' })
  await expect(drawer.getByRole('region', { name: 'Cost' })).toContainText('scrape: 1 credit for each item')
  await drawer.getByLabel('url').fill(`${site.url}/kettle`)
  await drawer.getByRole('button', { name: 'Run to here', exact: true }).click()
  await expect(page).toHaveURL(/\/workflows\/wf_/)
  await expect(pane(page, 'Run')).toContainText('Run to Filter')
  await expect(pane(page, 'Run').getByText('1 credit')).toBeVisible()
  await choose(page, 'Filter')
  await expect(pane(page, 'Input').getByText('Item 1 of 1')).toBeVisible()
  await expect(pane(page, 'Input')).toContainText('Kettle')
  await expect(pane(page, 'Output')).toContainText('Kettle')
  await expect(page.getByLabel('From scrape to Filter, 1 item')).toHaveCount(1)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  // Pinned items replace the call, which is not made again and costs nothing.
  await choose(page, 'scrape')
  await pane(page, 'Output').getByRole('button', { name: 'Pin these items' }).click()
  await expect(node(page, 'scrape').getByLabel('Has pinned items')).toBeVisible()
  await choose(page, 'Filter')
  await add(page, 'Map')
  await settings(page).getByLabel('New item').click()
  await pane(page, 'Input').getByRole('button', { name: 'Fields of item.seller' }).click()
  await pane(page, 'Input').getByRole('button', { name: 'item.seller.`full name`', exact: true }).click()
  await expect(settings(page).getByLabel('New item')).toHaveValue('item.seller.`full name`')
  const [calls, { credits }] = [fetched(), (await winnow.admin('/admin/accounts')).json.data[0]]
  await runToHere(page, 'Free: nothing is called.')
  await expect(pane(page, 'Output')).toContainText('Ada')
  await expect(pane(page, 'Run').getByText('0 credits')).toBeVisible()
  expect([fetched(), (await winnow.admin('/admin/accounts')).json.data[0].credits]).toEqual([calls, credits])

  // A node that the last run did not reach still shows its newest data, also after a reload.
  await page.reload()
  await choose(page, 'scrape')
  await expect(pane(page, 'Output').getByText('Pinned', { exact: true })).toBeVisible()
  await expect(pane(page, 'Input')).toContainText('/kettle')
  await pane(page, 'Output').getByText('Pinned', { exact: true }).click()
  await expect(pane(page, 'Output')).toContainText('kept with your draft')
  await pane(page, 'Output').getByRole('button', { name: 'Unpin' }).click()
  await expect(node(page, 'scrape').getByLabel('Has pinned items')).toHaveCount(0)
  await site.close()
})

const CHAIN: ShortNode[] = [
  ['start', 'input'],
  ['each', 'for_each', { list: 'item.numbers' }],
  ['big', 'filter', { condition: 'nodes.each > 1' }],
  ['shape', 'map', { value: 'nodes.big * 2' }],
]

test('the address names the run that was last started', async ({ page, winnow }) => {
  const workflow = (await winnow.call('/v1/workflows', { json: documentOf({ nodes: CHAIN }) })).json.id
  const input = { numbers: [1, 2] }
  const trial = await winnow.call(`/v1/workflows/${workflow}/run`, { json: { dry_run: true, input } })
  await page.goto(`${winnow.url}/app/workflows/${workflow}?run=${trial.json.id}`)
  const line = pane(page, 'Run')
  await expect(line).toContainText('Dry run')
  await page.getByRole('button', { name: 'Run…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Run', exact: true })
  await drawer.getByLabel('Input').fill(JSON.stringify({ numbers: [3] }))
  await drawer.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(line).not.toContainText('Dry run')
  await expect(drawer).toHaveCount(0)
  const run = new URL(page.url()).searchParams.get('run')
  expect(run).not.toBe(trial.json.id)

  await page.reload()
  await expect(line.getByText('Completed', { exact: true })).toBeVisible()
  await expect(line).not.toContainText('Dry run')
  await line.getByRole('link', { name: 'Open run' }).click()
  await expect(page).toHaveURL(`${winnow.url}/app/runs/${run}`)
  await page.goBack()
  await expect(page).toHaveURL(`${winnow.url}/app/workflows/${workflow}?run=${run}`)
  await expect(line).not.toContainText('Dry run')

  // In a narrow window, the parts of the line of the run do not overlap.
  await page.setViewportSize({ width: 420, height: 760 })
  const boxOf = (part: Locator) => part.boundingBox().then(box => box!)
  const [cost, link] = [
    await boxOf(line.getByText('0 credits')),
    await boxOf(line.getByRole('link', { name: 'Open run' })),
  ]
  const areApart = cost.x + cost.width <= link.x || cost.y + cost.height <= link.y
  expect(areApart).toBe(true)

  // A run can be hidden.
  await line.getByRole('button', { name: 'Hide run' }).click()
  await expect(line).toHaveCount(0)
})

test('several nodes are selected, moved, copied into another workflow, and deleted', async ({
  page,
  winnow,
}) => {
  const make = async (name: string, nodes: ShortNode[]) =>
    (await winnow.call('/v1/workflows', { json: { ...documentOf({ nodes }), name } })).json.id
  const [from, to] = [await make('From', CHAIN), await make('To', CHAIN.slice(0, 1))]

  await page.goto(`${winnow.url}/app/workflows/${from}`)
  await choose(page, 'Filter')
  await node(page, 'Map').click({ modifiers: ['ControlOrMeta'] })
  await expect(settings(page).getByRole('heading', { name: '2 nodes selected' })).toBeVisible()
  const boxOfNode = () => node(page, 'Map').boundingBox()
  const before = await boxOfNode()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await boxOfNode())!.x).toBeGreaterThan(before!.x)
  await page.keyboard.press('ControlOrMeta+c')

  await page.goto(`${winnow.url}/app/workflows/${to}`)
  await expect(page.getByText('No problems')).toBeVisible()
  const checked = page.waitForResponse(/\/workflows\/validate$/)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(node(page, 'Map')).toBeInViewport({ ratio: 0.9 })
  await expect(settings(page).getByRole('heading', { name: '2 nodes selected' })).toBeVisible()
  await checked
  await expect(page.locator('[data-faulty]')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(node(page, 'Map 2')).toBeVisible()
  await settings(page).getByRole('button', { name: 'Duplicate' }).click()
  await expect(node(page, 'Map 3')).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Delete')
  await expect(node(page, 'Map 3')).toHaveCount(0)
  await expect(node(page, 'Map 2')).toBeVisible()

  // Dragging with Shift selects the nodes inside the rectangle.
  await page.getByRole('button', { name: 'Fit view' }).click()
  const [first, last] = [await node(page, 'Input').boundingBox(), await node(page, 'Map 2').boundingBox()]
  await page.keyboard.down('Shift')
  await page.mouse.move(first!.x - 20, first!.y - 10)
  await page.mouse.down()
  await page.mouse.move(last!.x + last!.width + 30, last!.y + last!.height + 10, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect(settings(page).getByRole('heading', { name: '5 nodes selected' })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  await page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } })
  await choose(page, 'Map 2')
  await expect(settings(page).getByLabel('New item')).toHaveValue('nodes.big_2 * 2')
})

test('templates are offered on the empty page and in a new workflow, and run on their samples offline', async ({
  page,
  winnow,
}) => {
  const usage = async () => (await winnow.call('/v1/usage')).json
  const before = await usage()
  await page.goto(`${winnow.url}/app/workflows`)
  const templates = pane(page, 'Templates')
  await expect(templates.getByRole('article')).toHaveCount(3)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await templates.getByRole('button', { name: 'Use Price drop' }).click()
  await expect(page).toHaveURL(/\/workflows\/wf_.+run=/)
  await expect(pane(page, 'Run').getByText('Completed', { exact: true })).toBeVisible()
  await expect(page.getByText('no problems')).toBeVisible()
  await expect(page.getByLabel('From Did it fall? to Report the drop, 1 item')).toHaveCount(1)
  await expect(node(page, 'Price so far').getByLabel('Has pinned items')).toBeVisible()
  await choose(page, 'Report the drop')
  await expect(pane(page, 'Input')).toContainText('Copper kettle')

  for (const [title, last] of [
    ['New comments', 'Keep new ones'],
    ['Channel watch', 'Keep the figures'],
  ]) {
    await page.goto(`${winnow.url}/app/workflows/new`)
    await templates.getByRole('button', { name: `Use ${title}` }).click()
    await expect(pane(page, 'Run').getByText('Completed', { exact: true })).toBeVisible()
    await choose(page, last!)
    await expect(pane(page, 'Input').getByText(/^Item 1 of \d+$/)).toBeVisible()
  }
  expect(await usage()).toEqual(before)
  for (const width of [420, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await seriousFindingsInBothThemes(page)).toEqual([])
  }

  // Once a new workflow is edited, templates are no longer offered.
  await page.goto(`${winnow.url}/app/workflows/new`)
  await expect(templates).toBeVisible()
  await page.getByLabel('Name of the workflow').fill('My own')
  await expect(templates).toHaveCount(0)
})

const storageFull = test.extend({ refused: [507] })

storageFull(
  'a template whose workflow cannot be saved leaves no parser and no database behind',
  async ({ page, winnow }) => {
    // The store is full only when the workflow is saved.
    const full = { error: 'There is no space left.', code: 'no_space', hint: 'Free some.' }
    await page.route('**/v1/workflows', (route, request) =>
      request.method() === 'POST' ? route.fulfill({ status: 507, json: full }) : route.continue(),
    )
    await page.goto(`${winnow.url}/app/workflows`)
    await pane(page, 'Templates').getByRole('button', { name: 'Use Price drop' }).click()
    await expect(page.getByText('There is no space left.')).toBeVisible()
    for (const kind of ['parsers', 'databases', 'workflows'])
      expect((await winnow.call(`/v1/${kind}`)).json.data, kind).toEqual([])
  },
)
