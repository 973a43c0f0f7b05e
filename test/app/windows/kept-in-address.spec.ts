import { expect, test } from '../support/app.ts'
import { fillWithSampleData } from '../support/sample-data.ts'

test('drawers of a row, a change, a delivery and a log line are open again after a reload', async ({
  page,
  winnow,
}) => {
  const params = await fillWithSampleData(winnow)
  const reopens = async (name: string, text: string) => {
    await page.reload()
    const drawer = page.getByRole('dialog', { name })
    await expect(drawer).toContainText(text)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }
  await page.goto(`${winnow.url}/app/databases/${params['/databases/:id']}`)
  await page.getByRole('row').filter({ hasText: 'Kettle 79' }).click()
  await reopens('Row', 'Hillside Goods')

  await page.getByText('Changes', { exact: true }).click()
  await page.getByLabel('Kind of change').selectOption({ label: 'Changed' })
  await page.getByRole('row').filter({ hasText: 'Kettle 7' }).first().click()
  await reopens('Change', 'price')
  await expect(page.getByLabel('Kind of change')).toHaveValue('changed')

  await page.goto(`${winnow.url}/app/webhooks/${params['/webhooks/:id']}`)
  await page.getByRole('row').filter({ hasText: 'Rows of a database changed' }).first().click()
  await reopens('Delivery', 'no answer: could not connect')

  await page.goto(`${winnow.url}/app/settings/log`)
  await page.getByText('Debug', { exact: true }).click()
  const line = page.getByRole('table', { name: 'Log' }).getByRole('row').nth(1)
  const message = await line.getByRole('cell').nth(2).innerText()
  await line.click()
  await reopens(message, '{')
  await expect(page.getByRole('radio', { name: 'Debug' })).toBeChecked()
})

test('lists on the page of a record keep their filters in the address and in named views', async ({
  page,
  winnow,
}) => {
  const params = await fillWithSampleData(winnow)
  const lists = [
    {
      at: `batches/${params['/batches/:id']}`,
      filter: 'State of items',
      choice: 'failed',
      words: 'Failed (12)',
    },
    { at: `crons/${params['/crons/:id']}`, filter: 'State of runs', choice: 'completed', words: 'Completed' },
    {
      at: `webhooks/${params['/webhooks/:id']}`,
      filter: 'State of deliveries',
      choice: 'pending',
      words: 'Pending',
    },
    {
      at: `databases/${params['/databases/:id']}?view=changes`,
      filter: 'Kind of change',
      choice: 'added',
      words: 'Added',
    },
    { at: 'credits', filter: 'Kind of entry', choice: 'capture', words: 'Spent' },
  ]
  for (const { at, filter, choice, words } of lists) {
    await page.goto(`${winnow.url}/app/${at}`)
    const select = page.getByLabel(filter)
    await select.selectOption({ label: words })
    await expect(page).toHaveURL(new RegExp(`=${choice}$`))
    await expect(select).toHaveAttribute('title', choice)
    await page.reload()
    await expect(select).toHaveValue(choice)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Name of the view').fill(`Only ${words}`)
    await page.getByRole('dialog', { name: 'Views' }).getByRole('button', { name: 'Save' }).click()
    const view = page.getByRole('button', { name: `Only ${words}`, exact: true })
    await expect(view).toBeVisible()
    await page.goto(`${winnow.url}/app/${at}`)
    await expect(select).toHaveValue('')
    await page.getByRole('button', { name: 'Views (1)' }).click()
    await view.click()
    await expect(select).toHaveValue(choice)
  }
})

test('a saved view of deliveries works for every webhook', async ({ page, winnow }) => {
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  const ids: string[] = []
  for (const path of ['in', 'out']) {
    const json = { url: `http://127.0.0.1:9/${path}`, events: ['job.*'] }
    ids.push((await winnow.call('/v1/webhooks', { json })).json.id)
  }
  await page.goto(`${winnow.url}/app/webhooks/${ids[0]}?state=failed`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of the view').fill('What failed')
  await page.getByRole('dialog', { name: 'Views' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'What failed', exact: true })).toBeVisible()
  await page.goto(`${winnow.url}/app/webhooks/${ids[1]}`)
  await page.getByRole('button', { name: 'Views (1)' }).click()
  await page.getByRole('button', { name: 'What failed', exact: true }).click()
  await expect(page.getByLabel('State of deliveries')).toHaveValue('failed')
  await expect(page.getByText('No deliveries in this state.')).toBeVisible()
})
