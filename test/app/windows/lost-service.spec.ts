import type { BrowserContext, Page } from 'playwright/test'
import { freePort } from '../../support/free-port.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { type ServedApp, startServedApp } from '../../support/served-app.ts'
import { expect, name, test } from '../support/app.ts'

/** Signs a browser in, and opens each page in a window of its own. */
async function openWindows(context: BrowserContext, served: ServedApp, paths: string[]): Promise<Page[]> {
  const { address } = (await served.admin('/admin/windows', {})).json
  await context.request.get(address, { maxRedirects: 0 })
  const pages: Page[] = []
  for (const path of paths) {
    const page = await context.newPage()
    await page.goto(`${served.url}/app/${path}`)
    pages.push(page)
  }
  return pages
}

const reconnecting = (page: Page) => page.getByText('Reconnecting…')

test('three windows reconnect when a killed service is back, and keep what was typed', async ({
  browser,
}) => {
  const served = await startServedApp({ port: await freePort() })
  const context = await browser.newContext()
  const windows = await openWindows(context, served, ['crons/new', 'jobs', 'parsers'])
  const [form, jobs, parsers] = windows as [Page, Page, Page]
  await name(form).fill('Night round')
  await expect(jobs.getByRole('heading', { name: 'Jobs' })).toBeVisible()

  process.kill(served.pid(), 'SIGKILL')
  for (const page of windows) await expect(reconnecting(page)).toBeVisible()
  await jobs.getByRole('link', { name: 'Databases' }).click()
  await served.restart()

  for (const page of windows) await expect(reconnecting(page)).toHaveCount(0)
  await expect(name(form)).toHaveValue('Night round')
  await expect(jobs.getByRole('heading', { name: 'Databases' })).toBeVisible()
  await served.parser({ fields: { title: 'h1' } }, { name: 'Kettles of the shop' })
  await expect(parsers.getByText('Kettles of the shop')).toBeVisible()
  await parsers.getByRole('link', { name: 'Settings' }).click()
  await expect(parsers.getByLabel('Port', { exact: true })).toHaveValue(new URL(served.url).port)
  await form.reload()
  await expect(name(form)).toHaveValue('Night round')
  for (const page of windows) await expect(page.getByRole('alert')).toHaveCount(0)
  await context.close()
  await served.stop()
})

test('a call made while the service is down is not sent later, and a page that cannot be opened says so', async ({
  browser,
}) => {
  const served = await startServedApp({ port: await freePort(), proxy: null })
  const site = await startLocalSite()
  site.on('/kettle', { body: '<h1>Kettle</h1><p>It whistles when the water is hot.</p>' })
  await served.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  const context = await browser.newContext()
  const [page] = (await openWindows(context, served, ['read'])) as [Page]
  await expect(page.getByLabel('Address of the page')).toBeVisible()
  process.kill(served.pid(), 'SIGKILL')
  await expect(reconnecting(page)).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'Winnow does not answer.' })
  await expect(notice).toContainText('npm start')

  await page.getByLabel('Address of the page').fill(`${site.url}/kettle`)
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Winnow does not answer. Nothing was sent.')
  await page.getByRole('link', { name: 'Keys' }).click()
  await expect(notice).toContainText('The page that you chose opens once it does.')
  await notice.getByRole('button', { name: 'Stay here' }).click()
  await expect(notice).toContainText('npm start')

  await served.restart()
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('alert')).toBeVisible()
  expect(site.requests).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('It whistles').first()).toBeVisible()
  await context.close()
  await site.close()
  await served.stop()
})

test('a window that loses the service while loading its first page says so, and shows the page later', async ({
  browser,
}) => {
  const served = await startServedApp({ port: await freePort() })
  const context = await browser.newContext()
  let isKilled = false
  await context.route('**/app/assets/parsers-page*.js', async route => {
    if (isKilled) return route.continue()
    isKilled = true
    process.kill(served.pid(), 'SIGKILL')
    await served.exit(10_000)
    await route.abort()
  })
  const [parsers] = (await openWindows(context, served, ['parsers'])) as [Page]
  await expect(reconnecting(parsers)).toBeVisible()
  await served.restart()
  await expect(parsers.getByRole('heading', { name: 'Parsers' })).toBeVisible()
  await expect(reconnecting(parsers)).toHaveCount(0)
  await context.close()
  await served.stop()
})

test('a notice that nothing was sent shows the command that starts Winnow as code', async ({ browser }) => {
  const served = await startServedApp({ port: await freePort() })
  const session = { name: 'shop', hosts: ['shop.example'], login_url: 'https://shop.example/' }
  await served.call('/v1/sessions', { json: session })
  const context = await browser.newContext()
  const [page] = (await openWindows(context, served, ['sessions'])) as [Page]
  await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('shop')
  process.kill(served.pid(), 'SIGKILL')
  await expect(reconnecting(page)).toBeVisible()
  await page.getByRole('button', { name: 'Actions for the session shop' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
  await expect(notice.locator('code')).toHaveText('npm start')
  await expect(notice).not.toContainText('`')
  await context.close()
  await served.stop()
})
