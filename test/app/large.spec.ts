import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { test as base, expect } from './support/app.ts'
import { slowAndLargeOperations } from './support/more-operations.ts'

const UPLOAD_BYTES = 16_700_000
const ROWS = 130_000

const test = base.extend<{ winnow: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const winnow = await startTestApp({}, slowAndLargeOperations)
    await use(winnow)
    await winnow.stop()
  },
})

interface PageActivity {
  frames: number
  tasks: number[]
}
const activity = () => (globalThis as unknown as { watched: PageActivity }).watched

/** Starts to count the frames that the page draws, and to record long tasks. */
const recordActivity = (page: Page) =>
  page.evaluate(() => {
    const counts: PageActivity = { frames: 0, tasks: [] }
    Object.assign(globalThis, { watched: counts })
    const draw = () => {
      counts.frames += 1
      requestAnimationFrame(draw)
    }
    draw()
    new PerformanceObserver(list =>
      counts.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' })
  })

/** Types into a field while `pendingWork` is pending: each key must appear, and frames must be drawn. */
async function typeDuring(page: Page, label: string, pendingWork: Promise<unknown>): Promise<number> {
  const field = page.getByLabel(label, { exact: true })
  const before = await page.evaluate(activity)
  let isDone = false
  const done = pendingWork.finally(() => {
    isDone = true
  })
  await field.clear()
  let typedKeys = 0
  do {
    await field.press(String(typedKeys % 10))
    typedKeys += 1
    await expect(field).toHaveValue(new RegExp(`^\\d{${typedKeys}}$`))
  } while (!isDone)
  await done
  expect((await page.evaluate(activity)).frames).toBeGreaterThan(before.frames)
  return typedKeys
}

/** Prints the longest tasks, which blocked the page. */
async function printLongTasks(page: Page, what: string, typedKeys: number) {
  const { tasks } = await page.evaluate(activity)
  const longest = tasks.sort((a, b) => b - a).slice(0, 3)
  console.log(`${what}: ${typedKeys} keys typed meanwhile; longest tasks ${longest.join(', ') || 'none'} ms`)
}

const SHOP = { fields: { title: { css: 'h1' } } }
const paragraph = `<p>${'filler '.repeat(1_000)}</p>`
const largePage = `<h1>Kettle</h1>${paragraph.repeat(Math.floor(UPLOAD_BYTES / paragraph.length))}`

test('the window stays usable during an upload of 16 MB', async ({ page, winnow }) => {
  const file = test.info().outputPath('large.html')
  await writeFile(file, largePage)
  await winnow.parser(SHOP, { name: 'My shop' })
  await page.goto(`${winnow.url}/app/playground/credits`)
  await page.getByRole('link', { name: 'My shop' }).click()
  await recordActivity(page)
  const request = page.getByRole('region', { name: 'Request' })
  await request.getByText('From saved pages').click()
  await request.locator('input[type=file]').setInputFiles(file)
  await expect(request.getByText('16 MB')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  const answered = expect(page.getByRole('region', { name: 'Answer' }).getByText('"Kettle"')).toBeVisible()
  await printLongTasks(page, 'upload of 16 MB', await typeDuring(page, 'Filter history', answered))
})

test('the window stays usable while an answer of 20 MB is shown as a tree, a table or text', async ({
  page,
  winnow,
}) => {
  const answer = page.getByRole('region', { name: 'Answer' })
  await page.goto(`${winnow.url}/app/playground/many?input=${encodeURIComponent(`{"rows":${ROWS}}`)}`)
  await expect(page.getByLabel('rows')).toHaveValue(String(ROWS))
  await recordActivity(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  const shown = expect(answer.getByRole('treeitem').first()).toBeVisible()
  await printLongTasks(page, 'answer of 20 MB', await typeDuring(page, 'Filter history', shown))
  await expect(answer.getByText(/^2\d MB$/)).toBeVisible()

  await answer.getByLabel('Find in answer').fill(`row ${ROWS - 1}`)
  await expect(answer.getByText(`"row ${ROWS - 1}"`)).toBeVisible()
  for (const [view, row] of [
    ['Table', answer.getByRole('cell', { name: 'row 1', exact: true })],
    ['Raw', answer.getByText('"name": "row 1",')],
  ] as const) {
    await recordActivity(page)
    await answer.getByRole('tab', { name: view }).click()
    const typedKeys = await typeDuring(page, 'Filter history', expect(row).toBeVisible())
    await printLongTasks(page, `${view} of 20 MB`, typedKeys)
  }
})
