import { startFleet } from '../../remote/support/fleet.ts'
import { noBroker } from '../../support/nats-server.ts'
import { expect, signIn, test } from '../support/app.ts'
import { seriousFindings } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'

test('the page without a broker says what workers are for, and shows an example', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/workers`)
  await expect(page.getByText('This service reads every page by itself.')).toBeVisible()
  await expect(page.locator('[data-example]')).toContainText('Pages/s')
})

test('workers are listed as they connect, and can be drained and resumed', async ({ page }) => {
  test.skip(Boolean(noBroker), String(noBroker))
  const fleet = await startFleet({ workers: 0 })
  await signIn(page, fleet.service)
  await page.goto(`${fleet.service.url}/app/workers`)
  await expect(page.getByText('No worker has connected yet.')).toBeVisible()
  await fleet.addWorker({ name: 'reader-1' })
  const row = page.getByRole('row', { name: 'reader-1' })
  await expect(row).toContainText('Ready')
  await expect(row).toContainText('0 of 4')
  await row.getByRole('button', { name: 'Drain reader-1' }).click()
  await expect(row).toContainText('Draining')
  expect(await seriousFindings(page)).toEqual([])
  await pictures(page, 'workers-of-a-fleet')
  await row.getByRole('button', { name: 'Go on: reader-1' }).click()
  await expect(row).toContainText('Ready')
  // If it stayed open, the page would log errors once the service has stopped.
  await page.goto('about:blank')
  await fleet.stop()
})
