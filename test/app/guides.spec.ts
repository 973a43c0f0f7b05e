import { expect, test } from './support/app.ts'
import { seriousFindingsInBothThemes } from './support/axe.ts'

test('guides link to each other, to headings in each other, and back to the list', async ({
  page,
  winnow,
}) => {
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  await page.goto(`${winnow.url}/app/guides`)
  await page.getByRole('link', { name: 'README' }).click()
  await expect(page.getByRole('heading', { name: 'Five minutes' })).toBeInViewport()
  await page.getByRole('link', { name: 'Jobs and batches' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs and batches' })).toBeVisible()
  await expect(page.getByText('curl -H "X-API-Key: $KEY"').first()).toBeVisible()
  await page.getByRole('article').getByRole('link', { name: 'database' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Databases' })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.goto(`${winnow.url}/app/guides/webhooks`)
  await page.getByRole('article').getByRole('link', { name: 'change feed' }).click()
  await expect(page.getByRole('heading', { name: 'The change feed' })).toBeInViewport()
  await page.getByRole('link', { name: 'All guides' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible()
  expect([...hosts]).toEqual([new URL(winnow.url).host])
})

test('links to pages outside the app are plain text, and web addresses open in a new window', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/guides`)
  const article = page.getByRole('article')
  await expect(article.getByText('how fast Winnow is')).toBeVisible()
  await expect(article.getByRole('link', { name: 'Benchmarks' })).toHaveCount(0)
  await page.goto(`${winnow.url}/app/guides/workflows`)
  await expect(article.getByRole('link', { name: 'JSONata' })).toHaveAttribute('target', '_blank')
  await page.goto(`${winnow.url}/app/guides/none`)
  await page.getByRole('link', { name: 'Show all guides' }).click()
  await expect(page).toHaveURL(`${winnow.url}/app/guides`)
})

const HOSTILE = [
  '# Crons',
  '<img src="x" onerror="document.title = 1"><script>document.title = 2</script>',
  '[press](javascript:alert%281%29) [data](data:text/html,x) ![picture](https://example.com/x.png)',
].join('\n\n')

test('tags and scripts in a guide are shown as text', async ({ page, winnow }) => {
  await page.route(/\/assets\/crons-[\w-]{8}\.js$/, route =>
    route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(HOSTILE)}` }),
  )
  await page.goto(`${winnow.url}/app/guides/crons`)
  const article = page.getByRole('article')
  await expect(article.getByText('<script>document.title = 2</script>')).toBeVisible()
  await expect(article.getByText('press')).toBeVisible()
  await expect(article.locator('a, img, script')).toHaveCount(0)
})

test('an empty list opens its guide beside the page', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/batches`)
  await page.getByRole('button', { name: 'Guide to batches' }).press('Enter')
  const guide = page.getByRole('dialog', { name: 'Guide to batches' })
  await expect(guide.getByRole('heading', { name: 'Batches', exact: true })).toBeInViewport()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(guide).toHaveCount(0)
  await page.getByRole('button', { name: 'Guide to batches' }).click()
  await guide.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(/\/guides\/jobs#batches$/)
  await expect(guide).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Batches', exact: true })).toBeInViewport()
})
