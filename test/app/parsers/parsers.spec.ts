import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { openEditor, SCHEMA } from '../support/parser-editor.ts'

// A click can miss an element that is still sliding in.
test.use({ contextOptions: { reducedMotion: 'reduce' }, refused: [400, 404, 409, 412, 422, 502] })

test('a schema of another tool is imported, and a parser is exported to a file and imported from it', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/parsers`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Import' })
  const schemaField = drawer.getByLabel('Schema (JSON)')
  await schemaField.fill('{ title: h1 }')
  await drawer.getByRole('button', { name: 'Import' }).click()
  await expect(drawer.getByRole('alert')).toContainText('This is not valid JSON')

  await schemaField.fill('{ "title": "h1", "price": { "selector": ".price", "clean": false } }')
  await drawer.getByRole('button', { name: 'Import' }).click()
  await expect(drawer.getByRole('status')).toContainText('Read as extract_rules')
  await expect(drawer.getByText('price.clean')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Open in editor' }).click()
  await expect(page.getByLabel('Query of price')).toHaveValue('.price')
  await page.getByLabel('Name of the parser').fill('Imported')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('v1 · saved')).toBeVisible()

  await page.getByRole('button', { name: 'Use', exact: true }).click()
  const schemas = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download JSON Schema' }).click()
  const schema = JSON.parse(await readFile(await (await schemas).path(), 'utf8'))
  expect(Object.keys(schema.properties)).toEqual(['title', 'price'])
  const files = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download parser' }).click()
  const saved = await files
  expect(saved.suggestedFilename()).toBe('Imported.parser.json')

  await page.goto(`${winnow.url}/app/parsers`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await drawer.locator('input[type=file]').setInputFiles(await saved.path())
  await expect(schemaField).toHaveValue(/"name": "Imported"/)
  await drawer.getByRole('button', { name: 'Import' }).click()
  await expect(drawer.getByRole('status')).toContainText('Everything was converted')
  await drawer.getByRole('button', { name: 'Open in editor' }).click()
  await expect(page.getByLabel('Name of the parser')).toHaveValue('Imported')
  await expect(page.getByLabel('Query of title')).toHaveValue('h1')
})

test('versions are compared and restored', async ({ page, winnow }) => {
  const id = await winnow.parser(SCHEMA, { name: 'Kettles' })
  await openEditor(page, winnow, id)
  await page.getByLabel('Query of price').fill('.cost')
  await page.getByRole('button', { name: 'Save as v2' }).click()
  await expect(page.getByText('v2 · saved')).toBeVisible()
  await page.getByRole('button', { name: 'Versions' }).click()
  const drawer = page.getByRole('dialog', { name: 'Versions' })
  await expect(drawer.locator('.cm-deletedChunk')).toContainText('.price')
  await expect(drawer.locator('.cm-changedLine').first()).toContainText('.cost')
  await drawer.getByRole('button', { name: 'Restore v1' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('v3 · saved')).toBeVisible()
  await expect(page.getByLabel('Query of price')).toHaveValue('.price')
})

test('a version that was saved elsewhere is not overwritten without asking', async ({ page, winnow }) => {
  const id = await winnow.parser(SCHEMA, { name: 'Kettles' })
  await openEditor(page, winnow, id)
  await page.getByLabel('Query of price').fill('.mine')
  await winnow.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name: 'Theirs', schema: SCHEMA } })
  await page.getByRole('button', { name: 'Save as v2' }).click()
  await expect(page.getByText('Version 2 was saved elsewhere')).toBeVisible()
  await page.getByRole('button', { name: 'Save mine as a new version' }).click()
  await expect(page.getByText('v3 · saved')).toBeVisible()
})

test('the list searches, deletes, restores and duplicates parsers', async ({ page, winnow }) => {
  for (let number = 1; number <= 120; number++)
    await winnow.parser(SCHEMA, { name: `Shop ${number}`, status: number % 2 ? 'active' : 'draft' })
  await page.goto(`${winnow.url}/app/parsers`)
  await expect(page.getByRole('row', { name: /^Shop 120/ })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('shop 77')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Actions for Shop 77' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('No parser matches')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Actions for Shop 77' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Name of the parser')).toHaveValue('Shop 77 (copy)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('v1 · saved')).toBeVisible()
})

test.describe('a parser that a cron needs', () => {
  test.use({ refused: [409] })

  test('is not deleted, and a notice links to the cron until it is dismissed', async ({ page, winnow }) => {
    const id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Kettles' })
    const target = { type: 'parser', id, input: { url: 'https://shop.example/' } }
    const cron = { name: 'Every night', expression: '0 3 * * *', timezone: 'UTC', target }
    const { json } = await winnow.call('/v1/crons', { json: cron })
    await page.goto(`${winnow.url}/app/parsers`)
    await page.getByRole('button', { name: 'Actions for Kettles' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'need this parser' })
    await expect(notice.getByRole('link', { name: 'Every night' })).toHaveAttribute(
      'href',
      `/app/crons/${json.id}`,
    )
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
  })
})
