import type { Page } from 'playwright/test'
import { expect, name, test } from '../support/app.ts'

const IDLE_MS = 12_000

/** Starts to collect the requests of a page. */
function countRequests(page: Page): () => string[] {
  const paths: string[] = []
  page.on('request', request => paths.push(new URL(request.url()).pathname))
  return () => paths
}

test('a second window shows new records at once, even after the first window is closed', async ({
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
  test(`${title} sends almost no requests while nothing happens, and shows changes`, async ({
    page,
    winnow,
  }) => {
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page.waitForTimeout(3_000)
    const requestedPaths = countRequests(page)
    await page.waitForTimeout(IDLE_MS)
    console.log(
      `${title}: ${requestedPaths().length} requests in ${IDLE_MS / 1_000} s ${requestedPaths().join(' ')}`,
    )
    expect(requestedPaths().length).toBeLessThanOrEqual(2)
    await winnow.admin('/admin/credits', { account: 'default', credits: 234 })
    await expect(page.getByRole('contentinfo')).toContainText('1,234 credits')
  })

test.describe('without the stream of updates', () => {
  test.use({ refused: [503] })

  test('a window polls and shows what has changed', async ({ page, winnow }) => {
    await page.route('**/v1/updates', route => route.fulfill({ status: 503, body: '{}' }))
    await page.goto(`${winnow.url}/app/keys`)
    await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
    await winnow.admin('/admin/keys', { name: 'from the command line' })
    await expect(page.getByRole('row', { name: 'from the command line' })).toBeVisible()
  })
})

test('a window that was signed out asks to sign in without leaving the page, and keeps what was typed', async ({
  context,
  page: first,
  winnow,
}) => {
  // The fixture `page` would fail the test for the error of the interrupted stream.
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

test('sign-ins are listed in the settings and can be ended there', async ({ page, winnow }) => {
  await fetch(winnow.app.invite(), { redirect: 'manual', headers: { 'user-agent': 'Firefox/140.0 Linux' } })
  await page.goto(`${winnow.url}/app/settings`)
  const list = page.getByRole('table', { name: 'Signed-in browsers' })
  const other = list.getByRole('row', { name: 'Firefox on Linux' })
  await expect(list.getByRole('row', { name: '(this one)' })).toBeVisible()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveCount(0)
})
