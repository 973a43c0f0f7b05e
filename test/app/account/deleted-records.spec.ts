import type { Page } from 'playwright/test'
import { expect, test } from '../support/app.ts'
import { fillWithSampleData } from '../support/sample-data.ts'

/** How long the answer to a deletion is delayed, so that the update about it arrives first. */
const LATE_MS = 2_500

const RECORDS = ['crons', 'webhooks', 'databases', 'jobs', 'batches', 'runs']

async function chooseDelete(page: Page, records: string): Promise<void> {
  if (records === 'databases') {
    await page.getByRole('button', { name: 'Database settings' }).click()
    await page.getByRole('button', { name: 'Delete database' }).click()
    return
  }
  await page.getByRole('button', { name: 'More actions for this' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
  if (['jobs', 'batches', 'runs'].includes(records)) await question.click()
}

// A page that fetches a record it has just deleted would show an error and log another one.
test('a record that is being deleted is not fetched again', async ({ page, winnow }) => {
  const params = await fillWithSampleData(winnow)
  let deleted = ''
  const requests: string[] = []
  await page.route('**/v1/**', async route => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    if (deleted && path.includes(deleted)) requests.push(`${request.method()} ${path}`)
    if (request.method() !== 'DELETE') return route.continue()
    deleted = path.split('/').at(-1)!
    const response = await route.fetch()
    await new Promise(resolve => setTimeout(resolve, LATE_MS))
    await route.fulfill({ response })
  })
  for (const records of RECORDS)
    await test.step(records, async () => {
      await page.goto(`${winnow.url}/app/${records}/${params[`/${records}/:id`]}`)
      await chooseDelete(page, records)
      await expect(page).toHaveURL(`${winnow.url}/app/${records}`)
      expect(params[`/${records}/:id`]).toBe(deleted)
      expect(requests).toEqual([])
    })
})

test.describe('deletion elsewhere', () => {
  test.use({ refused: [404] })

  for (const records of ['crons', 'webhooks', 'databases'])
    test(`the page of one of the ${records} that is deleted elsewhere says that it is gone, and where to restore it`, async ({
      page,
      winnow,
    }) => {
      const id = (await fillWithSampleData(winnow))[`/${records}/:id`]
      await page.goto(`${winnow.url}/app/${records}/${id}`)
      const settings = page.getByRole('button', { name: /^(More actions for this|Database settings)/ })
      await expect(settings).toBeVisible()
      await winnow.call(`/v1/${records}/${id}`, { method: 'DELETE' })
      await expect(page.getByRole('alert')).toContainText('There is nothing here under this id.')
      await expect(settings).toBeHidden()
      await expect(page.getByRole('button', { name: 'Try again' }), 'it would fail again').toHaveCount(0)
      await page.getByRole('link', { name: 'Settings → Deleted' }).click()
      await expect(page.getByRole('button', { name: /^Restore/ })).toBeVisible()
    })

  test('a page of a record that never existed offers no further attempt', async ({ page, winnow }) => {
    for (const path of ['parsers/prs_none', 'parsers/copy-prs_none', 'workflows/wf_none', 'jobs/job_none']) {
      await page.goto(`${winnow.url}/app/${path}`)
      await expect(page.getByRole('alert'), path).toContainText('There is nothing here under this id.')
      await expect(page.getByRole('button', { name: 'Try again' }), path).toHaveCount(0)
    }
  })

  test('an editor whose parser or workflow is deleted elsewhere keeps what was typed and can restore it', async ({
    page,
    winnow,
  }) => {
    const graph = { name: 'First', nodes: [{ id: 'start', type: 'input' }], edges: [] }
    const ids = {
      parser: await winnow.parser({ fields: { title: 'h1' } }, { name: 'First' }),
      workflow: (await winnow.call('/v1/workflows', { json: graph })).json.id,
    }
    for (const [kind, id] of Object.entries(ids))
      await test.step(kind, async () => {
        const at = `/v1/${kind}s/${id}`
        await page.goto(`${winnow.url}/app/${kind}s/${id}`)
        await page.getByLabel(`Name of the ${kind}`).fill('Mine')
        await winnow.call(at, { method: 'DELETE' })
        const notice = page.getByRole('status').filter({ hasText: `This ${kind} was deleted elsewhere.` })
        await expect(notice).toBeVisible()
        await expect(page.getByLabel(`Name of the ${kind}`)).toHaveValue('Mine')
        await expect(page.getByRole('button', { name: 'Save as v2' })).toBeDisabled()
        await notice.getByRole('button', { name: `Restore ${kind}` }).click()
        await expect(notice).toBeHidden()
        await page.getByRole('button', { name: 'Save as v2' }).click()
        await expect.poll(async () => (await winnow.call(at)).json.name).toBe('Mine')
      })
  })
})

// The table may update before or after the drawer has closed.
for (const lateMs of [0, LATE_MS])
  test(`deleting a row in its drawer closes it and focuses the next row, with answers ${lateMs} ms late`, async ({
    page,
    winnow,
  }) => {
    const id = (await fillWithSampleData(winnow))['/databases/:id']!
    let deleted = ''
    const requests: string[] = []
    await page.route('**/v1/databases/**', async route => {
      const request = route.request()
      const path = new URL(request.url()).pathname
      if (deleted && path.includes(deleted)) requests.push(`${request.method()} ${path}`)
      if (request.method() === 'DELETE') {
        deleted = path.split('/').at(-1)!
        const response = await route.fetch()
        await new Promise(resolve => setTimeout(resolve, lateMs))
        await route.fulfill({ response })
        return
      }
      if (deleted && path.endsWith('/rows')) await new Promise(resolve => setTimeout(resolve, lateMs))
      await route.continue()
    })
    await page.goto(`${winnow.url}/app/databases/${id}`)
    const grid = page.getByRole('table', { name: 'Rows' })
    const name = await grid.getByRole('row').nth(3).getByRole('cell').nth(1).innerText()
    const nextName = await grid.getByRole('row').nth(4).getByRole('cell').nth(1).innerText()
    await grid.getByRole('row').nth(3).click()
    const drawer = page.getByRole('dialog', { name: 'Row', exact: true })
    await drawer.getByRole('button', { name: 'Delete row' }).click()
    await page.getByRole('dialog', { name: 'Delete row' }).getByRole('button', { name: 'Delete row' }).click()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(`${winnow.url}/app/databases/${id}`)
    await expect(grid.getByText(name, { exact: true })).toBeHidden()
    await expect(grid.getByRole('row').filter({ hasText: nextName }).first()).toBeFocused()
    expect(requests).toEqual([])
  })

test('deleted records are listed in the settings, and can be restored there', async ({ page, winnow }) => {
  const id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Book titles' })
  const webhook = { url: 'https://hooks.example/in', events: ['job.*'] }
  const webhookAnswer = await winnow.call('/v1/webhooks', { json: webhook })
  await winnow.call(`/v1/webhooks/${webhookAnswer.json.id}`, { method: 'DELETE' })
  await winnow.call(`/v1/parsers/${id}`, { method: 'DELETE' })
  await page.goto(`${winnow.url}/app/settings/deleted`)
  const table = page.getByRole('table', { name: 'Deleted records' })
  await expect(table.getByRole('row').nth(1)).toContainText('Book titles')
  await expect(table.getByRole('row').nth(1)).toContainText('in 7 days')
  await expect(table.getByRole('row').nth(2)).toContainText('https://hooks.example/in')
  await page.getByLabel('Kind').selectOption('Parser')
  await expect(page).toHaveURL(/\?type=parser$/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('button', { name: 'Restore Book titles' }).click()
  await expect(page.getByText('Nothing of this kind was deleted.')).toBeVisible()
  expect((await winnow.call(`/v1/parsers/${id}`)).json.name).toBe('Book titles')
  await page.getByLabel('Kind').selectOption('Any kind')
  await expect(table.getByRole('row')).toHaveCount(2)
})

test.describe('a failed restoration', () => {
  test.use({ refused: [503] })

  // Without a message, the record would silently be lost after 7 days.
  test('says why a deletion could not be undone, and can be tried again', async ({ page, winnow }) => {
    const params = await fillWithSampleData(winnow)
    const id = params['/crons/:id']!
    let isRefused = false
    await page.route('**/v1/**/restore', route => {
      if (isRefused) return route.continue()
      isRefused = true
      return route.fulfill({ status: 503, json: { error: 'The store is busy.', code: 'busy' } })
    })
    await page.goto(`${winnow.url}/app/crons/${id}`)
    await chooseDelete(page, 'crons')
    await expect(page).toHaveURL(`${winnow.url}/app/crons`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('The store is busy.')).toBeVisible()
    const restored = page.waitForResponse(answer => answer.url().endsWith('/restore') && answer.ok())
    await page.getByRole('button', { name: 'Undo' }).click()
    await restored
    await page.goto(`${winnow.url}/app/crons/${id}`)
    await expect(page.getByRole('button', { name: 'More actions for this' })).toBeVisible()
  })
})
