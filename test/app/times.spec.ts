import { expect, test } from './support/app.ts'

const HOUR = 3_600_000

test('relative times follow the clock of the service, and go on while nothing else happens', async ({
  page,
  winnow,
}) => {
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Kettles' })
  // The clock of the browser is three hours behind.
  await page.clock.install({ time: Date.now() - 3 * HOUR })
  await page.goto(`${winnow.url}/app/parsers`)
  const row = page.getByRole('row').filter({ hasText: 'Kettles' })
  await expect(row).toContainText(/just now|minutes? ago/)
  await page.clock.fastForward(2 * HOUR)
  await expect(row).toContainText('2 hours ago')
})
