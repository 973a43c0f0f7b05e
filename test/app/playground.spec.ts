import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { gatePage } from '../jobs/support/gate-page.ts'
import { startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { test as base, expect } from './support/app.ts'
import { graveInBothThemes } from './support/axe.ts'
import { addedApi, stopped, trials } from './support/more-operations.ts'

const run = promisify(execFile)

/** The service also does what the app has never heard of. */
const test = base.extend<{ winnow: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] }, services => [
      ...addedApi(services),
      ...trials(),
    ])
    await use(winnow)
    await winnow.stop()
  },
})

const open = (page: Page, { url }: TestApp, place: string) => page.goto(`${url}/app/playground/${place}`)
const parts = (page: Page) => ({
  request: page.getByRole('region', { name: 'Request' }),
  answer: page.getByRole('region', { name: 'Answer' }),
  history: page.getByRole('region', { name: 'History' }),
  send: page.getByRole('button', { name: 'Send', exact: true }),
})

const SHOP = { fields: { title: { css: 'h1' }, price: { css: '.price', type: 'number' } } }

// Refusals are shown, and the browser says so of each.
test.use({ refused: [400, 404, 422, 502] })

test('views and actions of an answer are in view in a narrow window', async ({ page, winnow }) => {
  const { answer } = parts(page)
  await page.setViewportSize({ width: 1024, height: 640 })
  await open(page, winnow, 'videosite-channel')
  await page.getByRole('button', { name: 'Try offline example (free)' }).click()
  await expect(answer.getByRole('tab', { name: 'Headers' })).toBeInViewport({ ratio: 1 })
  await expect(answer.getByRole('button', { name: /^Save the answer as/ })).toBeInViewport({ ratio: 1 })
})

