import type { Page } from 'playwright/test'
import type { TestApp } from '../../support/start-app.ts'
import { expect, test } from '../support/app.ts'

interface NewRecordForm {
  path: string
  fill: (page: Page, winnow: TestApp) => Promise<void>
  button: string
}

const NEW_RECORD_FORMS: Record<string, NewRecordForm> = {
  parser: {
    path: 'parsers',
    fill: page => page.getByLabel('Name of the parser').fill('Prices'),
    button: 'Save',
  },
  workflow: {
    path: 'workflows',
    fill: page => page.getByLabel('Name of the workflow').fill('Prices'),
    button: 'Save',
  },
  batch: {
    path: 'batches',
    async fill(page) {
      await page.getByRole('combobox', { name: 'Parser or API' }).click()
      await page.getByRole('option', { name: 'Shop' }).click()
      await page.getByRole('textbox').last().fill('http://shop.example/1\nhttp://shop.example/2')
    },
    button: 'Run batch',
  },
}

for (const [kind, { path, fill, button }] of Object.entries(NEW_RECORD_FORMS))
  test(`a double click creates only one ${kind}`, async ({ page, winnow }) => {
    await winnow.parser({ fields: { title: 'h1' } }, { name: 'Shop' })
    const count = async () => (await winnow.call(`/v1/${path}`)).json.data.length
    const before = await count()
    await page.goto(`${winnow.url}/app/${path}/new`)
    await fill(page, winnow)
    await page.getByRole('button', { name: button, exact: true }).dblclick()
    await expect(page).not.toHaveURL(/\/new$/)
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await count()).toBe(before + 1)
  })

const WAYS_TO_SEND: Record<string, (page: Page) => Promise<void>> = {
  'a double click': page => page.getByRole('button', { name: 'Send', exact: true }).dblclick(),
  'the keys pressed twice': async page => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.keyboard.press('ControlOrMeta+Enter')
  },
  'the Enter key pressed twice on the button': async page => {
    await page.getByRole('button', { name: 'Send', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  },
}

for (const [action, send] of Object.entries(WAYS_TO_SEND))
  test(`${action} in the Playground sends one call and shows its answer`, async ({ page, winnow }) => {
    await page.clock.install()
    const input = encodeURIComponent('{"name":"Prices","schema":{"fields":{"title":"h1"}}}')
    await page.goto(`${winnow.url}/app/playground/parser-create?input=${input}`)
    await expect(page.getByLabel('Name').first()).toHaveValue('Prices')
    // Both presses come at the same time by the clock of the page, however slow the machine is. The clock goes on until it
    // is stopped, and cannot be stopped in the past.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    await send(page)
    await page.clock.resume()
    await expect(page.getByRole('region', { name: 'Answer' }).getByText('201')).toBeVisible()
    expect((await winnow.call('/v1/parsers')).json.data).toHaveLength(1)
  })

test('holding Enter opens a question but does not answer it', async ({ page, winnow }) => {
  await winnow.admin('/admin/keys', { name: 'nightly' })
  await page.goto(`${winnow.url}/app/keys`)
  const row = page.getByRole('row', { name: 'nightly' })
  await row.getByRole('button', { name: 'Revoke' }).focus()
  await page.keyboard.down('Enter')
  const answer = page.getByRole('dialog').getByRole('button', { name: 'Revoke' })
  await expect(answer).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(answer).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Revoked')
})
