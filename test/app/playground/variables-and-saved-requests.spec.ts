import type { Page } from 'playwright/test'
import { expect } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { open, parts, test } from '../support/playground.ts'

// These tests show refused calls; the browser logs an error for each.
test.use({ refused: [400, 404, 422, 502] })

const setVariable = async (page: Page, name: string, value: string, isSecret = false) => {
  const drawer = page.getByRole('dialog', { name: 'Variables' })
  await drawer.getByLabel('Name', { exact: true }).fill(name)
  await drawer.getByLabel('Value', { exact: true }).fill(value)
  if (isSecret) {
    await drawer.getByRole('switch', { name: 'Secret' }).click()
    await drawer.getByRole('button', { name: 'Save variable' }).click()
  } else await page.keyboard.press('Enter')
  await expect(drawer.getByRole('table', { name: 'Variables' })).toContainText(`{{${name}}}`)
}

test('variables are replaced in the request that is sent, and the values of secret ones are shown nowhere else', async ({
  page,
  winnow,
}) => {
  const { request, answer, history, send } = parts(page)
  await open(page, winnow, 'weathersite-forecast')
  await expect(request.getByLabel('place', { exact: false }).last()).toHaveValue('Hillside')
  await page.getByRole('button', { name: 'Variables' }).click()
  await setVariable(page, 'city', 'Hillside')
  await setVariable(page, 'street', 'Harbour Row 7', true)
  const drawer = page.getByRole('dialog', { name: 'Variables' })
  await expect(drawer.getByRole('table', { name: 'Variables' })).not.toContainText('Harbour')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')

  const code = request.locator('pre')
  await request.getByLabel('place', { exact: false }).last().fill('{{city}}, {{street}} {{nothing}}')
  await expect(request.getByText('There is no variable {{nothing}}. It is sent as written.')).toBeVisible()
  await expect(code).toContainText('Hillside')
  await expect(code).toContainText('street')
  await send.click()
  await expect(answer.getByText('Hillside, Harbour Row 7 {{nothing}}')).toBeVisible()
  await expect(code).not.toContainText('Harbour')
  await expect(history.getByText('{{city}}, {{street}}')).toBeVisible()
  await page.reload()
  await history.getByText('{{city}}, {{street}}').click()
  await expect(request.getByLabel('place', { exact: false }).last()).toHaveValue(/^\{\{city}}, \{\{street}}/)
})

test('a secret variable cannot be saved without entering its value again', async ({ page, winnow }) => {
  await winnow.admin('/admin/variables/token', { value: 'kettle', secret: true })
  await open(page, winnow, 'scrape?drawer=variables')
  const drawer = page.getByRole('dialog', { name: 'Variables' })
  await drawer.getByRole('button', { name: 'Actions for token' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await drawer.getByRole('switch', { name: 'Secret' }).click()
  await drawer.getByLabel('Value', { exact: true }).press('Enter')
  const save = drawer.getByRole('button', { name: 'Save variable' })
  await save.click({ force: true })
  await expect(drawer.getByText('Enter its value again: the saved one is not shown.')).toBeVisible()
  const values = async () => (await winnow.admin('/admin/variables/values')).json.data
  expect(await values()).toEqual([{ name: 'token', value: 'kettle' }])
  await drawer.getByLabel('Value', { exact: true }).fill('cup')
  await save.click()
  await expect(drawer.getByRole('table', { name: 'Variables' })).toContainText('cup')
})

test('a request is saved, opened, changed, renamed and deleted', async ({ page, winnow }) => {
  const { request } = parts(page)
  const list = page.getByRole('navigation', { name: 'Operations' })
  const placeField = request.getByLabel('place', { exact: false }).last()
  const saved = async () => (await winnow.admin('/admin/saved-requests')).json.data
  const named = async (button: string, name: string) => {
    await request.getByRole('button', { name: button, exact: true }).click()
    await page.getByLabel('Name of the request').fill(name)
    await page.keyboard.press('Enter')
  }
  await open(page, winnow, 'weathersite-forecast')
  await placeField.fill('{{city}}')
  await named('Save request', 'Our weather')
  await expect(list.getByRole('link', { name: 'Our weather' })).toHaveAttribute('aria-current', 'page')
  await expect(request.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true')

  await placeField.fill('Harbour')
  await request.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await saved())[0].input).toEqual({ place: 'Harbour' })
  await open(page, winnow, 'credits')
  await list.getByRole('link', { name: 'Our weather' }).click()
  await expect(page).toHaveURL(/weathersite-forecast$/)
  await expect(placeField).toHaveValue('Harbour')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  await named('Rename', 'Weather at the harbour')
  await expect(list.getByRole('link', { name: 'Weather at the harbour' })).toBeVisible()
  await request.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete request' }).click()
  await expect(list.getByRole('link', { name: 'Weather at the harbour' })).toHaveCount(0)
  expect(await saved()).toEqual([])
  await expect(placeField).toHaveValue('Harbour')
})
