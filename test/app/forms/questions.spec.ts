import { expect, test } from '../support/app.ts'
import { graveFindings, graveInBothThemes } from '../support/axe.ts'

test('the question before something is deleted for good is read in both themes', async ({ page, winnow }) => {
  const parser_id = await winnow.parser({ fields: { title: 'h1' } })
  const { id } = (
    await winnow.call('/v1/jobs', { json: { type: 'parse', parser_id, input: { html: '<h1>Tea</h1>' } } })
  ).json
  await winnow.ended(`/v1/jobs/${id}`)
  await page.goto(`${winnow.url}/app/jobs/${id}`)
  await page.getByRole('button', { name: 'More actions for this job' }).click()
  await page.getByRole('menuitem', { name: 'Delete job' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete job' })).toBeVisible()
  expect(await graveInBothThemes(page)).toEqual([])
})

test('an open menu has nothing but its items, and the first one has the focus', async ({ page, winnow }) => {
  await winnow.call('/v1/databases', {
    json: { name: 'Kettles', columns: [{ name: 'title', type: 'string' }] },
  })
  await page.goto(`${winnow.url}/app/databases`)
  const button = page.getByRole('button', { name: 'Actions for Kettles' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  expect(await graveFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})
