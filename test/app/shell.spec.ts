import { expect, test } from './support/app.ts'

test('an invitation opens the overview, and the address keeps nothing of it', async ({ page, winnow }) => {
  await page.goto(winnow.app.invite())
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('a window without an invitation is told how to get one', async ({ browser, winnow }) => {
  const page = await browser.newPage()
  await page.goto(`${winnow.url}/app/keys`)
  await expect(page.getByText('winnow open', { exact: true })).toBeVisible()
  await page.close()
})

test('keys lead to pages, the palette and the list of keys', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Find').fill('over')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByText('Go to Keys')).toBeVisible()
})

test('a key is made, shown once, works, and stops when it is revoked', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/keys`)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('backup')
  await page.getByRole('region', { name: 'New key' }).getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByRole('status').locator('.mono').innerText()
  const status = async () => (await winnow.call('/v1/credits', { headers: { 'x-api-key': secret } })).status
  expect(await status()).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  const row = page.getByRole('row', { name: 'backup' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row.getByText('revoked')).toBeVisible()
  expect(await status()).toBe(401)
})
