import type { Page } from 'playwright/test'
import { startLocalSite } from '../../support/local-site.ts'
import { test as base, expect, FETCHES_HERE } from '../support/app.ts'

/** More than the number of connections that a browser opens to one host. */
const WINDOWS = 8

/** The service may fetch from a site of this machine, which never answers. */
const test = base.extend<{ jobs: string[] }>({
  settings: FETCHES_HERE,
  jobs: async ({ winnow }, use) => {
    const site = await startLocalSite()
    site.on('/slow', () => undefined)
    const parser_id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'shop' })
    const make = (_: unknown, at: number) =>
      winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${site.url}/slow?${at}` } } })
    const made = await Promise.all(Array.from({ length: WINDOWS }, make))
    await use(made.map(({ json }) => json.id))
    await site.close()
  },
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('eight windows with open jobs share one stream of updates, and all of them show changes', async ({
  context,
  page: first,
  winnow,
  jobs,
}) => {
  const streams: string[] = []
  context.on('request', request => {
    if (/\/(updates|events)$/.test(new URL(request.url()).pathname)) streams.push(request.url())
  })
  const windows: Page[] = []
  for (const [at, id] of jobs.entries()) {
    const page = at ? await context.newPage() : first
    await page.goto(`${winnow.url}/app/jobs/${id}`)
    await expect(page.getByRole('button', { name: 'Cancel job' })).toBeVisible()
    windows.push(page)
  }
  expect(streams).toEqual([`${winnow.url}/v1/updates`])

  for (const id of jobs) await winnow.call(`/v1/jobs/${id}/cancel`, { method: 'POST' })
  for (const page of windows) await expect(page.getByText('Finished: cancelled')).toBeVisible()
  for (const page of windows) {
    await page.getByRole('link', { name: 'Keys' }).click()
    await expect(heading(page, 'Keys')).toBeVisible()
  }

  // Another window opens a new stream.
  await first.goto('about:blank')
  await winnow.admin('/admin/keys', { name: 'from the command line' })
  for (const page of windows.slice(1))
    await expect(page.getByRole('row', { name: 'from the command line' })).toBeVisible()
  expect(streams).toEqual([`${winnow.url}/v1/updates`, `${winnow.url}/v1/updates`])
})
