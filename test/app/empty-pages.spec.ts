import { expect, test } from './support/app.ts'

/** Pages without records: the button to begin with, and a text of the example shown on each. */
const PAGES = [
  { path: 'parsers', role: 'link', begin: 'Open sample', cell: 'Success rate' },
  { path: 'jobs', role: 'link', begin: 'New batch', cell: 'Parser or API' },
  { path: 'batches', role: 'link', begin: 'New batch', cell: 'Progress' },
  { path: 'databases', role: 'link', begin: 'New database', cell: 'Kettles' },
  { path: 'crons', role: 'link', begin: 'New cron', cell: 'in 20 hours' },
  { path: 'sessions', role: 'button', begin: 'New session', cell: 'Hosts' },
  { path: 'webhooks', role: 'button', begin: 'New webhook', cell: 'Events' },
  { path: 'keys', role: 'button', begin: 'New key', cell: 'my script' },
] as const

test('each empty page shows an example of itself and one button to begin', async ({ page, winnow }) => {
  // The account `default` already has a key.
  await winnow.admin('/admin/accounts', { name: 'fresh' })
  await page.addInitScript(() => localStorage.setItem('winnow.account', 'fresh'))
  for (const { path, role, begin, cell } of PAGES) {
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(page.getByText('This is what it will look like.')).toBeVisible()
    const example = page.locator('[data-example]')
    await expect(example).toContainText(cell)
    await expect(page.getByRole('main').getByRole(role, { name: begin })).toHaveCount(1)
    // The example is hidden from screen readers and the keyboard.
    await expect(example.getByRole('row')).toHaveCount(0)
  }
})
