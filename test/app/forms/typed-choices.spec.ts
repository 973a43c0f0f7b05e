import { expect, test } from '../support/app.ts'

test('Enter in a list that is searched chooses the first match, and never submits the form', async ({
  page,
  winnow,
}) => {
  const id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Shop' })
  const target = { type: 'parser', id, input: { html: '<h1>Kettle</h1>' } }
  const cron = { name: 'Night', expression: '0 0 1 1 *', timezone: 'UTC', target }
  const created = (await winnow.call('/v1/crons', { json: cron })).json
  const saved = async () => (await winnow.call(`/v1/crons/${created.id}`)).json
  await page.goto(`${winnow.url}/app/crons/${created.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('nowhere')
  await expect(page.getByText('No matching time zone')).toBeVisible()
  await page.keyboard.press('Enter')
  await zone.fill('tokyo')
  await expect(page.getByRole('option', { name: 'Asia/Tokyo' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue('Asia/Tokyo')
  expect(await saved()).toMatchObject({ version: created.version, timezone: 'UTC' })
  await page.keyboard.press('Enter')
  await expect(zone).toBeHidden()
  expect(await saved()).toMatchObject({ timezone: 'Asia/Tokyo' })
})

test('Enter in a list of several choices adds the first match of what is typed', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/webhooks?form=new`)
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type('https://hooks.example/in')
  const events = page.getByRole('combobox', { name: 'Events' })
  await events.focus()
  for (const typed of ['cron paused', 'nothing like it', 'job failed']) {
    await events.fill(typed)
    await expect(page.getByRole('option').or(page.getByText('No matches'))).toBeVisible()
    await page.keyboard.press('Enter')
  }
  expect((await winnow.call('/v1/webhooks')).json.data).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Webhooks' })).toContainText('Cron paused, Job failed')
})

test('Enter in an emptied filter clears it', async ({ page, winnow }) => {
  const id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Shop' })
  await page.goto(`${winnow.url}/app/jobs?parser_id=${id}`)
  const filter = page.getByRole('combobox', { name: 'Parser or API' })
  await expect(filter).toHaveValue('Shop')
  await filter.fill('')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/parser_id/)
})