test('the offline example of an API is read, looked through, kept and repeated', async ({ page, winnow }) => {
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

  for (const part of [answer, history]) await expect(part.getByText('Example', { exact: true })).toBeVisible()
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

test('the history is made larger by mouse and by keys, and stays so', async ({ page, winnow }) => {
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
  const chosen = await height()
  await page.reload()
  await expect(history.getByRole('listitem').first()).toBeVisible()
  await expect.poll(height).toBe(chosen)
})

test("a refusal shows its hint first, and stands under its field in the service's words", async ({
  page,
  winnow,
}) => {
  const { request, answer, send } = parts(page)
  await open(page, winnow, `videosite-transcript?input=${encodeURIComponent('{"lang":"no language"}')}`)
  await expect(request.getByLabel('Language')).toHaveValue('no language')
  await expect(page).toHaveURL(/videosite-transcript$/)
  await request.getByLabel('Video ID', { exact: false }).last().fill('aaaaaaaaaaa')
  await send.click()
  const refused = await winnow.call('/v1/videosite-transcript?video_id=aaaaaaaaaaa&lang=no+language')
  const said = refused.json.error.replaceAll('`', '')
  await expect(answer.getByRole('alert')).toContainText(said)
  await expect(request.getByText(said, { exact: false })).toBeVisible()
  await request.getByLabel('Language').fill('en')
  await expect(request.getByText(said, { exact: false })).toBeHidden()
})

test('snippets work when they are pasted, uploads too', async ({ page, winnow }) => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-snippets-'))
  const inShell = async (line: string) =>
    (
      await run('sh', ['-c', line.replace(/^curl/, 'curl -sS -w "\\n%{http_code}"')], {
        cwd: folder,
        env: { ...process.env, KEY: winnow.key },
      })
    ).stdout
  const code = () => page.getByRole('region', { name: 'Request' }).locator('pre').innerText()
  try {
    const { request } = parts(page)
    await open(page, winnow, 'weathersite-forecast')
    const place = request.getByLabel('place', { exact: false }).last()
    await expect(place).toHaveValue('Hillside')
    await place.fill("Widow's Hill & Sons")
    await expect.poll(code).toContain('Widow')
    expect(await inShell(await code())).toMatch(/Widow's Hill & Sons.*\n200$/s)
    await request.getByLabel('Method').selectOption('POST')
    await expect.poll(code).toContain('-d ')
    expect(await inShell(await code())).toMatch(/Widow's Hill & Sons.*\n200$/s)

    await request.getByRole('tab', { name: 'MCP' }).click()
    const answer = await inShell(await code())
    expect(answer).toMatch(/"place":"Widow's Hill & Sons".*\n200$/s)
    await request.getByRole('tab', { name: 'curl' }).click()

    await winnow.parser(SHOP, { name: 'My shop' })
    await writeFile(join(folder, 'kettle, blue.html'), '<h1>Kettle</h1><p class="price">19.90')
    await page.reload()
    await page.getByRole('link', { name: 'My shop', exact: true }).click()
    const parser = request.getByRole('combobox', { name: 'Parser' })
    // The form before it has saved pages, too.
    await expect(parser).toHaveValue('My shop')
    await request.getByText('From saved pages').click()
    await expect(page).toHaveURL(/\/parse$/)
    await expect(parser).toHaveValue('My shop')
    await request.locator('input[type=file]').setInputFiles(join(folder, 'kettle, blue.html'))
    await expect.poll(code).toContain('kettle, blue.html')
    expect(await inShell(await code())).toContain('{"title":"Kettle","price":19.9}\n200')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('an API that is new to the service has its form, docs, snippet and history at once', async ({
  page,
  winnow,
}) => {
  const { request, answer, history, send } = parts(page)
  await open(page, winnow, 'credits')
  await expect(page.getByRole('link', { name: 'weathersite-forecast', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('weather next')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/weathersite-forecast$/)
  await expect(request.getByText('The weather of the next days at a place. Costs 1 credit.')).toBeVisible()

  await request.getByLabel('place', { exact: false }).last().fill('Hillside')
  await expect(request.getByLabel('days')).toHaveAttribute('placeholder', '3')
  await request.getByLabel('days').fill('2')
  await request.getByRole('combobox', { name: 'unit' }).click()
  await page.getByRole('option', { name: 'kelvin' }).click()
  await expect(request.getByRole('tabpanel', { name: 'curl' })).toContainText(
    'place=Hillside&days=2&unit=kelvin',
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(answer.getByText('from forecast')).toBeVisible()
  await answer.getByRole('tab', { name: 'Table' }).click()
  await expect(answer.getByRole('row')).toHaveCount(3)
  await expect(history.getByText('Hillside · 2 · kelvin')).toBeVisible()

  await request.getByRole('button', { name: 'Docs' }).click()
  await expect(page.getByRole('dialog').getByRole('cell', { name: 'days[].high' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await request.getByText('place_id', { exact: true }).click()
  await expect(request.getByLabel('place_id', { exact: false }).last()).toHaveValue('Hillside')
  await send.click()
  await expect(history.getByRole('listitem')).toHaveCount(2)
})

test('what gives the same result is one entry, filled with an example', async ({ page, winnow }) => {
  const { request } = parts(page)
  const id = await winnow.parser(SHOP, { name: 'My shop' })
  await open(page, winnow, 'videosite-transcript')
  const list = page.getByRole('navigation', { name: 'Operations' })
  await expect(list.getByRole('link', { name: 'videosite-transcript' })).toHaveCount(1)
  await expect(list.getByText(/^extract-/)).toHaveCount(0)
  await expect(list.getByRole('link', { name: 'My shop' })).toHaveCount(1)
  await expect(request.getByLabel('Video ID').last()).toHaveValue(/^\w{11}$/)

  // Without its required fields a call has those of the example.
  await open(page, winnow, 'parser-get')
  await expect(request.locator('pre')).toContainText(/parsers\/prs_\w+'/)

  // A parser keeps what was typed on the way to its other operation.
  await list.getByRole('link', { name: 'My shop' }).click()
  await expect(page).toHaveURL(/playground\/scrape$/)
  await expect(list.getByRole('link', { name: 'My shop' })).toHaveAttribute('aria-current', 'page')
  await request.getByText('From saved pages').click()
  await expect(page).toHaveURL(/playground\/parse$/)
  await expect(request.getByRole('combobox', { name: 'Parser' })).toHaveValue('My shop')
  await expect(request.locator('pre')).toContainText(id)
})

test('a call that takes long is cancelled, here and in the service', async ({ page, winnow }) => {
  const { request, answer, send } = parts(page)
  await open(page, winnow, 'wait')
  const before = stopped.length
  await send.click()
  await expect(request.getByText('Waiting for the answer')).toBeVisible()
  await request.getByRole('button', { name: 'Cancel' }).click()
  await expect(send).toBeVisible()
  await expect(answer.getByText('The answer appears here')).toBeVisible()
  await expect.poll(() => stopped.length).toBe(before + 1)
})

test('the Playground passes the checker for accessibility', async ({ page, winnow }) => {
  const { request, answer, send } = parts(page)
  await open(page, winnow, 'parser-create')
  await request.getByRole('button', { name: 'Fetching' }).click()
  await send.click()
  await expect(answer.getByRole('alert')).toBeVisible()
  expect(await graveInBothThemes(page)).toEqual([])
  await open(page, winnow, 'shortvideo-comments')
  await page.getByRole('button', { name: 'Try offline example (free)' }).click()
  await expect(answer.getByRole('treeitem').first()).toBeVisible()
  expect(await graveInBothThemes(page)).toEqual([])
  await answer.getByRole('tab', { name: 'Table' }).click()
  await expect(answer.getByRole('row').nth(1)).toBeVisible()
  await request.getByRole('button', { name: 'Docs' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await graveInBothThemes(page)).toEqual([])
})

const given = (input: object) => `?input=${encodeURIComponent(JSON.stringify(input))}`

test('rows are a table, and a spreadsheet is to be saved', async ({ page, winnow }) => {
  const { answer, send } = parts(page)
  const columns = [{ name: 'sku', type: 'string' }]
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'shop', columns } })).json
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ sku: 'kettle' }, { sku: 'pot' }] } })
  await open(page, winnow, `database-export${given({ id })}`)
  await send.click()
  await answer.getByRole('tab', { name: 'Table' }).click()
  await expect(answer.getByText('kettle')).toBeVisible()
  await expect(
    answer.getByRole('button', { name: 'Save the answer as database-export.ndjson' }),
  ).toBeVisible()

  await open(page, winnow, `database-export${given({ id, format: 'xlsx' })}`)
  await send.click()
  await expect(answer.getByText('This answer is a spreadsheet.')).toBeVisible()
  await expect(answer.getByRole('button', { name: 'Save the answer as database-export.xlsx' })).toBeVisible()
})

test('rows of an answer are as high as their lines, and overlap nowhere', async ({ page, winnow }) => {
  const { answer, send } = parts(page)
  const columns = [{ name: 'note', type: 'string' }]
  const { id } = (await winnow.call('/v1/databases', { json: { name: 'notes', columns } })).json
  const notes = ['one line', 'first\nsecond\nthird', 'word '.repeat(400), 'last'].map(note => ({ note }))
  await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: notes } })
  await open(page, winnow, `database-export${given({ id })}`)
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

test('events are shown as they come, and all of them as a list at the end', async ({ page, winnow }) => {
  const { answer, send } = parts(page)
  const parserId = await winnow.parser({ fields: { title: 'h1' } })
  const site = await startLocalSite()
  const gate = gatePage(site, '/kettle')
  const job = { parser_id: parserId, input: { url: `${site.url}/kettle` } }
  const { id } = (await winnow.call('/v1/jobs', { json: job })).json
  await gate.waiting(1)
  await open(page, winnow, `job-events${given({ id })}`)
  await send.click()
  await expect(answer.getByText('1 event', { exact: true })).toBeVisible()
  await expect(answer.getByText('"state": "running"')).toBeVisible()
  gate.open()
  await answer.getByRole('tab', { name: 'Table' }).click()
  await expect(answer.getByText('completed').last()).toBeVisible()
  await site.close()
})

const setVariable = async (page: Page, name: string, value: string, isSecret = false) => {
  const drawer = page.getByRole('dialog', { name: 'Variables' })
  await drawer.getByLabel('Name', { exact: true }).fill(name)
  await drawer.getByLabel('Value', { exact: true }).fill(value)
  if (isSecret) await drawer.getByRole('switch', { name: 'Secret' }).click()
  await drawer.getByRole('button', { name: 'Save variable' }).click()
  await expect(drawer.getByRole('table', { name: 'Variables' })).toContainText(`{{${name}}}`)
}

test('variables are filled in what is sent, and secret ones nowhere else', async ({ page, winnow }) => {
  const { request, answer, history, send } = parts(page)
  await open(page, winnow, 'weathersite-forecast')
  await expect(request.getByLabel('place', { exact: false }).last()).toHaveValue('Hillside')
  await page.getByRole('button', { name: 'Variables' }).click()
  await setVariable(page, 'city', 'Hillside')
  await setVariable(page, 'street', 'Harbour Row 7', true)
  const drawer = page.getByRole('dialog', { name: 'Variables' })
  await expect(drawer.getByRole('table', { name: 'Variables' })).not.toContainText('Harbour')
  expect(await graveInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')

  const code = request.locator('pre')
  await request.getByLabel('place', { exact: false }).last().fill('{{city}}, {{street}} {{nothing}}')
  await expect(request.getByText('There is no variable {{nothing}}. It is sent as written.')).toBeVisible()
  await expect(code).toContainText('Hillside')
  await expect(code).toContainText('street')
  await send.click()
  await expect(answer.getByText('Hillside, Harbour Row 7 {{nothing}}')).toBeVisible()
  await expect(code).not.toContainText('Harbour')
  await expect(history.getByText('{{city}}, {{street}}')).toBeVisible()
  await page.reload()
  await history.getByText('{{city}}, {{street}}').click()
  await expect(request.getByLabel('place', { exact: false }).last()).toHaveValue(/^\{\{city}}, \{\{street}}/)
})

test('a request is saved, opened, changed, renamed and deleted', async ({ page, winnow }) => {
  const { request } = parts(page)
  const list = page.getByRole('navigation', { name: 'Operations' })
  const place = request.getByLabel('place', { exact: false }).last()
  const saved = async () => (await winnow.admin('/admin/saved-requests')).json.data
  const named = async (button: string, name: string) => {
    await request.getByRole('button', { name: button, exact: true }).click()
    await page.getByLabel('Name of the request').fill(name)
    await page.keyboard.press('Enter')
  }
  await open(page, winnow, 'weathersite-forecast')
  await place.fill('{{city}}')
  await named('Save request', 'Our weather')
  await expect(list.getByRole('link', { name: 'Our weather' })).toHaveAttribute('aria-current', 'page')
  await expect(request.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true')

  await place.fill('Harbour')
  await request.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await saved())[0].input).toEqual({ place: 'Harbour' })
  await open(page, winnow, 'credits')
  await list.getByRole('link', { name: 'Our weather' }).click()
  await expect(page).toHaveURL(/weathersite-forecast$/)
  await expect(place).toHaveValue('Harbour')
  expect(await graveInBothThemes(page)).toEqual([])

  await named('Rename', 'Weather at the harbour')
  await expect(list.getByRole('link', { name: 'Weather at the harbour' })).toBeVisible()
  await request.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete request' }).click()
  await expect(list.getByRole('link', { name: 'Weather at the harbour' })).toHaveCount(0)
  expect(await saved()).toEqual([])
  await expect(place).toHaveValue('Harbour')
})

test('two answers of the history are compared', async ({ page, winnow }) => {
  const { request, history, send } = parts(page)
  await open(page, winnow, 'weathersite-forecast')
  for (const [at, place] of ['Hillside', 'Harbour'].entries()) {
    await request.getByLabel('place', { exact: false }).last().fill(place)
    await send.click()
    await expect(history.getByRole('listitem')).toHaveCount(at + 1)
  }
  const choose = history.getByRole('button', { name: 'Compare the answer of weathersite-forecast' })
  await choose.first().click()
  await choose.last().click()
  const drawer = page.getByRole('dialog', { name: 'Compare answers' })
  await expect(drawer.locator('.cm-deletedChunk')).toContainText('"place": "Hillside"')
  await expect(drawer.locator('.cm-changedLine')).toContainText('"place": "Harbour"')
  expect(await graveInBothThemes(page)).toEqual([])
  await page.reload()
  await expect(drawer.locator('.cm-deletedChunk')).toContainText('"place": "Hillside"')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(choose.first()).toHaveAttribute('aria-pressed', 'false')
})

test('a form speaks of fields, choices and records as people do, and shows the names of the API on hover', async ({
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
  // The kind that is chosen says which records there are to choose from.
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Cups' })
  await request.getByRole('combobox', { name: 'Kind of target' }).click()
  await page.getByRole('option', { name: 'Parser', exact: true }).click()
  await request.getByRole('combobox', { name: 'Target', exact: true }).fill('cup')
  await expect(page.getByRole('option', { name: 'Cups' })).toBeVisible()
  await expect(request.getByText('Pause after failed runs')).toBeVisible()
  await open(page, winnow, 'scrape')
  await expect(request.getByRole('combobox', { name: 'Mode' })).toBeHidden()
})

test('records without names are offered by what they are about, those of another record once it is chosen', async ({
  page,
  winnow,
}) => {
  const { request } = parts(page)
  const create = async (path: string, json: object) => {
    const { json: made, status } = await winnow.call(path, { json })
    expect(status, JSON.stringify(made)).toBeLessThan(300)
    return made
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

  const job = await create('/v1/jobs', {
    type: 'scrape',
    parser_id: parser,
    input: { url: 'https://shop.example/teapot' },
  })
  await open(page, winnow, 'job-get')
  await offers('Job', 'teapot', /^https:\/\/shop\.example\/teapot · just now/)
  await expect(request.getByRole('combobox', { name: 'Job', exact: true })).toHaveValue(/teapot/)
  await expect(request.getByText(job.id)).toBeVisible()
})

test('the path of an operation breaks between its parts alone', async ({ page, winnow }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  const { request } = parts(page)
  await open(page, winnow, 'parser-version-restore')
  const path = request.getByText('/v1/parsers/{id}/versions/', { exact: false }).first()
  await expect(path).toBeVisible()
  const lines = await path.evaluate(element => {
    const texts = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)
    return texts.map(text => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return [text.textContent, new Set([...range.getClientRects()].map(({ top }) => top)).size]
    })
  })
  expect(lines.filter(([, count]) => count !== 1)).toEqual([])
})

test('nothing is sent while the input in view is no JSON', async ({ page, winnow }) => {
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
  const sent = (await winnow.call('/v1/calls')).json.data
  expect(sent.filter(({ operation }: { operation: string }) => operation === 'parse')).toHaveLength(1)
})

test('a secret variable is not emptied by a change that gives it no value', async ({ page, winnow }) => {
  await winnow.admin('/admin/variables/token', { value: 'kettle', secret: true })
  await open(page, winnow, 'scrape?drawer=variables')
  const drawer = page.getByRole('dialog', { name: 'Variables' })
  await drawer.getByRole('button', { name: 'Actions for token' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await drawer.getByRole('switch', { name: 'Secret' }).click()
  await drawer.getByLabel('Value', { exact: true }).press('Enter')
  const save = drawer.getByRole('button', { name: 'Save variable' })
  await save.click({ force: true })
  await expect(drawer.getByText('Write its value again: the saved one is not shown.')).toBeVisible()
  const values = async () => (await winnow.admin('/admin/variables/values')).json.data
  expect(await values()).toEqual([{ name: 'token', value: 'kettle' }])
  await drawer.getByLabel('Value', { exact: true }).fill('cup')
  await save.click()
  await expect(drawer.getByRole('table', { name: 'Variables' })).toContainText('cup')
})
