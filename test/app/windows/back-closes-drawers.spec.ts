import { expect, test } from '../support/app.ts'
import { fillWithSampleData } from '../support/sample-data.ts'

test('Back closes a drawer, and Forward opens it again', async ({ page, winnow }) => {
  const params = await fillWithSampleData(winnow)
  const database = `/app/databases/${params['/databases/:id']}`
  await page.goto(`${winnow.url}/app/databases`)
  await page.getByRole('link', { name: 'Kettles of the shop' }).click()
  const drawer = page.getByRole('dialog', { name: 'Row' })
  await page.getByRole('row').filter({ hasText: 'Kettle 79' }).click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(winnow.url + database)
  await page.goForward()
  await expect(drawer).toContainText('Kettle 79')

  // Also after a reload, and with Escape, which takes the step back itself.
  await page.reload()
  await expect(drawer).toContainText('Kettle 79')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Database settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(`${winnow.url}/app/databases`)
})

test('a drawer that a link has opened is closed on its page', async ({ page, winnow }) => {
  const params = await fillWithSampleData(winnow)
  const database = `${winnow.url}/app/databases/${params['/databases/:id']}`
  await page.goto(`${winnow.url}/app/databases`)
  await page.goto(`${database}?drawer=settings`)
  const drawer = page.getByRole('dialog', { name: 'Settings' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(database)
})

test('a single step back leaves a workflow that was run from its drawer', async ({ page, winnow }) => {
  const graph = { name: 'Titles of pages', nodes: [{ id: 'start', type: 'input' }], edges: [] }
  const { id } = (await winnow.call('/v1/workflows', { json: graph })).json
  await page.goto(`${winnow.url}/app/workflows`)
  await page.getByRole('link', { name: graph.name }).click()
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Run…', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Run', exact: true })
    await drawer.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/workflows/${id}\\?run=run_\\w+$`))
  }
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('Completed')
  await page.goBack()
  await expect(page).toHaveURL(`${winnow.url}/app/workflows`)
})
