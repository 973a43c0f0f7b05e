import { expect, test } from './support/app.ts'

test.use({ locale: 'de-DE' })

test('in a browser of another language numbers and dates are written as in English, on its own clock', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/settings/accounts`)
  const account = page.getByRole('row', { name: 'default' })
  await expect(account.getByRole('cell', { name: '20,000' })).toBeVisible()
  await account.getByRole('time').hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d:\d\d · /)
})
