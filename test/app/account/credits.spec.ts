import { page as upload } from '../../extraction/support/upload.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'

const SCHEMA = { fields: { title: { css: 'h1', type: 'string' } } }

test('credits are added, appear in the ledger, and can be removed again', async ({ page, winnow }) => {
  const balance = async () => (await winnow.admin('/admin/credits')).json.balance
  await page.goto(`${winnow.url}/app/credits`)
  await page.getByRole('button', { name: 'Add credits' }).click()
  await page.getByLabel('Amount').fill('250')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const ledger = page.getByRole('table', { name: 'Ledger' })
  await expect(ledger.getByRole('row').filter({ hasText: '+250' })).toContainText('Granted')
  expect(await balance()).toBe(1_250)
  await expect(page.getByText('1,250').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(ledger.getByRole('row').filter({ hasText: '-250' })).toContainText('Removed')
  expect(await balance()).toBe(1_000)
})

test('the ledger can be scrolled to its end, filtered and searched', async ({ page, winnow }) => {
  const id = await winnow.parser(SCHEMA)
  const form = () => {
    const formData = new FormData()
    formData.append('html', new Blob(['<h1>Kettle</h1>']), 'page.html')
    return formData
  }
  const headers = { 'x-api-key': winnow.key }
  const parse = () => fetch(`${winnow.url}/v1/parse/${id}`, { method: 'POST', headers, body: form() })
  for (let i = 0; i < 30; i++) await Promise.all(Array.from({ length: 5 }, parse))
  const { data } = (await winnow.admin('/admin/ledger?limit=1&kind=capture')).json
  await page.goto(`${winnow.url}/app/credits`)
  const ledger = page.getByRole('table', { name: 'Ledger' })
  await expect(ledger, 'the ledger is not counted').toHaveAttribute('aria-rowcount', '-1')
  await expect(ledger.getByRole('row').nth(1)).toContainText('key')
  expect(await ledger.getByRole('row').count()).toBeLessThan(60)
  await ledger.locator('..').evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
  await expect(ledger).toHaveAttribute('aria-rowcount', '152')
  await ledger.locator('..').evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
  await expect(ledger.getByRole('row').last()).toContainText('the new account')

  await page.getByLabel('Kind of entry').selectOption({ label: 'Granted' })
  await expect(ledger.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox', { name: 'Search the ledger' }).fill(data[0].subject)
  await expect(ledger.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search the ledger' }).fill('nothing like it')
  await expect(page.getByText('No matching entries.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Credits per day by operation' })).toBeVisible()
})

test('the chart of spent credits has one entry per day without gaps', async ({ page, winnow }) => {
  const id = await winnow.parser(SCHEMA)
  await winnow.call(`/v1/parse/${id}`, upload('<h1>Kettle</h1>'))
  await page.goto(`${winnow.url}/app/credits`)
  await page.getByText('Show as a table').click()
  const days = page.getByRole('table', { name: 'Credits per day by operation' }).getByRole('rowheader')
  const today = Date.now()
  const form = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const daysAgo = (count: number) => form.format(today - count * 86_400_000)
  const chart = page.getByRole('img', { name: 'Credits per day by operation' })
  await expect(chart.locator('text').filter({ hasText: daysAgo(0) }), 'the newest day is named').toBeVisible()
  await expect(days).toHaveText(Array.from({ length: 30 }, (_, at) => daysAgo(29 - at)))
})

test('an account is given a monthly grant and made unlimited', async ({ page, winnow }) => {
  const account = async () => (await winnow.admin('/admin/accounts')).json.data[0]
  await page.goto(`${winnow.url}/app/credits`)
  await page.getByLabel('Monthly grant').fill('300')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await account()).monthly_grant).toBe(300)
  await page.getByRole('switch', { name: 'Unlimited' }).click()
  await expect(page.getByText('unlimited', { exact: true })).toBeVisible()
  expect((await account()).unlimited).toBe(true)
  await expect(page.getByRole('contentinfo')).toContainText('unlimited credits')
})

test('while an account is made unlimited, the switch shows it, and the grant can still be saved', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/credits`)
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/accounts/default', async route => {
    await held.promise
    await route.continue()
  })
  const unlimited = page.getByRole('switch', { name: 'Unlimited' })
  await page.getByLabel('Monthly grant').fill('300')
  await unlimited.click()
  await expect(unlimited).toBeChecked()
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  held.resolve()
  await expect(page.getByText('unlimited', { exact: true })).toBeVisible()
  await expect(unlimited).toBeChecked()
})

test('the field for the monthly grant follows a change made elsewhere until it is edited', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/credits`)
  const field = page.getByLabel('Monthly grant')
  await expect(field).toHaveValue('0')
  const grant = (monthly_grant: number) => winnow.admin('/admin/accounts/default', { monthly_grant })
  await grant(300)
  await expect(field).toHaveValue('300')
  await field.fill('500')
  await grant(400)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await winnow.admin('/admin/accounts')).json.data[0].monthly_grant).toBe(500)
  await grant(600)
  await expect(field).toHaveValue('600')
})

test('adding credits passes the accessibility check', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/credits`)
  await page.getByRole('button', { name: 'Add credits' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})

test('one credit is written in the singular', async ({ page, winnow }) => {
  await winnow.admin('/admin/keys', { name: 'small', monthly_cap: 1 })
  const parser = await winnow.parser(SCHEMA)
  await winnow.call(`/v1/parse/${parser}`, upload('<h1>Kettle</h1>'))
  await page.goto(`${winnow.url}/app/credits`)
  await page.getByRole('button', { name: 'Add credits' }).click()
  await page.getByLabel('Amount').fill('1')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('1 credit added to default.')).toBeVisible()
  await page.goto(`${winnow.url}/app/keys`)
  await expect(page.getByRole('row', { name: 'small' })).toContainText('0 of 1 credit, 0 calls')
})

test('the reference of an entry opens the job or the workflow run that was paid for', async ({
  page,
  winnow,
}) => {
  const parser = await winnow.parser(SCHEMA)
  const input = { html: '<h1>Kettle</h1>' }
  const job = (await winnow.call('/v1/jobs', { json: { type: 'parse', parser_id: parser, input } })).json.id
  await winnow.ended(`/v1/jobs/${job}`)
  const nodes = [
    { id: 'input', type: 'input' },
    { id: 'read', type: 'operation', config: { operation: 'parse', input: { parserId: parser, ...input } } },
  ]
  const edges = [{ from: 'input', to: 'read' }]
  const workflow = await winnow.call('/v1/workflows', { json: { name: 'Titles', nodes, edges } })
  const run = (await winnow.call(`/v1/workflows/${workflow.json.id}/run`, { json: {} })).json.id
  await winnow.ended(`/v1/workflow-runs/${run}`)
  for (const [id, path] of [
    [job, `/jobs/${job}`],
    [run, `/runs/${run}?step=read`],
  ]) {
    await page.goto(`${winnow.url}/app/credits`)
    const ledger = page.getByRole('table', { name: 'Ledger' })
    await ledger.locator(`[title^="${id}"]`).getByRole('link').click()
    await expect(page).toHaveURL(`${winnow.url}/app${path}`)
  }
})

test('an amount below zero is said to be removed', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/credits`)
  await page.getByRole('button', { name: 'Add credits' }).click()
  await page.getByLabel('Amount').fill('-100')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('100 credits removed from default.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table', { name: 'Ledger' }).getByRole('row', { name: '+100' })).toBeVisible()
})
