import { startLocalSite } from '../../support/local-site.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'

test('a webhook is created, tested, resends a failed delivery, and is restored after its deletion', async ({
  page,
  winnow,
}) => {
  const receiver = await startLocalSite()
  receiver.on('/in', { status: 204 })
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  await page.goto(`${winnow.url}/app/webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/in`)
  await page.getByRole('combobox', { name: 'Events' }).fill('rows')
  await page.getByRole('option', { name: 'Rows of a database changed' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('not shown again')).toBeVisible()
  await page.getByRole('tab', { name: 'Python' }).click()
  await expect(page.getByText('def is_genuine')).toBeVisible()
  await page.getByRole('link', { name: 'Open webhook' }).click()

  await page.getByRole('button', { name: 'Send test' }).click()
  const drawer = page.getByRole('dialog', { name: 'Delivery' })
  await expect(drawer).toContainText('answered 204')
  await expect(drawer).toContainText('webhook.test')
  expect(receiver.requests[0]?.headers['x-winnow-signature']).toMatch(/^sha256=/)
  await page.keyboard.press('Escape')

  receiver.on('/in', { status: 500 })
  const columns = [{ name: 'title', type: 'string' }]
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'Kettles', columns } })).json
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ title: 'Kettle' }] } })
  await expect(page.getByText('failing since')).toBeVisible()
  const log = page.getByRole('table', { name: 'Deliveries' })
  await log.getByRole('row').filter({ hasText: 'Rows of a database changed' }).click()
  await expect(drawer).toContainText('answered 500')
  await expect(drawer).toContainText('"database_name": "Kettles"')
  receiver.on('/in', { status: 200 })
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await expect(drawer).toContainText('answered 200')
  await page.keyboard.press('Escape')
  await expect(log.getByRole('row').filter({ hasText: 'answered 200' })).toContainText('Delivered')
  await expect(page.getByText('failing since')).toHaveCount(0)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('A webhook posts events')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table', { name: 'Webhooks' })).toContainText(receiver.url)
  await receiver.close()
})

test('a webhook keeps its choice of events for changed rows when it is edited', async ({ page, winnow }) => {
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  const json = { url: 'http://127.0.0.1:9/in', events: ['database.rows.changed'] }
  const { id } = (await winnow.call('/v1/webhooks', { json })).json
  const saved = async () => (await winnow.call(`/v1/webhooks/${id}`)).json
  await page.goto(`${winnow.url}/app/webhooks`)
  await expect(page.getByRole('table', { name: 'Webhooks' })).toContainText('Rows of a database changed')
  await page.goto(`${winnow.url}/app/webhooks/${id}`)
  const drawer = page.getByRole('dialog', { name: 'Edit webhook' })
  const edit = async (change: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await change()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer).toBeHidden()
  }
  const choice = drawer.getByRole('combobox', { name: 'Row changes' })
  await edit(async () => {
    await expect(choice).toHaveValue('One event per batch, run or job')
    await choice.click()
    await page.getByRole('option', { name: 'One event per write' }).click()
  })
  await edit(() => drawer.getByRole('textbox', { name: 'Description' }).fill('Mine'))
  const { row_changes, description } = await saved()
  expect([row_changes, description]).toEqual(['each', 'Mine'])
})

test('creating a webhook passes the accessibility check', async ({ page, winnow }) => {
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  await page.goto(`${winnow.url}/app/webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).click()
  await expect(page.getByRole('combobox', { name: 'Events' })).toBeVisible()
  await pictures(page, 'webhook-new')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/in')
  await page.getByRole('combobox', { name: 'Events' }).click()
  await page.getByRole('option', { name: 'All events of jobs' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Check the signature')).toBeVisible()
  await pictures(page, 'webhook-created')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})
