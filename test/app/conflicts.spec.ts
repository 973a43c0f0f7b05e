import type { Page } from 'playwright/test'
import type { TestApp } from '../support/start-app.ts'
import { expect, test } from './support/app.ts'

// A click on what still slides in can miss it.
test.use({ contextOptions: { reducedMotion: 'reduce' }, refused: [412] })

const GRAPH = { name: 'First', nodes: [{ id: 'input', type: 'input', config: {} }], edges: [] }
const title = (page: Page) => page.getByLabel('Name of the workflow')
const elsewhere = (page: Page) => page.getByText(/was saved elsewhere/)

/** Saves another version of a workflow, as a second window would. */
const saveElsewhere = (winnow: TestApp, id: string, name: string) =>
  winnow.call(`/v1/workflows/${id}`, { method: 'PUT', json: { ...GRAPH, name } })

test('an editor in which nothing was changed shows the version that was saved elsewhere', async ({
  page,
  winnow,
}) => {
  const { id } = (await winnow.call('/v1/workflows', { json: GRAPH })).json
  await page.goto(`${winnow.url}/app/workflows/${id}`)
  await expect(title(page)).toHaveValue('First')
  await saveElsewhere(winnow, id, 'Theirs')
  await expect(page.getByText('v2 · saved')).toBeVisible()
  await expect(title(page)).toHaveValue('Theirs')
  await expect(elsewhere(page)).toHaveCount(0)
  await page.reload()
  await expect(title(page)).toHaveValue('Theirs')
  await expect(elsewhere(page)).toHaveCount(0)
})

test('after changes of a workflow were discarded, the next ones are saved upon the newest version', async ({
  page,
  winnow,
}) => {
  const { id } = (await winnow.call('/v1/workflows', { json: GRAPH })).json
  await page.goto(`${winnow.url}/app/workflows/${id}`)
  await title(page).fill('Mine')
  await saveElsewhere(winnow, id, 'Theirs')
  await page.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(title(page)).toHaveValue('Theirs')
  await title(page).fill('Theirs and mine')
  await expect(page.getByText('v2, unsaved changes')).toBeVisible()
  await expect(elsewhere(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save as v3' }).click()
  await expect(page.getByText('v3 · saved')).toBeVisible()
  expect((await winnow.call(`/v1/workflows/${id}`)).json.name).toBe('Theirs and mine')
})

for (const [what, label, save] of [
  ['workflows', 'Name of the workflow', 'Save'],
  ['parsers', 'Name of the parser', 'Save'],
] as const)
  test(`what is typed while one of the new ${what} is saved stays`, async ({ page, winnow }) => {
    await page.route(`**/v1/${what}`, async route => {
      if (route.request().method() === 'POST') await new Promise(resolve => setTimeout(resolve, 1_500))
      await route.continue()
    })
    await page.goto(`${winnow.url}/app/${what}/new`)
    await page.getByLabel(label).fill('Prices')
    await page.getByRole('button', { name: save, exact: true }).click()
    await page.getByLabel(label).fill('Prices of kettles')
    await expect(page).not.toHaveURL(/new$/)
    await expect(page.getByText('v1, unsaved changes')).toBeVisible()
    await expect(page.getByLabel(label)).toHaveValue('Prices of kettles')
  })
