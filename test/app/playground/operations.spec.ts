import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '../support/app.ts'
import { open, parts, test } from '../support/playground.ts'
import { SHOP } from '../support/shop.ts'

// These tests show refused calls; the browser logs an error for each.
test.use({ refused: [400, 404, 422, 502] })

const run = promisify(execFile)

test('an API added to the service has a form, docs, a snippet and a history without changes to the app', async ({
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

test('operations with the same result share one entry, and its form is filled with an example', async ({
  page,
  winnow,
}) => {
  const { request } = parts(page)
  const id = await winnow.parser(SHOP, { name: 'My shop' })
  await open(page, winnow, 'videosite-transcript')
  const list = page.getByRole('navigation', { name: 'Operations' })
  await expect(list.getByRole('link', { name: 'videosite-transcript' })).toHaveCount(1)
  await expect(list.getByText(/^extract-/)).toHaveCount(0)
  await expect(list.getByRole('link', { name: 'My shop' })).toHaveCount(1)
  await expect(request.getByLabel('Video ID').last()).toHaveValue(/^\w{11}$/)

  // The snippet of a call without its required fields takes them from the example.
  await open(page, winnow, 'parser-get')
  await expect(request.locator('pre')).toContainText(/parsers\/prs_\w+'/)

  // Switching from `scrape` to `parse` keeps the parser.
  await list.getByRole('link', { name: 'My shop' }).click()
  await expect(page).toHaveURL(/playground\/scrape$/)
  await expect(list.getByRole('link', { name: 'My shop' })).toHaveAttribute('aria-current', 'page')
  await request.getByText('From saved pages').click()
  await expect(page).toHaveURL(/playground\/parse$/)
  await expect(request.getByRole('combobox', { name: 'Parser' })).toHaveValue('My shop')
  await expect(request.locator('pre')).toContainText(id)
})

test('snippets work when they are pasted, also for uploads', async ({ page, winnow }) => {
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
    const placeField = request.getByLabel('place', { exact: false }).last()
    await expect(placeField).toHaveValue('Hillside')
    await placeField.fill("Widow's Hill & Sons")
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
    // The form of the previous operation has a choice of saved pages, too: wait for this one.
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

test('the path of an operation wraps only between its parts', async ({ page, winnow }) => {
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

test('the focus stays beside the button that calls an offline example', async ({ page, winnow }) => {
  const { answer } = parts(page)
  await open(page, winnow, 'videosite-channel')
  const example = page.getByRole('button', { name: 'Try offline example (free)' })
  for (const way of ['first', 'again']) {
    await example.focus()
    await page.keyboard.press('Enter')
    await expect(answer.getByText('Offline example, free')).toBeVisible()
    await expect(example, way).toBeFocused()
  }
})

test('the choice where the page comes from keeps the focus', async ({ page, winnow }) => {
  await open(page, winnow, 'videosite-channel')
  const [platform, saved] = ['From the platform', 'From saved pages'].map(name =>
    page.getByRole('radio', { name }),
  )
  await platform!.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/from-pages|extract-/)
  await expect(saved!).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/videosite-channel$/)
  await expect(platform!).toBeFocused()
})
