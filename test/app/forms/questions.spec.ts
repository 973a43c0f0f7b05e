import { expect, test } from '../support/app.ts'
import { seriousFindings, seriousFindingsInBothThemes } from '../support/axe.ts'

test('the question before a permanent deletion is accessible in both themes', async ({ page, winnow }) => {
  const parser_id = await winnow.parser({ fields: { title: 'h1' } })
  const { id } = (
    await winnow.call('/v1/jobs', { json: { type: 'parse', parser_id, input: { html: '<h1>Tea</h1>' } } })
  ).json
  await winnow.ended(`/v1/jobs/${id}`)
  await page.goto(`${winnow.url}/app/jobs/${id}`)
  await page.getByRole('button', { name: 'More actions for this job' }).click()
  await page.getByRole('menuitem', { name: 'Delete job' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete job' })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})

test('an open menu is accessible, focuses an item, and returns the focus when it is closed', async ({
  page,
  winnow,
}) => {
  await winnow.call('/v1/databases', {
    json: { name: 'Kettles', columns: [{ name: 'title', type: 'string' }] },
  })
  await page.goto(`${winnow.url}/app/databases`)
  const button = page.getByRole('button', { name: 'Actions for Kettles' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('Escape closes only the topmost dialog, and shortcuts do not reach the page behind a dialog', async ({
  page,
  winnow,
}) => {
  const columns = [{ name: 'title', type: 'string' }]
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'Kettles', columns } })).json
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ title: 'Copper kettle' }] } })
  await page.goto(`${winnow.url}/app/databases/${id}`)
  await page.getByRole('table', { name: 'Rows' }).getByText('Copper kettle').click()
  const drawer = page.getByRole('dialog', { name: 'Row', exact: true })
  const remove = drawer.getByRole('button', { name: 'Delete row' })
  const question = page.getByText('Deletes the row permanently.')
  await remove.click()
  await expect(question).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete row' }).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(drawer).toBeVisible()

  await remove.focus()
  await page.keyboard.press('/')
  await expect(remove).toBeFocused()
  for (const [keys, dialog] of [
    ['ControlOrMeta+k', page.getByLabel('Find', { exact: true })],
    ['?', page.getByText('Go to Keys')],
  ] as const) {
    await page.keyboard.press(keys)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(drawer).toBeVisible()
    await expect(remove).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})
