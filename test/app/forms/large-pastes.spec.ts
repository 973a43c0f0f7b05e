import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/app.ts'

test.use({ contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] } })

const LINES = 5_000
const lines = Array.from(
  { length: LINES },
  (_, at) => `https://shop.example/kettle/${at}?${'from=list&'.repeat(20)}`,
).join('\n')

/** Pastes a text as a user does. */
async function paste(page: Page, into: Locator, text: string) {
  await page.evaluate(text => navigator.clipboard.writeText(text), text)
  await into.focus()
  await page.keyboard.press('ControlOrMeta+V')
}

test('a large text pasted into a batch becomes its items without being shown in the field', async ({
  page,
  winnow,
}) => {
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Shop' })
  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'Shop' }).click()
  const field = page.getByRole('textbox', { name: 'Items, one per line' })
  await field.fill('https://shop.example/cup\n')
  await paste(page, field, lines)
  await expect(page.getByText(/^Pasted text, [\d.]+ MB, is too long to be edited here/)).toBeVisible()
  await expect(field).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Run 5,001 items' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(field).toHaveValue('')
})

test('a large text pasted into another field is refused', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/playground/parser-create`)
  const field = page.getByRole('region', { name: 'Request' }).locator('textarea').first()
  await field.fill('{}')
  await paste(page, field, lines)
  await expect(page.getByText(/MB of text is too much for a field\. Save it as a file/)).toBeVisible()
  await expect(field).toHaveValue('{}')
})
