import type { Locator, Page } from 'playwright/test'
import { expect, test } from './support/app.ts'

test.use({ refused: [500] })

const FAILURE = { error: 'The store could not be read.', hint: 'Try again.' }

/** Holds the answers at a path. Returns a function that releases them, as failures if it is told so. */
async function holdAnswers(page: Page, path: RegExp) {
  const { promise, resolve } = Promise.withResolvers<'answer' | 'fail'>()
  await page.route(path, async route => {
    const release = await promise
    await (release === 'fail' ? route.fulfill({ status: 500, json: FAILURE }) : route.continue())
  })
  return resolve
}

const loading = (place: Page | Locator) => place.getByRole('status', { name: 'Loading' }).first()

interface Claim {
  path: string
  held: RegExp
  /** Must not be shown before the data is there, nor after its request failed. */
  claim: string
  open?: (page: Page) => Promise<unknown>
  whileHeld: (page: Page) => Locator
  afterFailure: (page: Page) => Locator
}

const alert = (page: Page) => page.getByRole('alert').first()

const CLAIMS: Claim[] = [
  {
    path: 'keys',
    held: /\/admin\/keys\/usage/,
    claim: '0 credits, 0 calls',
    whileHeld: page =>
      page.getByRole('row', { name: 'nightly' }).getByRole('cell', { name: '…', exact: true }),
    afterFailure: alert,
  },
  {
    path: 'connect/browser',
    held: /\/admin\/keys\?/,
    claim: 'None yet',
    whileHeld: page => loading(page.getByRole('region', { name: 'Paired browsers' })),
    afterFailure: alert,
  },
  {
    path: 'connect',
    held: /\/admin\/calls\?/,
    claim: 'None yet',
    whileHeld: page => page.getByText('Loading…'),
    afterFailure: page => page.getByText('The calls could not be read'),
  },
  {
    path: 'credits',
    held: /\/admin\/accounts/,
    claim: 'for new calls',
    whileHeld: loading,
    afterFailure: alert,
  },
  {
    path: 'jobs?state=failed',
    held: /\/admin\/saved-requests/,
    claim: 'No views yet',
    open: page => page.getByRole('button', { name: 'Views' }).click(),
    whileHeld: page => loading(page.getByRole('dialog', { name: 'Views' })),
    afterFailure: alert,
  },
]

test('a page does not say that there is nothing before its data is there, nor if that cannot be read', async ({
  page,
  winnow,
}) => {
  await winnow.keyFor('default', { name: 'nightly', scopes: ['read'] })
  for (const { path, held, claim, open, whileHeld, afterFailure } of CLAIMS) {
    const release = await holdAnswers(page, held)
    await page.goto(`${winnow.url}/app/${path}`)
    await open?.(page)
    await expect(whileHeld(page), path).toBeVisible()
    await expect(page.getByText(claim), path).toBeHidden()
    release('fail')
    await expect(afterFailure(page), path).toBeVisible()
    await expect(page.getByText(claim), path).toBeHidden()
    await page.unroute(held)
  }
})

test('a new collection shows that its form is loading, and why it cannot be loaded', async ({
  page,
  winnow,
}) => {
  const release = await holdAnswers(page, /\/admin\/operations$/)
  await page.goto(`${winnow.url}/app/databases/collect`)
  const what = page.getByRole('region', { name: 'What' })
  await expect(loading(what)).toBeVisible()
  release('fail')
  await expect(what.getByRole('alert')).toContainText(FAILURE.error)
  await page.unrouteAll()
  await what.getByRole('button', { name: 'Try again' }).click()
  await expect(what.getByRole('combobox', { name: 'Parser or API' })).toBeVisible()
  await expect(what.getByRole('alert')).toBeHidden()
})

test('the overview says which parts of its health could not be read', async ({ page, winnow }) => {
  const release = await holdAnswers(page, /\/admin\/(storage|diagnostics|platforms)$/)
  await page.goto(`${winnow.url}/app/`)
  const health = page.getByRole('region', { name: 'Health' })
  await expect(health.locator('.mantine-Skeleton-root')).toHaveCount(3)
  release('fail')
  await expect(health.getByText('Could not be read')).toHaveCount(3)
  await expect(health.locator('.mantine-Skeleton-root')).toHaveCount(0)
})

test('filters show what they filter by before its name is there', async ({ page, winnow }) => {
  const parser_id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Kettles' })
  const items = [{ input: { url: 'https://shop.example/kettle' } }]
  const { json: batch } = await winnow.call('/v1/batches', {
    json: { name: 'Night round', target: { parser_id }, items },
  })
  const release = await holdAnswers(page, /\/admin\/operations$|\/v1\/parsers\?/)
  await page.goto(`${winnow.url}/app/jobs?state=failed&parser_id=${parser_id}&batch_id=bat_older`)
  const target = page.getByRole('combobox', { name: 'Parser or API' })
  const batches = page.getByRole('combobox', { name: 'Batch' })
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('failed')
  await expect(target).toHaveValue(parser_id)
  await expect(batches).toHaveValue('bat_older')
  await target.fill('cups')
  await expect(page.getByText('Names are still loading…')).toBeVisible()
  await batches.fill('cups')
  await expect(page.getByText('No matching batch')).toBeVisible()
  await batches.fill('round')
  await page.getByRole('option', { name: 'Night round' }).click()
  await expect(page).toHaveURL(new RegExp(batch.id))
  release('answer')
  await expect(target).toHaveValue('Kettles')
})

