import type { Locator } from 'playwright/test'
import { expect, test } from './support/app.ts'

const NAME = 'KettlesOfTheShop_'.repeat(12).slice(0, 200)

/** Whether the content of an element fits its width. */
const isWhole = (element: Locator) =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)

test('a long name without spaces is not cut off, and leaves room for the button next to it', async ({
  page,
  winnow,
}) => {
  const columns = [{ name: 'title', type: 'string' }]
  await winnow.call('/v1/databases', { json: { name: NAME, columns } })
  await page.goto(`${winnow.url}/app/databases`)
  await expect(page.getByRole('link', { name: NAME })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Find', { exact: true }).fill('kettles')
  const action = page.getByRole('button', { name: `Open database ${NAME}` })
  await expect(action).toBeInViewport({ ratio: 1 })
  expect(await isWhole(page.locator('.mantine-Spotlight-actionsList'))).toBe(true)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Actions for ${NAME}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeInViewport({ ratio: 1 })
  expect(await isWhole(undo.locator('.mantine-Button-label'))).toBe(true)
  await undo.click()
  await expect(page.getByRole('link', { name: NAME })).toBeVisible()

  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByText('Database', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Database' }).click()
  const option = page.getByRole('option', { name: NAME })
  await expect(option).toBeInViewport({ ratio: 1 })
})

test('in a very narrow window, the name of a workflow has a line of its own, and the status bar keeps to one', async ({
  page,
  winnow,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`${winnow.url}/app/workflows/new`)
  const name = page.getByLabel('Name of the workflow')
  await expect(name).toBeVisible()
  expect((await name.boundingBox())!.width).toBeGreaterThan(160)
  const facts = page.getByText(/· [\d,]+ credits/)
  await expect(facts).toBeVisible()
  expect((await facts.boundingBox())!.height).toBeLessThan(28)
})

test.describe('a record that is gone', () => {
  test.use({ refused: [404] })

  test('in a very narrow window, the notice that a record is gone shows all of its text', async ({
    page,
    winnow,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`${winnow.url}/app/webhooks/whk_00000000000000000000000000`)
    const message = page.getByRole('alert').locator('.mantine-Alert-message')
    await expect(message).toContainText('req_')
    await expect(message).toBeInViewport({ ratio: 1 })
    expect(await isWhole(page.getByRole('alert'))).toBe(true)
  })
})
