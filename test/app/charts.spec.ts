import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/store/file/open-database.ts'
import { page as upload } from '../extraction/support/upload.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { test as base, expect } from './support/app.ts'
import { seriousFindingsInBothThemes } from './support/axe.ts'

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
/** The day as a browser in English writes it. */
const dayLabel = (days: number) =>
  new Date(daysAgo(days)).toLocaleDateString('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Creates a parser that ran once today, with stats of earlier days. */
async function parserWithHistory(folder: string): Promise<string> {
  const winnow = await startTestApp({ data_dir: folder })
  const id = await winnow.parser({ fields: { title: 'h1', price: '.price', note: '.note' } })
  await winnow.call(`/v1/parse/${id}`, upload('<h1>Kettle</h1><p class=price>24</p>'))
  await winnow.stop()
  const db = openDatabase(folder)
  const run = db.prepare('INSERT INTO parser_runs (parser_id, day, runs, ok, fills) VALUES (?, ?, ?, ?, ?)')
  run.run(id, daysAgo(2), 8, 6, JSON.stringify({ title: [6, 6], price: [4, 6] }))
  run.run(id, daysAgo(1), 1_000, 1_000, JSON.stringify({ title: [1_000, 1_000], price: [999, 1_000] }))
  db.close()
  return id
}

/** A service with a data folder that contains stats of earlier days. */
const test = base.extend<{ folder: string; parser: string; winnow: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-charts-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  parser: async ({ folder }, use) => use(await parserWithHistory(folder)),
  winnow: async ({ folder, parser: _ }, use) => {
    const winnow = await startTestApp({ data_dir: folder })
    await use(winnow)
    await winnow.stop()
  },
})

// A click can miss an element that is still sliding in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the stats of a parser show failed calls and missing values by day', async ({
  page,
  winnow,
  parser,
}) => {
  await page.goto(`${winnow.url}/app/parsers/${parser}`)
  await page.getByRole('button', { name: 'Stats' }).click()
  const stats = page.getByRole('dialog', { name: 'Stats of the last 90 days' })
  const map = stats.getByRole('table', { name: 'Missing values by field and day' })
  const cells = (name: string) => map.getByRole('row', { name }).getByRole('cell').allTextContents()
  await expect(map.getByRole('row')).toHaveCount(4)
  expect(await cells('calls that failed')).toEqual(['·', '·', '25'])
  expect(await cells('note')).toEqual(['100', '–', '–'])
  expect(await cells('price')).toEqual(['·', '1', '33'])
  await expect(stats.getByText('1 field always had a value.')).toBeVisible()

  await expect(stats.getByRole('img', { name: 'Share of values by day and field' })).toBeVisible()
  await stats.getByText('Show as a table').press('Enter')
  const tableBehind = stats.getByRole('table', { name: 'Share of values by day and field' })
  await expect(tableBehind.getByRole('row')).toHaveCount(4)
  await expect(tableBehind.getByRole('row', { name: dayLabel(2) })).toContainText('66.7%')
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})

test('a database charts how its numbers changed by column, by row and by field', async ({ page, winnow }) => {
  const columns = [
    { name: 'title', type: 'string', nullable: false },
    { name: 'price', type: 'number' },
    { name: 'note', type: 'string' },
  ]
  const json = { name: 'Kettles', columns, primary_key: ['title'], write_mode: 'upsert' }
  const { id } = (await winnow.call('/v1/databases', { json })).json
  const write = (price: number, note: string) =>
    winnow.call(`/v1/databases/${id}/rows`, {
      json: { rows: ['Blue', 'Red'].map(title => ({ title, price, note })) },
    })
  await write(24, 'new')
  await write(20, 'new')
  await write(22.5, 'last')

  await page.goto(`${winnow.url}/app/databases/${id}`)
  const grid = page.getByRole('table', { name: 'Rows' })
  const line = grid.getByRole('img', { name: 'price in 30 days: 4 changed, 2 up, 2 down' })
  await expect(line).toBeVisible()
  await expect(grid.getByRole('columnheader').getByRole('img')).toHaveCount(1)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 420, height: 800 })
  await expect(line, 'the name of a narrow column comes first').toBeHidden()
  const name = grid.getByRole('button', { name: 'Sort by price' })
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1180, height: 760 })

  await grid.getByText('Blue').click()
  const row = page.getByRole('dialog', { name: 'Row' })
  await expect(row.getByRole('img', { name: 'price over time' })).toBeVisible()
  await row.getByText('Show as a table').press('Enter')
  const tableBehind = row.getByRole('table', { name: 'price over time' })
  await expect(tableBehind.getByRole('cell')).toHaveText(['24', '20', '22.5'])
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByText('Changes', { exact: true }).click()
  const digest = page.getByRole('table', { name: 'Changes by field' })
  await expect(page.getByText('The last 30 days: 2 added, 4 changed.')).toBeVisible()
  await expect(digest.getByRole('row', { name: 'note' })).toContainText('2 changed')
  await expect(digest.getByRole('row', { name: 'price' })).toContainText('4 changed, 2 up, 2 down')
  await digest.getByRole('button', { name: 'price: sum of changes by day' }).press('Enter')
  await expect(digest.getByRole('img', { name: 'price: sum of changes by day' }).last()).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})

test('changes of small numbers are not rounded to 0', async ({ page, winnow }) => {
  const columns = [
    { name: 'coin', type: 'string', nullable: false },
    { name: 'rate', type: 'number' },
  ]
  const json = { name: 'Rates', columns, primary_key: ['coin'], write_mode: 'upsert' }
  const { id } = (await winnow.call('/v1/databases', { json })).json
  for (const rate of [0.000_1, 0.000_4, 0.000_3])
    await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ coin: 'A', rate }] } })
  await page.goto(`${winnow.url}/app/databases/${id}?view=changes`)
  const digest = page.getByRole('table', { name: 'Changes by field' })
  await expect(digest.getByRole('row', { name: 'rate' })).toContainText('+0.0002')
  await page.getByText('Rows', { exact: true }).click()
  await page.getByRole('table', { name: 'Rows' }).getByText('0.0003').click()
  const row = page.getByRole('dialog', { name: 'Row' })
  await row.getByText('Show as a table').press('Enter')
  const tableBehind = row.getByRole('table', { name: 'rate over time' })
  await expect(tableBehind.getByRole('cell')).toHaveText(['0.0001', '0.0004', '0.0003'])
})