test('a search that somebody types stays when the name of the chosen record arrives', async ({
  page,
  winnow,
}) => {
  const parser_id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Kettles' })
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Cups' })
  const release = await holdAnswers(page, /\/v1\/parsers\?/)
  // Without a filter, a page that has no jobs shows an example in place of its filters.
  await page.goto(`${winnow.url}/app/jobs?state=failed&parser_id=${parser_id}`)
  const target = page.getByRole('combobox', { name: 'Parser or API' })
  await expect(target).toHaveValue(parser_id)
  await target.fill('Cu')
  release('answer')
  await expect(page.getByRole('option', { name: 'Cups' })).toBeVisible()
  await expect(target).toHaveValue('Cu')
  await target.press('Tab')
  await expect(target, 'the name that arrived').toHaveValue('Kettles')
  await target.fill('Cu')
  await page.getByRole('option', { name: 'Cups' }).click()
  await expect(target).toHaveValue('Cups')
  await page.locator('[aria-label="Any parser or API"]').click()
  await expect(target).toHaveValue('')
})

test('lists of names say where they end', async ({ page, winnow }) => {
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Kettles' })
  const [parser] = (await winnow.call('/v1/parsers')).json.data
  let count = 0
  await page.route(/\/v1\/parsers\?/, route => {
    if (new URL(route.request().url()).searchParams.has('q'))
      return route.fulfill({ json: { data: [], has_more: false, next_cursor: null } })
    const data = Array.from({ length: 100 }, () => ({
      ...parser,
      id: `prs_${count}`,
      name: `Shop ${count++}`,
    }))
    return route.fulfill({ json: { data, has_more: true, next_cursor: 'next' } })
  })
  await page.goto(`${winnow.url}/app/jobs?state=failed`)
  const target = page.getByRole('combobox', { name: 'Parser or API' })
  await target.click()
  await expect(page.getByText('The newest 1,000 parsers; type to find others')).toBeVisible()
  await target.fill('kettles of long ago')
  await expect(page.getByText('No matches', { exact: true })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByLabel('Find', { exact: true })
  await search.fill('shop 1')
  const end = page.locator('.mantine-Spotlight-actionsGroup').last()
  await expect(end).toHaveCSS('--spotlight-label', /The first 40 of [\d,]+; type more/)
  await search.fill('shop 111')
  await expect(end).toHaveCSS('--spotlight-label', /only the newest 1,000 names are searched/)
  await search.fill('kettles of long ago')
  // The first one is read by screen readers only.
  await expect(page.getByText('No matches among the newest 1,000').last()).toBeVisible()
})

test('no form can be sent before it holds what it is going to show', async ({ page, winnow }) => {
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const docs = await holdAnswers(page, /\/admin\/operations\/videosite-channel$/)
  await page.goto(`${winnow.url}/app/playground/videosite-channel`)
  await expect(send).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+Enter')
  docs('answer')
  await expect(page.getByTitle('The form holds an invented example.')).toBeVisible()
  await expect(send).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  await expect(page.getByText('Calls that you send appear here')).toBeVisible()

  const { json: workflow } = await winnow.call('/v1/workflows', {
    json: {
      name: 'Watch',
      input_schema: { type: 'object', properties: { page: { type: 'string' } } },
      nodes: [{ id: 'start', type: 'input' }],
      edges: [],
    },
  })
  const { json: run } = await winnow.call(`/v1/workflows/${workflow.id}/run`, {
    json: { input: { page: 'teapot' } },
  })
  await winnow.ended(`/v1/workflow-runs/${run.id}`)
  const runs = await holdAnswers(page, /\/v1\/workflow-runs\?/)
  await page.goto(`${winnow.url}/app/workflows/${workflow.id}?drawer=run`)
  const drawer = page.getByRole('dialog', { name: 'Run', exact: true })
  await expect(drawer.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  runs('answer')
  await expect(drawer.getByLabel('page', { exact: true })).toHaveValue('teapot')
  await drawer.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(drawer).toBeHidden()
  const [last] = (await winnow.call('/v1/workflow-runs')).json.data
  expect(last.input).toEqual({ page: 'teapot' })
  expect(last.id).not.toBe(run.id)
})

test('the items of a batch are previewed only once the fields of its API are known', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/batches/new`)
  const target = page.getByRole('combobox', { name: 'Parser or API' })
  await target.fill('videosite-channel')
  await page.getByRole('option', { name: 'videosite-channel', exact: true }).click()
  await page.getByLabel('Items, one per line').fill('@someone')
  await expect(page.getByRole('table', { name: 'Will run' })).toContainText('@someone')

  const previews: string[] = []
  page.on('request', request => {
    if (request.url().includes('/admin/batches/preview')) previews.push(request.postData() ?? '')
  })
  const release = await holdAnswers(page, /\/admin\/operations$/)
  await page.reload()
  await expect(target).toHaveValue('videosite-channel')
  await expect(loading(page)).toBeVisible()
  release('answer')
  await expect(page.getByRole('table', { name: 'Will run' })).toContainText('@someone')
  expect(previews.filter(body => body.includes('"url"'))).toEqual([])
})
