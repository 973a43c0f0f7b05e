import { expect } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { open, parts, test } from '../support/playground.ts'

// These tests show refused calls; the browser logs an error for each.
test.use({ refused: [400, 404, 422, 502] })

test('an offline example is shown in all views, kept in the history, repeated and cleared', async ({
  page,
  winnow,
}) => {
  const { answer, history } = parts(page)
  await open(page, winnow, 'videosite-channel')
  await page.getByRole('button', { name: 'Try offline example (free)' }).click()
  await expect(answer.getByText('200', { exact: true })).toBeVisible()
  await expect(answer.getByText('synthetic page')).toBeVisible()
  await expect(answer.getByText('from saved')).toBeVisible()
  await expect(answer.getByText('free', { exact: true })).toBeVisible()
  expect((await winnow.call('/v1/credits')).json.creditBalance).toBe(1_000)
  const { request } = parts(page)
  await expect(request.getByText('videosite-channel.html', { exact: true })).toBeVisible()
  await expect(request.getByRole('radio', { name: 'From saved pages' })).toBeChecked()

  await answer.getByLabel('Find in answer').fill('tidepool')
  await expect(answer.getByText(/^1 of \d+$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(answer.getByText(/^2 of \d+$/)).toBeVisible()

  await answer.getByRole('tab', { name: 'Table' }).click()
  await expect(answer.getByRole('columnheader', { name: 'width' })).toBeVisible()
  await answer.getByRole('tab', { name: 'Raw' }).click()
  await expect(answer.getByText('"identity": {')).toBeVisible()
  await answer.getByRole('tab', { name: 'Headers' }).click()
  await expect(answer.getByRole('cell', { name: 'x-source', exact: true })).toBeVisible()

  for (const region of [answer, history])
    await expect(region.getByText('Example', { exact: true })).toBeVisible()
  await page.reload()
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await history.getByText('videosite-channel, from saved pages').click()
  await expect(page).toHaveURL(/playground\/extract-videosite-channel$/)
  await expect(answer.getByRole('treeitem').first()).toBeVisible()
  await history.getByRole('button', { name: 'Send videosite-channel, from saved pages again' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(2)

  await history.getByRole('button', { name: 'Clear' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(2)
})

test('the history grows with its calls, is resized by mouse or keyboard, and keeps its size', async ({
  page,
  winnow,
}) => {
  const { history, request, send } = parts(page)
  const height = async () => Math.round((await history.boundingBox())!.height)
  await open(page, winnow, 'parser-list')
  await expect(history.getByText('Calls that you send appear here')).toBeVisible()
  expect(await height()).toBeLessThan(50)
  const sendMore = async (upTo: number) => {
    for (let count = await history.getByRole('listitem').count(); count < upTo; count++) {
      await send.click()
      await expect(history.getByRole('listitem')).toHaveCount(count + 1)
    }
  }
  await sendMore(2)
  expect(await height()).toBeLessThan(120)
  await sendMore(9)
  await expect(request).toBeVisible()

  const split = page.getByRole('separator', { name: 'Resize Call and History' })
  const before = await height()
  const { x, y, width } = (await split.boundingBox())!
  await page.mouse.move(x + width / 2, y)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y - 80, { steps: 4 })
  await page.mouse.up()
  await expect.poll(height).toBeGreaterThan(before + 75)

  await split.focus()
  const share = Number(await split.getAttribute('aria-valuenow'))
  await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(height).toBeGreaterThan(before + 90)
  expect(Number(await split.getAttribute('aria-valuenow'))).toBeLessThan(share)
  const chosenHeight = await height()
  await page.reload()
  await expect(history.getByRole('listitem').first()).toBeVisible()
  await expect.poll(height).toBe(chosenHeight)
})

test('two answers of the history are compared', async ({ page, winnow }) => {
  const { request, history, send } = parts(page)
  await open(page, winnow, 'weathersite-forecast')
  for (const [at, city] of ['Hillside', 'Harbour'].entries()) {
    await request.getByLabel('place', { exact: false }).last().fill(city)
    await send.click()
    await expect(history.getByRole('listitem')).toHaveCount(at + 1)
  }
  const choose = history.getByRole('button', { name: 'Compare the answer of weathersite-forecast' })
  await choose.first().click()
  await choose.last().click()
  const drawer = page.getByRole('dialog', { name: 'Compare answers' })
  await expect(drawer.locator('.cm-deletedChunk')).toContainText('"place": "Hillside"')
  await expect(drawer.locator('.cm-changedLine')).toContainText('"place": "Harbour"')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.reload()
  await expect(drawer.locator('.cm-deletedChunk')).toContainText('"place": "Hillside"')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(choose.first()).toHaveAttribute('aria-pressed', 'false')
})
