import type { Page } from 'playwright/test'
import type { TestApp } from '../../support/start-app.ts'
import { expect, test } from '../support/app.ts'

// A click can miss an element that is still sliding in.
test.use({ contextOptions: { reducedMotion: 'reduce' }, refused: [412] })

const GRAPH = { name: 'First', nodes: [{ id: 'input', type: 'input', config: {} }], edges: [] }
const title = (page: Page) => page.getByLabel('Name of the workflow')
const savedElsewhere = (page: Page) => page.getByText(/was saved elsewhere/)

/** Saves a new version of a workflow, as another window would. */
const saveElsewhere = (winnow: TestApp, id: string, name: string) =>
  winnow.call(`/v1/workflows/${id}`, { method: 'PUT', json: { ...GRAPH, name } })

test('an editor without changes shows a version that is saved elsewhere', async ({ page, winnow }) => {
  const { id } = (await winnow.call('/v1/workflows', { json: GRAPH })).json
  await page.goto(`${winnow.url}/app/workflows/${id}`)
  await expect(title(page)).toHaveValue('First')
  await saveElsewhere(winnow, id, 'Theirs')
  await expect(page.getByText('v2 · saved')).toBeVisible()
  await expect(title(page)).toHaveValue('Theirs')
  await expect(savedElsewhere(page)).toHaveCount(0)
  await page.reload()
  await expect(title(page)).toHaveValue('Theirs')
  await expect(savedElsewhere(page)).toHaveCount(0)
})

