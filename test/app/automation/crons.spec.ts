import { startLocalSite } from '../../support/local-site.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'
import { fillWithSampleData } from '../support/sample-data.ts'

test.use({ refused: [400, 409] })

test('a cron is created with a preview of its times, run, paused, changed, deleted and restored', async ({
  page,
  winnow,
}) => {
  const site = await startLocalSite()
  site.on('/page', { body: '<h1>Kettle</h1>' })
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  await winnow.parser({ fields: { title: { css: 'h1', required: true } } }, { name: 'Shop' })

  await page.goto(`${winnow.url}/app/crons`)
  await page.getByRole('link', { name: 'New cron' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Kettles')
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('30 2 * *')
  const preview = page.getByRole('region', { name: 'Upcoming runs' })
  await expect(preview).toContainText('cannot be read')
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('30 2 * * 1-5')
  await expect(preview).toContainText('At 02:30, Monday through Friday')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Toky')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await expect(preview.getByRole('listitem')).toHaveCount(10)
  await expect(preview.getByRole('listitem').first()).toContainText('02:30')
  await expect(preview.getByRole('listitem').first()).toContainText('here')
  await preview.getByRole('switch', { name: '12-hour clock' }).click()
  await expect(preview).toContainText('At 02:30 AM')

  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'Shop' }).click()
  await page.getByRole('button', { name: 'Create cron' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('textbox', { name: 'Addresses' }).fill(`${site.url}/page?1\n${site.url}/page?2\n`)
  await page.getByRole('button', { name: 'Create cron' }).click()

  await expect(page.getByText('No runs yet')).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  const history = page.getByRole('table', { name: 'History' })
  const first = history.getByRole('row').nth(1)
  await expect(first).toContainText('Completed')
  await expect(first).toContainText('By hand')
  await first.getByRole('link', { name: 'Batch' }).click()
  await expect(page.getByRole('link', { name: 'a cron' })).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('alert')).toContainText('Paused by hand.')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit cron' })
  await expect(drawer.getByRole('textbox', { name: 'Addresses' })).toHaveValue(/page\?1\n.*page\?2$/)
  await drawer.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Every 15 minutes' }).click()
  await drawer.getByRole('button', { name: 'Overlaps, missed times' }).click()
  await drawer.getByRole('textbox', { name: 'Pause after failed runs' }).fill('1')
  await drawer.getByRole('textbox', { name: 'Addresses' }).fill(`${site.url}/none`)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Every 15 minutes').first()).toBeVisible()

  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(history.getByRole('row').nth(1)).toContainText('Failed')
  await expect(page.getByRole('alert')).toContainText('A run failed:')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('A cron runs a parser')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table', { name: 'Crons' })).toContainText('Kettles')
  await site.close()
})

test('an error in a form moves the focus to its field, and disappears when the field is corrected', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/crons/new`)
  const name = page.getByRole('textbox', { name: 'Name' })
  const messages = page.getByText('is missing.')
  for (const submit of [
    () => page.getByRole('button', { name: 'Create cron' }).click(),
    () => page.getByRole('button', { name: 'Create cron' }).press('Enter'),
  ]) {
    await submit()
    await expect(name).toBeFocused()
    await expect(name).toBeInViewport()
    await expect(messages).toHaveCount(2)
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('5 * * * *')
    await expect(messages).toHaveCount(2)
    await name.fill('Kettles')
    await expect(messages).toHaveCount(0)
    await name.fill('')
  }

  // An error without a field gets the focus itself, so that screen readers announce it.
  await page.route('**/v1/crons', route =>
    route.fulfill({ status: 400, json: { error: 'Something is wrong.', code: 'invalid_input' } }),
  )
  await page.getByRole('button', { name: 'Create cron' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
})

test('the times of the next day and week are charted, and the palette finds each cron', async ({
  page,
  winnow,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const params = await fillWithSampleData(winnow)
  await page.goto(`${winnow.url}/app/crons`)
  const day = page.getByRole('region', { name: 'Next 24 hours' })
  await expect(day.getByRole('img', { name: /^96 times, first at/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Crons' })
  await expect(table.getByRole('row').filter({ hasText: 'Offers' })).toContainText('Paused')
  await pictures(page, 'crons')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await day.getByText('Show as a table').press('Enter')
  const times = page.getByRole('table', { name: 'Next 24 hours' })
  await expect(times.getByRole('row', { name: 'Night round' })).toContainText(/\d\d:\d\d/)

  await page.getByRole('radiogroup', { name: 'Calendar' }).getByText('7 days').click()
  const week = page.getByRole('table', { name: 'Next 7 days' })
  const nights = week.getByRole('row', { name: 'Night round' }).getByRole('cell')
  await expect(nights.filter({ hasText: /^\d\d:\d\d/ })).toHaveCount(7)
  await expect(week.getByRole('cell').filter({ hasText: '+ times' })).toHaveCount(1)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  await page.goto(`${winnow.url}/app/crons/${params['/crons/:id']}`)
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Completed')
  await pictures(page, 'cron')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  await page.goto(`${winnow.url}/app/crons/new`)
  await expect(page.getByRole('region', { name: 'Upcoming runs' })).toContainText('At 09:00')
  await page.getByRole('button', { name: 'Overlaps, missed times' }).click()
  await pictures(page, 'cron-new')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Find').fill('Night round')
  const match = page.getByRole('button', { name: 'Open cron Night round' })
  await expect(match).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByText('At 02:30')).toBeVisible()
})

test('a run says what it reserved while it runs, and why it is skipped', async ({ page, winnow }) => {
  const site = await startLocalSite()
  let answer = () => {}
  site.on('/slow', (_request, response) => {
    answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Kettle</h1>')
  })
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  const parser = await winnow.parser({ fields: { title: 'h1' } })
  const target = { type: 'parser', id: parser, input: { url: `${site.url}/slow` } }
  const json = { name: 'Slow', expression: '0 0 1 1 *', timezone: 'UTC', target, overlap: 'queue' }
  const { id } = (await winnow.call('/v1/crons', { json })).json
  await page.goto(`${winnow.url}/app/crons/${id}`)
  const history = page.getByRole('table', { name: 'History' })
  for (const state of ['Running', 'Queued']) {
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(history.getByRole('row').nth(1)).toContainText(state)
  }
  await expect(history.getByRole('row').nth(2)).toContainText('1 reserved')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(history.getByRole('row').nth(1)).toContainText('The cron was paused before its turn came.')
  answer()
  await expect(history.getByRole('row').nth(2)).toContainText('Completed')
  await pictures(page, 'cron-skipped')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByLabel('State of runs').selectOption('skipped')
  await expect(history.getByRole('row')).toHaveCount(2)
  await site.close()
})

test('the page of a cron with a long address does not scroll sideways', async ({ page, winnow }) => {
  const parser = await winnow.parser({ fields: { title: 'h1' } }, { name: 'W'.repeat(150) })
  const target = { type: 'parser', id: parser, input: { url: `https://shop.example/${'q'.repeat(1_500)}` } }
  const json = { name: 'W'.repeat(150), expression: '0 9 * * *', timezone: 'UTC', target }
  const { id } = (await winnow.call('/v1/crons', { json })).json
  await page.goto(`${winnow.url}/app/crons/${id}`)
  await expect(page.getByText('qqqq')).toBeVisible()
  const main = page.getByRole('main')
  expect(await main.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the next time of a cron is shown in its own time zone, which is named', async ({ page, winnow }) => {
  const target = {
    type: 'parser',
    id: await winnow.parser({ fields: { title: 'h1' } }),
    input: { html: '<p>' },
  }
  const { json } = await winnow.call('/v1/crons', {
    json: { name: 'Night round', expression: '30 2 * * *', timezone: 'Asia/Kathmandu', target },
  })
  await page.goto(`${winnow.url}/app/crons/${json.id}`)
  await expect(page.getByText(/, 2:30 AM, Asia\/Kathmandu$/)).toBeVisible()
})
