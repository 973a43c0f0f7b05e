import { startLocalSite } from '../support/local-site.ts'
import type { TestApp } from '../support/start-app.ts'
import { test as base, expect, FETCHES_HERE } from './support/app.ts'
import { seriousFindingsInBothThemes, settleAnimations } from './support/axe.ts'

/** The service may fetch from a site of this machine: `/bare` has no heading, `/slow` does not answer. */
const test = base.extend<{ site: Awaited<ReturnType<typeof startLocalSite>> }>({
  settings: FETCHES_HERE,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  site: async ({}, use) => {
    const site = await startLocalSite()
    site.on('/kettle', { body: '<h1>Kettle</h1>' })
    site.on('/bare', { body: '<p>Nothing</p>' })
    site.on('/slow', () => undefined)
    await use(site)
    await site.close()
  },
})

async function batchOf(winnow: TestApp, addresses: string[]): Promise<string> {
  const parser_id = await winnow.parser(
    { fields: { title: { css: 'h1', required: true } } },
    { name: 'Headings' },
  )
  const items = addresses.map(url => ({ input: { url } }))
  return (await winnow.call('/v1/batches', { json: { target: { parser_id }, items } })).json.id
}

test('an error shows its cause and links to its parser and job, and a batch counts what failed', async ({
  page,
  winnow,
  site,
}) => {
  const batch = await batchOf(
    winnow,
    ['/kettle', '/bare', '/bare?2'].map(path => site.url + path),
  )
  await winnow.ended(`/v1/batches/${batch}`)
  await page.goto(`${winnow.url}/app/`)
  await expect(page.getByRole('region', { name: 'Usage' })).toContainText('66.7%')
  await expect(page.getByRole('region', { name: 'Usage' }).getByText('Average time')).toBeVisible()
  const errors = page.getByRole('table', { name: 'Errors' })
  await expect(errors.getByRole('row')).toHaveCount(2)
  const topOf = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())!.y
  expect(await topOf('Addresses')).toBeGreaterThan(await topOf('Errors of the last'))
  const row = errors.getByRole('row').nth(1)
  await expect(row).toContainText('422 required_missing')
  await expect(row.getByRole('cell').first()).toHaveText('2')
  await expect(row.getByRole('link', { name: 'Headings' })).toHaveAttribute('href', /\/parsers\/prs_/)
  await row.getByRole('cell').first().click()
  const drawer = page.getByRole('dialog', { name: 'Error' })
  await expect(drawer.getByRole('link', { name: 'Open the job' })).toHaveCount(2)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await drawer.getByRole('link', { name: 'Open the job' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('/bare')
  await expect(page.getByRole('main')).toContainText('required_missing')

  await page.getByRole('link', { name: 'Batches' }).click()
  const batchRow = page.getByRole('table', { name: 'Batches' }).getByRole('row').nth(1)
  await expect(batchRow).toContainText('3 items of Headings')
  await expect(batchRow).toContainText('Completed, 2 failed')
})

test('the footer counts what is running, and first steps stay until they are dismissed', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/`)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link', { name: 'Connect AI' })).toBeVisible()
  const batch = await batchOf(winnow, [`${site.url}/slow`, `${site.url}/slow?2`])
  await expect(page.getByText('2 jobs and 1 batch running')).toBeVisible()
  await winnow.call(`/v1/batches/${batch}/cancel`, { method: 'POST' })
  await expect(page.getByText('1 batch running')).toHaveCount(0)
  await page.reload()
  // Two steps are done: the batch used a key and a parser, but no prebuilt API.
  await expect(steps.getByText('done')).toHaveCount(2)
  const [{ api_id }] = (await winnow.admin('/admin/samples')).json.data
  const { asked, pages } = (await winnow.admin(`/admin/samples/${api_id}`)).json
  const body = new FormData()
  for (const [name, value] of Object.entries(asked)) body.append(name, String(value))
  for (const { name, text, content_type } of pages)
    body.append('page', new File([text], name, { type: content_type }))
  await winnow.call(`/v1/extract/${api_id}`, { body })
  await expect(steps.getByText('done')).toHaveCount(3)
  await steps.getByRole('button', { name: 'Dismiss' }).click()
  await expect(steps).toHaveCount(0)
  const signs = [/source=mcp/, /spans=90$/, /\/admin\/keys\?/, /\/v1\/parsers\?/, /\/admin\/operations$/]
  const loaded = Promise.all(signs.map(sign => page.waitForResponse(sign)))
  await page.reload()
  await loaded
  await expect(page.getByRole('heading', { name: 'Addresses' })).toBeVisible()
  await settleAnimations(page)
  await expect(steps).toHaveCount(0)
})

test('a batch that still runs is shown however many newer ones have ended', async ({
  page,
  winnow,
  site,
}) => {
  const parser_id = await winnow.parser({ fields: { title: 'h1' } })
  const batchTo = async (name: string, path: string) => {
    const items = [{ input: { url: site.url + path } }]
    return (await winnow.call('/v1/batches', { json: { name, target: { parser_id }, items } })).json.id
  }
  await batchTo('Night round', '/slow')
  for (let at = 0; at < 10; at++) await winnow.ended(`/v1/batches/${await batchTo(`Round ${at}`, '/kettle')}`)
  await page.goto(`${winnow.url}/app/`)
  const running = page.getByRole('table', { name: 'Batches' })
  await expect(running.getByRole('link', { name: 'Night round' })).toBeVisible()
  await expect(running.getByRole('row')).toHaveCount(2)
})

test('what runs is counted in full where only the newest are listed', async ({ page, winnow, site }) => {
  const parser_id = await winnow.parser({ fields: { title: 'h1' } })
  for (let at = 0; at < 11; at++) {
    const items = [{ input: { url: `${site.url}/slow?${at}` } }]
    await winnow.call('/v1/batches', { json: { target: { parser_id }, items } })
  }
  await page.goto(`${winnow.url}/app/`)
  await expect(page.getByText('The newest 10 of 11.')).toBeVisible()
  await page.getByRole('link', { name: 'All batches' }).click()
  await expect(page.getByRole('table', { name: 'Batches' }).getByRole('row')).toHaveCount(12)
})
