import { expect, test } from './support/app.ts'

test('the controls of a row name their row', async ({ page, winnow }) => {
  await winnow.admin('/admin/keys', { name: 'nightly backup' })
  await page.goto(`${winnow.url}/app/keys`)
  await expect(page.getByRole('button', { name: 'Revoke nightly backup', exact: true })).toBeVisible()

  await page.goto(`${winnow.url}/app/settings/data`)
  await expect(page.getByRole('button', { name: 'Empty Kept pages', exact: true })).toBeVisible()
  await page.goto(`${winnow.url}/app/settings`)
  const browsers = page.getByRole('table', { name: 'Signed-in browsers' })
  await expect(browsers.getByRole('button', { name: /^Sign out .+/ })).toBeVisible()

  const columns = [{ name: 'title', type: 'string' }]
  const { json } = await winnow.call('/v1/databases', { json: { name: 'Kettles', columns } })
  const rows = [{ title: 'Copper kettle' }, { title: 'Steel kettle' }]
  await winnow.call(`/v1/databases/${json.id}/rows`, { json: { rows } })
  await page.goto(`${winnow.url}/app/databases/${json.id}`)
  for (const { title } of rows) {
    const checkbox = page.getByRole('checkbox', { name: `Select this row ${title}`, exact: true })
    await expect(checkbox).toBeVisible()
  }
})
