import { expect, test } from '../support/app.ts'

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

// `build/readme-images.mjs` uses these screenshots for the README.
test('takes a screenshot of the Playground with an answer', async ({ page, winnow }) => {
  // High enough to show the snippet and the answer above the history.
  await page.setViewportSize({ width: 1280, height: 880 })
  await page.goto(`${winnow.url}/app/playground/videosite-channel`)
  const calls = page.getByRole('region', { name: 'History' }).getByText('videosite-channel.html')
  // The first call starts the thread that reads pages; the second shows the usual time.
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Try offline example' }).click()
    await expect(calls).toHaveCount(count)
  }
  await expect(page.getByRole('treeitem', { name: 'subscriber_count :' })).toBeVisible()
  await expect(page.getByText('-H "X-API-Key: $KEY"')).toBeVisible()
  await page.screenshot({ path: 'dist/screenshots/readme-playground.png' })
})

test('takes a screenshot of the parser editor with a page and its result', async ({ page, winnow }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`${winnow.url}/app/parsers/sample`)
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('title')
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  await page.screenshot({ path: 'dist/screenshots/readme-parsers.png' })
})

test('takes a screenshot of a page that is read as text', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/read`)
  await page.getByRole('button', { name: 'Read a sample page' }).click()
  await expect(page.getByRole('article')).toContainText('Every tea starts as the leaf')
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Fetching style sheets')).toHaveCount(0)
  await page.screenshot({ path: 'dist/screenshots/readme-read.png' })
})