test('after changes of a workflow are discarded, the next ones are based on the newest version', async ({
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
  await expect(savedElsewhere(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save as v3' }).click()
  await expect(page.getByText('v3 · saved')).toBeVisible()
  expect((await winnow.call(`/v1/workflows/${id}`)).json.name).toBe('Theirs and mine')
})

test('what is typed in a window is kept when another window of the browser saves the same workflow', async ({
  page,
  winnow,
  context,
}) => {
  const { id } = (await winnow.call('/v1/workflows', { json: GRAPH })).json
  const other = await context.newPage()
  for (const window of [page, other]) await window.goto(`${winnow.url}/app/workflows/${id}`)
  await title(page).fill('Mine')
  await title(other).fill('Theirs')
  await other.getByRole('button', { name: 'Save as v2' }).click()
  await expect(savedElsewhere(page)).toBeVisible()
  await page.reload()
  await expect(title(page)).toHaveValue('Mine')
  await expect(savedElsewhere(page)).toBeVisible()
})

for (const [kind, label, save] of [
  ['workflows', 'Name of the workflow', 'Save'],
  ['parsers', 'Name of the parser', 'Save'],
] as const)
  test(`what is typed while one of the new ${kind} is being saved is kept`, async ({ page, winnow }) => {
    await page.route(`**/v1/${kind}`, async route => {
      if (route.request().method() === 'POST') await new Promise(resolve => setTimeout(resolve, 1_500))
      await route.continue()
    })
    await page.goto(`${winnow.url}/app/${kind}/new`)
    await page.getByLabel(label).fill('Prices')
    await page.getByRole('button', { name: save, exact: true }).click()
    await page.getByLabel(label).fill('Prices of kettles')
    await expect(page).not.toHaveURL(/new$/)
    await expect(page.getByText('v1, unsaved changes')).toBeVisible()
    await expect(page.getByLabel(label)).toHaveValue('Prices of kettles')
  })

interface EditedRecord {
  path: string
  /** The fields that the record is created with. */
  body: (winnow: TestApp) => Promise<object> | object
  /** The label of a text field of the record; `field` is its name in the API. */
  label: string
  field: string
}

const EDITED_RECORDS: Record<string, EditedRecord> = {
  cron: {
    path: 'crons',
    body: async winnow => {
      const parser = await winnow.parser({ fields: { title: 'h1' } })
      const target = { type: 'parser', id: parser, input: { url: 'https://shop.example/kettle' } }
      return { name: 'First', expression: '0 9 * * *', timezone: 'UTC', target }
    },
    label: 'Name',
    field: 'name',
  },
  webhook: {
    path: 'webhooks',
    body: () => ({ url: 'https://hooks.example/in', events: ['job.completed'] }),
    label: 'Description',
    field: 'description',
  },
  database: {
    path: 'databases',
    body: () => ({ name: 'First', columns: [{ name: 'title', type: 'string' }] }),
    label: 'Name',
    field: 'name',
  },
  session: {
    path: 'sessions',
    body: () => ({ name: 'First', hosts: ['shop.example'], login_url: 'https://shop.example/login' }),
    label: 'Name',
    field: 'name',
  },
}

for (const [kind, { path, body, label, field }] of Object.entries(EDITED_RECORDS))
  test(`a ${kind} changed elsewhere while it is edited loses neither change without asking`, async ({
    page,
    winnow,
  }) => {
    const json = await body(winnow)
    const { id } = (await winnow.call(`/v1/${path}`, { json })).json
    const at = `/v1/${path}/${id}`
    const saved = async () => (await winnow.call(at)).json[field]
    const change = async (value: string) => {
      const { status, text } = await winnow.call(at, { method: 'PUT', json: { ...json, [field]: value } })
      expect(status, text).toBe(200)
    }
    const drawer = page.getByRole('dialog')
    const text = drawer.getByRole('textbox', { name: label, exact: true }).first()
    const open = async () => {
      if (path !== 'sessions') return
      await page.getByRole('button', { name: /^Actions/ }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    }
    const drawerName = path === 'databases' ? 'settings' : 'edit'
    await page.goto(`${winnow.url}/app/${path}${path === 'sessions' ? '' : `/${id}?drawer=${drawerName}`}`)
    await open()
    await expect(text).toBeVisible()
    await change('Untouched')
    await expect(text, 'a form without changes shows what is saved').toHaveValue('Untouched')

    await text.fill('Mine')
    await change('Theirs')
    await expect(drawer.getByText(`This ${kind} was changed elsewhere.`)).toBeVisible()
    await page.reload()
    await open()
    await expect(text, 'what was typed outlives a reload').toHaveValue('Mine')
    await expect(drawer.getByText(`This ${kind} was changed elsewhere.`)).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Discard my changes' }).click()
    await expect(text).toHaveValue('Theirs')
    expect(await saved()).toBe('Theirs')

    await text.fill('Mine again')
    await change('Theirs again')
    await drawer.getByRole('button', { name: 'Save mine' }).click()
    await expect(drawer).toHaveCount(0)
    expect(await saved()).toBe('Mine again')
  })

test('an account changed elsewhere while it is edited loses neither change without asking', async ({
  page,
  winnow,
}) => {
  const change = (monthly_grant: number) => winnow.admin('/admin/accounts/default', { monthly_grant })
  const grant = async () => (await winnow.admin('/admin/accounts')).json.data[0].monthly_grant
  const drawer = page.getByRole('dialog')
  const field = drawer.getByLabel('Monthly grant')
  await page.goto(`${winnow.url}/app/settings/accounts`)
  await page.getByRole('button', { name: 'Change default' }).click()
  await expect(field).toHaveValue('0')
  await change(100)
  await expect(field, 'a form without changes shows what is saved').toHaveValue('100')

  await field.fill('7')
  await change(200)
  await expect(drawer.getByText('This account was changed elsewhere.')).toBeVisible()
  await page.reload()
  await expect(field, 'what was typed outlives a reload').toHaveValue('7')
  await expect(drawer.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(field).toHaveValue('200')
  expect(await grant()).toBe(200)

  await field.fill('8')
  await change(300)
  await drawer.getByRole('button', { name: 'Save mine' }).click()
  await expect(drawer).toHaveCount(0)
  expect(await grant()).toBe(8)
})
