import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/store/file/open-database.ts'
import { page as upload } from '../extraction/support/upload.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { test as base, expect } from './support/app.ts'
import { graveInBothThemes } from './support/axe.ts'

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)

/** A parser that ran once, and what it did on days before. */
async function parserWithPast(folder: string): Promise<string> {
  const winnow = await startTestApp({ data_dir: folder })
  const id = await winnow.parser({ fields: { title: 'h1', price: '.price', note: '.note' } })
  await winnow.call(`/v1/parse/${id}`, upload('<h1>Kettle</h1><p class=price>24</p>'))
  await winnow.stop()
  const db = openDatabase(folder)
  const run = db.prepare('INSERT INTO parser_runs (parser_id, day, runs, ok) VALUES (?, ?, ?, ?)')
  const fill = db.prepare(
    'INSERT INTO parser_fills (parser_id, day, field, filled, total) VALUES (?, ?, ?, ?, ?)',
  )
  run.run(id, daysAgo(2), 8, 6)
  fill.run(id, daysAgo(2), 'title', 6, 6)
  fill.run(id, daysAgo(2), 'price', 4, 6)
  run.run(id, daysAgo(1), 1_000, 1_000)
  fill.run(id, daysAgo(1), 'title', 1_000, 1_000)
  fill.run(id, daysAgo(1), 'price', 999, 1_000)
  db.close()
  return id
}

/** A service over a folder in which something happened days ago. */
const test = base.extend<{ folder: string; parser: string; winnow: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-charts-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  parser: async ({ folder }, use) => use(await parserWithPast(folder)),
  winnow: async ({ folder, parser: _ }, use) => {
    const winnow = await startTestApp({ data_dir: folder })
    await use(winnow)
    await winnow.stop()
  },
})

// A click on what still slides in can miss it.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the stats of a parser show what failed on which day', async ({ page, winnow, parser }) => {
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
  const behind = stats.getByRole('table', { name: 'Share of values by day and field' })
  await expect(behind.getByRole('row')).toHaveCount(4)
  await expect(behind.getByRole('row', { name: daysAgo(2).slice(5) })).toContainText('66.7%')
  expect(await graveInBothThemes(page)).toEqual([])
})
