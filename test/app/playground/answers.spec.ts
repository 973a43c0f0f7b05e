import { gatePage } from '../../jobs/support/gate-page.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { expect } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { cancelledCalls } from '../support/more-operations.ts'
import { inputQuery, open, parts, test } from '../support/playground.ts'

// These tests show refused calls; the browser logs an error for each.
test.use({ refused: [400, 404, 422, 502] })

test('views and actions of an answer are visible in a small window', async ({ page, winnow }) => {
  const { answer } = parts(page)
  await page.setViewportSize({ width: 1024, height: 640 })
  await open(page, winnow, 'videosite-channel')
  await page.getByRole('button', { name: 'Try offline example (free)' }).click()
  await expect(answer.getByRole('tab', { name: 'Headers' })).toBeInViewport({ ratio: 1 })
  await expect(answer.getByRole('button', { name: /^Save the answer as/ })).toBeInViewport({ ratio: 1 })
})

test('exported rows are shown as a table, and a spreadsheet can be saved', async ({ page, winnow }) => {
  const { answer, send } = parts(page)
  const columns = [{ name: 'sku', type: 'string' }]
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'shop', columns } })).json
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ sku: 'kettle' }, { sku: 'pot' }] } })
  await open(page, winnow, `database-export${inputQuery({ id })}`)
  await send.click()
  await answer.getByRole('tab', { name: 'Table' }).click()
  await expect(answer.getByText('kettle')).toBeVisible()
  await expect(
    answer.getByRole('button', { name: 'Save the answer as database-export.ndjson' }),
  ).toBeVisible()

  await open(page, winnow, `database-export${inputQuery({ id, format: 'xlsx' })}`)
  await send.click()
  await expect(answer.getByText('This answer is a spreadsheet.')).toBeVisible()
  await expect(answer.getByRole('button', { name: 'Save the answer as database-export.xlsx' })).toBeVisible()
})

test('rows of a table are as high as their text and do not overlap', async ({ page, winnow }) => {
  const { answer, send } = parts(page)
  const columns = [{ name: 'note', type: 'string' }]
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'notes', columns } })).json
  const notes = ['one line', 'first\nsecond\nthird', 'word '.repeat(400), 'last'].map(note => ({ note }))
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: notes } })
  await open(page, winnow, `database-export${inputQuery({ id })}`)
  await send.click()
  await answer.getByRole('tab', { name: 'Table' }).click()
  const rows = answer.getByRole('row').filter({ has: page.getByRole('cell') })
  const boxes = () => Promise.all([0, 1, 2, 3].map(async at => (await rows.nth(at).boundingBox())!))
  await expect(rows).toHaveCount(4)
  await expect.poll(async () => (await boxes())[1]!.height).toBeGreaterThan(55)
  const [one, three, cut, last] = await boxes()
  expect(one!.height).toBeLessThan(35)
  expect(cut!.height, 'a long text is cut after some lines').toBeLessThan(150)
  for (const [above, below] of [
    [one, three],
    [three, cut],
    [cut, last],
  ])
    expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height - 0.5)
})

test('events are shown as they arrive, and as a table at the end', async ({ page, winnow }) => {
  const { answer, send } = parts(page)
  const parserId = await winnow.parser({ fields: { title: 'h1' } })
  const site = await startLocalSite()
  const gatedPage = gatePage(site, '/kettle')
  const job = { parser_id: parserId, input: { url: `${site.url}/kettle` } }
  const { id } = (await winnow.call('/v1/jobs', { json: job })).json
  await gatedPage.waiting(1)
  await open(page, winnow, `job-events${inputQuery({ id })}`)
  await send.click()
  await expect(answer.getByText('1 event', { exact: true })).toBeVisible()
  await expect(answer.getByText('"state": "running"')).toBeVisible()
  gatedPage.open()
  await answer.getByRole('tab', { name: 'Table' }).click()
  await expect(answer.getByText('completed').last()).toBeVisible()
  await site.close()
})

test('cancelling a slow call also stops it in the service', async ({ page, winnow }) => {
  const { request, answer, send } = parts(page)
  await open(page, winnow, 'wait')
  const before = cancelledCalls.length
  await send.click()
  await expect(request.getByText('Waiting for the answer')).toBeVisible()
  await request.getByRole('button', { name: 'Cancel' }).click()
  await expect(send).toBeVisible()
  await expect(answer.getByText('The answer appears here')).toBeVisible()
  await expect.poll(() => cancelledCalls.length).toBe(before + 1)
})

test('the Playground passes the accessibility check', async ({ page, winnow }) => {
  const { request, answer, send } = parts(page)
  await open(page, winnow, 'parser-create')
  await request.getByRole('button', { name: 'Fetching' }).click()
  await send.click()
  await expect(answer.getByRole('alert')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await open(page, winnow, 'shortvideo-comments')
  await page.getByRole('button', { name: 'Try offline example (free)' }).click()
  await expect(answer.getByRole('treeitem').first()).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await answer.getByRole('tab', { name: 'Table' }).click()
  await expect(answer.getByRole('row').nth(1)).toBeVisible()
  await request.getByRole('button', { name: 'Docs' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})
