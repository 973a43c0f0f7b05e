import type { Page } from 'playwright/test'
import type { TestApp } from '../../support/start-app.ts'
import { expect, name, test } from '../support/app.ts'

const CODE = '**/app/assets/webhooks-page*.js'

/** Starts to count the navigations of a page. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', request => {
    if (request.isNavigationRequest()) loads++
  })
  return () => loads
}

test.describe('code of the app that is missing after an upgrade', () => {
  test.use({ refused: [404] })

  test('is loaded by reloading the page once, which keeps what was typed', async ({ page, winnow }) => {
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

  test('that is still missing after one reload is reported as a failed page', async ({ page, winnow }) => {
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

/** The field for the input of a run. */
const runInput = (page: Page) =>
  page.getByRole('dialog', { name: 'Run' }).getByRole('textbox', { name: 'Input' })

/** Forms by their addresses: how each is filled in, and what must be kept. */
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
  test(`what is typed at ${path} survives a reload`, async ({ page, winnow }) => {
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
  test(`the drawer ${title} at ${path} is still open after a reload`, async ({ page, winnow }) => {
    await page.goto(`${winnow.url}/app/${path}`)
    await page.getByRole('button', { name: button, exact: true }).last().click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/drawer/)
  })
