import { startLoginSite } from '../../sessions/support/login-site.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindings } from '../support/axe.ts'

test('a session is created, logged in with exported cookies, expires, is renamed and deleted', async ({
  page,
  winnow,
}) => {
  const site = await startLoginSite()
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  await page.goto(`${winnow.url}/app/sessions`)
  await expect(page.getByText('A session is a login to a site')).toBeVisible()
  const platforms = page.getByRole('region', { name: 'Platforms of the prebuilt APIs' })
  await expect(platforms.getByRole('row', { name: 'videosite' })).toContainText('No calls yet')
  await page.getByRole('button', { name: 'New session' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('shop')
  await page.getByRole('combobox', { name: 'Hosts' }).fill('127.0.0.1')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Login page' }).fill(`${site.url}/orders`)
  await page.getByRole('button', { name: 'Create session' }).click()
  const row = page.getByRole('table', { name: 'Sessions' }).getByRole('row', { name: 'shop' })
  await expect(row).toContainText('Not logged in')

  // The service has no browser here, so the button opens the import.
  await row.getByRole('button', { name: 'Log in to shop' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import cookies' })
  const cookies = [...(await site.logIn()), { name: 'x', value: '1', domain: 'ads.example' }]
  const file = {
    name: 'cookies.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(cookies)),
  }
  await drawer.locator('input[type=file]').setInputFiles(file)
  await expect(drawer).toContainText('1 cookie')
  await expect(drawer).toContainText('not for them: ads.example.')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Logged in')

  const act = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for the session shop' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('Test')
  await expect(page.getByText('The site accepts the session shop.')).toBeVisible()
  site.logOutAll()
  await act('Test')
  await expect(row).toContainText('Login expired')
  await expect(row).toContainText('Log in again')

  await act('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit session' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('shop of Ann')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('shop of Ann')
  await page.getByRole('button', { name: 'Actions for the session shop of Ann' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('A session is a login to a site')).toBeVisible()
  await site.close()
})

test('a form lists sessions by name', async ({ page, winnow }) => {
  await winnow.call('/v1/sessions', { json: { name: 'my shop', hosts: ['shop.example'] } })
  await page.goto(`${winnow.url}/app/playground/page-read`)
  await page.getByRole('button', { name: 'Fetching' }).click()
  await page.getByRole('combobox', { name: 'Session' }).click()
  await expect(page.getByRole('option', { name: /my shop/ })).toBeVisible()
})
