import { expect } from '../support/app.ts'
import { open, parts, test } from '../support/playground.ts'

// These tests show refused calls; the browser logs an error for each.
test.use({ refused: [400, 404, 422, 502] })

test('a refusal is shown with the answer and at its field, until the field is changed', async ({
  page,
  winnow,
}) => {
  const { request, answer, send } = parts(page)
  await open(page, winnow, `videosite-transcript?input=${encodeURIComponent('{"lang":"no language"}')}`)
  await expect(request.getByLabel('Language')).toHaveValue('no language')
  await expect(page).toHaveURL(/videosite-transcript$/)
  await request.getByLabel('Video ID', { exact: false }).last().fill('aaaaaaaaaaa')
  await send.click()
  const refusal = await winnow.call('/v1/videosite-transcript?video_id=aaaaaaaaaaa&lang=no+language')
  const message = refusal.json.error.replaceAll('`', '')
  await expect(answer.getByRole('alert')).toContainText(message)
  await expect(request.getByText(message, { exact: false })).toBeVisible()
  await request.getByLabel('Language').fill('en')
  await expect(request.getByText(message, { exact: false })).toBeHidden()
})

test('a form has readable labels and names of records, and shows the names of the API on hover', async ({
  page,
  winnow,
}) => {
  const json = { name: 'Kettles', columns: [{ name: 'title', type: 'string' }] }
  expect((await winnow.call('/v1/databases', { json })).status).toBe(201)
  const { request } = parts(page)
  await open(page, winnow, 'cron-create')
  await expect(request.getByRole('switch', { name: 'Enabled' })).toBeChecked()
  await expect(request.getByTitle('target.database_id', { exact: true })).toHaveText('Database for results')
  await request.getByRole('combobox', { name: 'Database for results' }).fill('kett')
  await expect(page.getByRole('option', { name: 'Kettles' })).toBeVisible()
  // The chosen kind decides which records are listed.
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Cups' })
  await request.getByRole('combobox', { name: 'Kind of target' }).click()
  await page.getByRole('option', { name: 'Parser', exact: true }).click()
  await request.getByRole('combobox', { name: 'Target', exact: true }).fill('cup')
  await expect(page.getByRole('option', { name: 'Cups' })).toBeVisible()
  await expect(request.getByText('Pause after failed runs')).toBeVisible()
  await open(page, winnow, 'scrape')
  await expect(request.getByRole('combobox', { name: 'Mode' })).toBeHidden()
})

test('records without names are listed by their content, and those of a parent once it is chosen', async ({
  page,
  winnow,
}) => {
  const { request } = parts(page)
  const create = async (path: string, json: object) => {
    const { json: created, status } = await winnow.call(path, { json })
    expect(status, JSON.stringify(created)).toBeLessThan(300)
    return created
  }
  const offers = async (field: string, words: string, option: string | RegExp) => {
    await request.getByRole('combobox', { name: field, exact: true }).fill(words)
    await page.getByRole('option', { name: option }).click()
  }
  const columns = [{ name: 'title', type: 'string' }]
  const { id } = await create('/v1/databases', { name: 'Kettles', columns })
  await create(`/v1/databases/${id}/rows`, { rows: [{ title: 'Enamel' }, { title: 'Copper' }] })
  await open(page, winnow, 'database-row-get')
  const row = request.getByRole('combobox', { name: 'Row', exact: true })
  await expect(row).toHaveAttribute('placeholder', 'Choose a database first')
  await offers('Database', 'kett', 'Kettles')
  await expect(row).toHaveAttribute('placeholder', 'Choose a row')
  await offers('Row', 'copp', /^Copper · just now/)
  await expect(row).toHaveValue(/^Copper/)
  await expect(request.getByText(/rows\/row_/)).toBeVisible()

  const nodes = [{ id: 'start', type: 'input' }]
  const flow = await create('/v1/workflows', { name: 'Watch', nodes, edges: [] })
  await create(`/v1/workflows/${flow.id}/run`, { input: { page: 'teapot' } })
  await open(page, winnow, 'workflow-run-get')
  await offers('Workflow run', 'watch', /^Watch · teapot · just now/)

  const parser = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Cups' })
  await create(`/v1/parsers/${parser}/fixtures`, { html: '<h1>Blue cup</h1>', name: 'Blue' })
  await open(page, winnow, 'fixture-page')
  await offers('Parser', 'cups', 'Cups')
  await offers('Saved page', 'bl', /^Blue/)

  await create('/v1/jobs', {
    type: 'scrape',
    parser_id: parser,
    input: { url: `https://shop.example/${'long/'.repeat(30)}saucer` },
  })
  const job = await create('/v1/jobs', {
    type: 'scrape',
    parser_id: parser,
    input: { url: 'https://shop.example/teapot' },
  })
  await open(page, winnow, 'job-get')
  await offers('Job', 'teapot', /^https:\/\/shop\.example\/teapot · just now/)
  await expect(request.getByRole('combobox', { name: 'Job', exact: true })).toHaveValue(/teapot/)
  await expect(request.getByText(job.id)).toBeVisible()
  await offers('Job', 'saucer', /^https:\/\/shop\.example\/long/)
})

test('nothing is sent while the JSON input is invalid', async ({ page, winnow }) => {
  const { request, answer, send } = parts(page)
  await open(page, winnow, 'parse')
  await request.getByText('JSON', { exact: true }).click()
  const input = request.getByRole('textbox', { name: 'Input', exact: true })
  await input.fill('{"parserId": "prs_first"}')
  await input.fill('{"parserId": "prs_second"')
  await send.click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await input.fill('[{"parserId": "prs_second"}]')
  await expect(request.getByText('Write an object in braces: {…}')).toBeVisible()
  await send.click()
  await expect(input).toBeFocused()
  await input.fill('{"parserId": "prs_second"}')
  await send.click()
  await expect(answer.getByRole('alert')).toBeVisible()
  const calls = (await winnow.call('/v1/calls')).json.data
  expect(calls.filter(({ operation }: { operation: string }) => operation === 'parse')).toHaveLength(1)
})
