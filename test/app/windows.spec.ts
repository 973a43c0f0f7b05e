import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { BrowserContext, Page } from 'playwright/test'
import { startLocalSite } from '../support/local-site.ts'
import { type ServedApp, startServedApp } from '../support/served-app.ts'
import type { TestApp } from '../support/start-app.ts'
import { expect, test } from './support/app.ts'

const IDLE_MS = 12_000

/** A port that nobody has, so that a service which is started again has the same. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Signs a browser in, and opens pages of it in windows of their own. */
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

const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })
const reconnecting = (page: Page) => page.getByText('Reconnecting…')

/** Counts what a page asks of the service from now on. */
function countRequests(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  return () => asked
}

test('three windows resume when a killed service is back, and keep what was typed', async ({ browser }) => {
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

test('what is asked of a service that is away is not asked later, and a page that cannot be opened says so', async ({
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

test('a window that is still loading its first page says that the service is away, and shows the page later', async ({
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

test('a second window shows at once what the first has made, also when the first is closed', async ({
  page,
  context,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/databases`)
  await expect(page.getByRole('heading', { name: 'Databases' })).toBeVisible()
  const second = await context.newPage()
  await second.goto(`${winnow.url}/app/keys`)
  await expect(second.getByRole('heading', { name: 'Keys' })).toBeVisible()

  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  await name(page).fill('backup')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(second.getByRole('row', { name: 'backup' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('about:blank')
  await winnow.admin('/admin/keys', { name: 'from the command line' })
  await expect(second.getByRole('row', { name: 'from the command line' })).toBeVisible()
})

for (const [title, path] of [
  ['Jobs', 'jobs'],
  ['Overview', ''],
] as const)
  test(`${title} asks for nothing while nothing happens, and shows what does`, async ({ page, winnow }) => {
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page.waitForTimeout(3_000)
    const asked = countRequests(page)
    await page.waitForTimeout(IDLE_MS)
    console.log(`${title}: ${asked().length} requests in ${IDLE_MS / 1_000} s ${asked().join(' ')}`)
    expect(asked().length).toBeLessThanOrEqual(2)
    await winnow.admin('/admin/credits', { account: 'default', credits: 234 })
    await expect(page.getByRole('contentinfo')).toContainText('1,234 credits')
  })

test.describe('without the stream of updates', () => {
  test.use({ refused: [503] })

  test('a window asks from time to time, and shows what has changed', async ({ page, winnow }) => {
    await page.route('**/v1/updates', route => route.fulfill({ status: 503, body: '{}' }))
    await page.goto(`${winnow.url}/app/keys`)
    await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
    await winnow.admin('/admin/keys', { name: 'from the command line' })
    await expect(page.getByRole('row', { name: 'from the command line' })).toBeVisible()
  })
})

const CODE = '**/app/assets/webhooks-page*.js'

/** Counts the documents that a page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', request => {
    if (request.isNavigationRequest()) loads++
  })
  return () => loads
}

test.describe('code that is gone after an upgrade', () => {
  test.use({ refused: [404] })

  test('is loaded by one reload of the page, which keeps what was typed', async ({ page, winnow }) => {
    await page.goto(`${winnow.url}/app/crons/new`)
    await name(page).fill('Night round')
    const loads = countLoads(page)
    await page.route(CODE, async route => {
      if (loads()) await route.continue()
      else await route.fulfill({ status: 404, body: '{}' })
    })
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible()
    expect(loads()).toBe(1)
    await page.goBack()
    await expect(name(page)).toHaveValue('Night round')
  })

  test('that stays away says so after one reload', async ({ page, winnow }) => {
    await page.goto(`${winnow.url}/app/crons`)
    await expect(page.getByRole('heading', { name: 'Crons' })).toBeVisible()
    const loads = countLoads(page)
    await page.route(CODE, route => route.fulfill({ status: 404, body: '{}' }))
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await expect(page.getByRole('heading', { name: 'This page failed' })).toBeVisible()
    expect(loads()).toBe(1)
    await page.getByRole('link', { name: 'Keys' }).click()
    await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  })
})

test('a window that was signed out asks to sign in where it is, and keeps what was typed', async ({
  context,
  page: first,
  winnow,
}) => {
  // Its own browser reports the stream that breaks off.
  await first.close()
  const page = await context.newPage()
  await page.goto(`${winnow.url}/app/crons/new`)
  await name(page).fill('Night round')
  const [signIn] = (await winnow.admin('/admin/sign-ins')).json.data
  await winnow.admin(`/admin/sign-ins/${signIn.id}/revoke`, {})
  const question = page.getByRole('dialog', { name: 'Sign in again' })
  await question
    .getByRole('textbox', { name: 'Address' })
    .fill('http://127.0.0.1/app/?token=aaaaaaaaaaaaaaaaaaaaaaaa')
  await question.getByRole('button', { name: 'Sign in' }).click()
  await expect(question).toContainText('older than 15 minutes')
  await question.getByRole('textbox', { name: 'Address' }).fill(winnow.app.invite())
  await question.getByRole('button', { name: 'Sign in' }).click()
  await expect(question).toHaveCount(0)
  await expect(name(page)).toHaveValue('Night round')
  await winnow.admin('/admin/credits', { account: 'default', credits: 234 })
  await expect(page.getByRole('contentinfo')).toContainText('1,234 credits')
})

test('sign-ins are listed in the settings, and ended there', async ({ page, winnow }) => {
  await fetch(winnow.app.invite(), { redirect: 'manual', headers: { 'user-agent': 'Firefox/140.0 Linux' } })
  await page.goto(`${winnow.url}/app/settings`)
  const list = page.getByRole('table', { name: 'Signed-in browsers' })
  const other = list.getByRole('row', { name: 'Firefox on Linux' })
  await expect(list.getByRole('row', { name: '(this one)' })).toBeVisible()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveCount(0)
})

/** Forms by their address: what is typed into each, and what opens it. */
const runInput = (page: Page) =>
  page.getByRole('dialog', { name: 'Run' }).getByRole('textbox', { name: 'Input' })

const FORMS: [
  path: string,
  type: (page: Page, winnow: TestApp) => Promise<void>,
  kept: (page: Page) => Promise<void>,
][] = [
  [
    'crons/new',
    page => name(page).fill('Night round'),
    page => expect(name(page)).toHaveValue('Night round'),
  ],
  ['databases/new', page => name(page).fill('Kettles'), page => expect(name(page)).toHaveValue('Kettles')],
  [
    'batches/new',
    page => page.getByLabel('Items, one per line').fill('https://shop.example/cup'),
    page => expect(page.getByLabel('Items, one per line')).toHaveValue('https://shop.example/cup'),
  ],
  [
    'webhooks',
    async page => {
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/in')
    },
    page => expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('https://shop.example/in'),
  ],
  [
    'keys',
    async page => {
      await page.getByRole('button', { name: 'New key' }).click()
      await name(page).fill('backup')
    },
    page => expect(name(page)).toHaveValue('backup'),
  ],
  [
    'credits',
    async page => {
      await page.getByRole('button', { name: 'Add credits' }).click()
      await page.getByLabel('Amount').fill('1234')
    },
    page => expect(page.getByLabel('Amount')).toHaveValue('1,234'),
  ],
  [
    'settings/accounts',
    async page => {
      await page.getByRole('button', { name: 'Change default' }).click()
      await page.getByRole('textbox', { name: 'Jobs at once' }).fill('7')
    },
    page => expect(page.getByRole('textbox', { name: 'Jobs at once' })).toHaveValue('7'),
  ],
  [
    'batches/new?of=a-file',
    async page => {
      await page.getByText('File', { exact: true }).click()
      const buffer = Buffer.from('https://shop.example/cup')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'cups.txt', mimeType: 'text/plain', buffer })
      await expect(page.getByText('cups.txt')).toBeVisible()
    },
    page => expect(page.getByText('You had chosen cups.txt')).toBeVisible(),
  ],
  [
    'parsers?of=an-import',
    async page => {
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByLabel('Schema (JSON)').fill('{ "title": "h1" }')
    },
    page => expect(page.getByLabel('Schema (JSON)')).toHaveValue('{ "title": "h1" }'),
  ],
  [
    'workflows/new',
    async page => {
      await page.getByRole('button', { name: 'Run…' }).click()
      await runInput(page).fill('{"shop": "Kettles"}')
    },
    page => expect(runInput(page)).toContainText('"shop": "Kettles"'),
  ],
  [
    'playground/scrape',
    page => page.getByRole('textbox', { name: 'Page address' }).fill('https://shop.example/kettle'),
    page =>
      expect(page.getByRole('textbox', { name: 'Page address' })).toHaveValue('https://shop.example/kettle'),
  ],
]

for (const [path, type, kept] of FORMS)
  test(`what is typed at ${path} outlives a reload`, async ({ page, winnow }) => {
    await page.goto(`${winnow.url}/app/${path}`)
    await type(page, winnow)
    await page.reload()
    await kept(page)
  })

for (const [path, button, title] of [
  ['playground/scrape', 'Variables', 'Variables'],
  ['playground/scrape', 'Docs', 'scrape'],
  ['parsers', 'Import', 'Import'],
] as const)
  test(`the drawer ${title} at ${path} is open again after a reload`, async ({ page, winnow }) => {
    await page.goto(`${winnow.url}/app/${path}`)
    await page.getByRole('button', { name: button, exact: true }).last().click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/drawer/)
  })
