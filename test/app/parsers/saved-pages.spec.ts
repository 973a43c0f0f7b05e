import type { Page } from 'playwright/test'
import { page as upload } from '../../extraction/support/upload.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'

// A click can miss an element that is still sliding in.
test.use({ contextOptions: { reducedMotion: 'reduce' }, refused: [400, 422] })

const KETTLE = '<h1>Kettle</h1><p class="price css-1x2y3z">24.50</p>'
const PAN = '<h1>Pan</h1><p class="amount">9.00</p>'
const SCHEMA = {
  fields: { title: { css: 'h1', required: true }, price: { css: '.css-1x2y3z', type: 'number' } },
}

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })

async function writeSchema(page: Page, schema: unknown) {
  const fields = page.getByRole('region', { name: 'Fields', exact: true })
  await fields.getByText('JSON', { exact: true }).click()
  await fields.getByRole('textbox', { name: 'Schema' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate(text => document.execCommand('insertText', false, text), JSON.stringify(schema))
}

test('the saved pages of a parser show what a new version would change before it is saved', async ({
  page,
  winnow,
}) => {
  const id = await winnow.parser(SCHEMA, { name: 'Kettles' })
  await page.goto(`${winnow.url}/app/parsers/${id}`)
  const file = { name: 'kettle.html', mimeType: 'text/html', buffer: Buffer.from(KETTLE) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('textbox', { name: 'Result' })).toContainText('24.5')
  // The accessibility checker cannot inspect a frame without scripts.
  await page.getByRole('region', { name: 'Page', exact: true }).getByText('Source').click()

  await page.getByRole('button', { name: 'Saved pages' }).click()
  const pages = drawer(page, 'Saved pages')
  await pages.getByRole('button', { name: 'Save the open page' }).click()
  await expect(pages.getByText('kettle.html')).toBeVisible()
  await pages.getByRole('button', { name: 'Test all' }).click()
  await expect(pages.getByText('1 of 1 page as expected.')).toBeVisible()
  await expect(pages.getByText('A build generated the name "css-1x2y3z"')).toBeVisible()
  await expect(pages.getByText('.price', { exact: true })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')

  await writeSchema(page, { fields: { ...SCHEMA.fields, price: { css: '.amount', type: 'number' } } })
  await page.getByRole('button', { name: 'Save as v2' }).click()
  await expect(
    pages.getByText('0 of 1 page as expected, 1 different, 1 changed by your draft.'),
  ).toBeVisible()
  await expect(pages.getByRole('region', { name: 'Compared with the expected result' })).toContainText(
    '24.5 → null',
  )
  expect((await winnow.call(`/v1/parsers/${id}`)).json.version).toBe(1)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await pages.getByRole('button', { name: 'Save as v2' }).click()
  await expect(page.getByText('v2 · saved')).toBeVisible()

  await page.getByRole('button', { name: 'Saved pages' }).click()
  await pages.getByRole('button', { name: 'Test all' }).click()
  await pages.getByRole('button', { name: 'Accept as expected result' }).click()
  await expect(pages.getByText('1 of 1 page as expected.')).toBeVisible()
  await pages.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete saved page' }).click()
  await expect(pages.getByText('No saved pages yet.')).toBeVisible()

  await page.keyboard.press('Escape')
  await writeSchema(page, { fields: { title: 'h1' } })
  await page.getByRole('button', { name: 'Save as v3' }).click()
  await expect(page.getByText('v3 · saved')).toBeVisible()
})

test('a new version is compared with the saved pages even while their list is still loading', async ({
  page,
  winnow,
}) => {
  const id = await winnow.parser(SCHEMA, { name: 'Kettles' })
  await winnow.call(`/v1/parsers/${id}/fixtures`, { json: { name: 'kettle.html', html: KETTLE } })
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/fixtures(\?|$)/, async route => {
    await mayAnswer
    await route.continue()
  })
  await page.goto(`${winnow.url}/app/parsers/${id}`)
  await writeSchema(page, { fields: { title: 'h1' } })
  await page.getByRole('button', { name: 'Save as v2' }).click()
  await expect(drawer(page, 'Saved pages')).toBeVisible()
  answer()
  await expect(drawer(page, 'Saved pages').getByText('1 changed by your draft.')).toBeVisible()
  expect((await winnow.call(`/v1/parsers/${id}`)).json.version).toBe(1)
})

test('a parser whose site has changed names the field that is now often empty', async ({ page, winnow }) => {
  const id = await winnow.parser(SCHEMA, { name: 'Kettles' })
  for (const [html, times] of [
    [KETTLE, 40],
    [PAN, 30],
  ] as const)
    for (let time = 0; time < times; time++) await winnow.call(`/v1/parse/${id}`, upload(html))
  await page.goto(`${winnow.url}/app/parsers/${id}`)
  await expect(page.getByText('price often empty')).toBeVisible()
  await page.getByRole('button', { name: 'Stats' }).click()
  const stats = drawer(page, 'Stats of the last 90 days')
  await expect(stats.getByText(/has a value in [\d.]+% of calls, before in 100%/)).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})
