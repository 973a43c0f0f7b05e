import { expect, test } from '../support/app.ts'
import { add, choose, node, settings } from '../support/workflow-editor.ts'

test('invalid JSON in the settings of a node stays in view until it is corrected or the node is deleted', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/workflows/new`)
  await add(page, 'Delay')
  await add(page, 'Filter')
  await choose(page, 'Delay')
  await settings(page).getByText('JSON', { exact: true }).click()
  const text = settings(page).getByRole('textbox', { name: 'Settings' })
  await text.fill('{"seconds": 2')
  await node(page, 'Filter').click()
  await expect(text).toBeFocused()
  await expect(text).toHaveValue('{"seconds": 2')
  await settings(page).getByText('Form', { exact: true }).click()
  await page.getByRole('radiogroup', { name: 'View' }).getByText('JSON').click()
  await add(page, 'Dedupe')
  await expect(text).toHaveValue('{"seconds": 2')
  await expect(node(page, 'Dedupe')).toHaveCount(0)
  await text.fill('{"seconds": 2}')
  await choose(page, 'Filter')
  await choose(page, 'Delay')
  await expect(settings(page).getByRole('textbox', { name: 'Wait (seconds)' })).toHaveValue('2')
  await settings(page).getByText('JSON', { exact: true }).click()
  await text.fill('{"seconds": 3')
  await settings(page).getByRole('button', { name: 'Delete node' }).click()
  await expect(node(page, 'Delay')).toHaveCount(0)
  await choose(page, 'Filter')
})

test('invalid JSON of a workflow stays in view until it is corrected, and is not saved', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/workflows/new`)
  await page.getByLabel('Name of the workflow').fill('Prices')
  const view = (name: string) => page.getByRole('radiogroup', { name: 'View' }).getByText(name)
  await view('JSON').click()
  const text = page.getByRole('textbox', { name: 'Workflow as JSON' })
  await text.fill('{"name": "Prices", "nodes": [')
  await expect(page.getByRole('alert')).toContainText('This is not a workflow')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(text).toBeFocused()
  await view('Canvas').click()
  await expect(text).toContainText('"nodes": [')
  expect((await winnow.call('/v1/workflows')).json.data).toEqual([])
  await text.fill('{"name": "Prices", "nodes": [{"id": "input", "type": "input"}]}')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await view('Canvas').click()
  await expect(node(page, 'Input')).toBeVisible()
})

test('invalid JSON in the settings of a node survives undo, redo and a cancelled reload', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/workflows/new`)
  await page.getByLabel('Name of the workflow').fill('Waits')
  await add(page, 'Delay')
  await settings(page).getByRole('textbox', { name: 'Wait (seconds)' }).fill('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await settings(page).getByText('JSON', { exact: true }).click()
  const text = settings(page).getByRole('textbox', { name: 'Settings' })
  await text.fill('{"seconds": 2')
  for (const name of ['Undo', 'Redo']) {
    await page.getByRole('button', { name }).click()
    await expect(text).toBeFocused()
    await expect(text).toHaveValue('{"seconds": 2')
  }
  const dialog = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await dialog
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(text).toHaveValue('{"seconds": 2')
  await text.fill('{"seconds": 2}')
  await page.reload()
  await choose(page, 'Delay')
  await expect(settings(page).getByRole('textbox', { name: 'Wait (seconds)' })).toHaveValue('2')
})
