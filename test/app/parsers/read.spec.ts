import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { test as base, expect, signIn } from '../support/app.ts'
import { graveInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'

const sentence = (about: string, number: number) =>
  `Sentence ${number} on ${about} is long enough to be read, and says what is worth knowing of it.`

const section = (about: string) =>
  `<h2>${about}</h2>${[1, 2, 3, 4].map(number => `<p>${sentence(about.toLowerCase(), number)}</p>`).join('')}`

const ARTICLE = `<!doctype html><html lang="en"><head><title>Tea | Example</title>
<meta property="og:title" content="How tea is made"><meta name="author" content="Ada Example">
<script>document.title = 'ran'</script></head>
<body><nav><a href="/">Home</a> <a href="/more">More</a></nav><article><h1>How tea is made</h1>
<p>Tea starts as a leaf, and <a href="/farm?x=1">a farm</a> is where the leaf grows well, as <a href="/garden">a garden</a> shows.</p>
${['Leaf', 'Drying', 'Brewing'].map(section).join('')}
<table><caption>Times</caption><tr><th>Kind</th><th>Minutes</th></tr><tr><td>Green</td><td>2</td></tr><tr><td>Black, strong</td><td>4</td></tr></table>
</article><footer>Copyright by the owners of this page, who keep all rights.</footer></body></html>`

/** The service may fetch from a site of this machine. */
const test = base.extend<{ winnow: TestApp; site: LocalSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const winnow = await startTestApp({ allow_hosts: ['127.0.0.1'], robots: 'ignore' })
    await use(winnow)
    await winnow.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  site: async ({}, use) => {
    const site = await startLocalSite()
    site.on('/tea', { body: ARTICLE })
    site.on('/empty', { body: '<script>var x = 1</script><div id="app"></div>' })
    site.on('/slow', () => undefined)
    await use(site)
    await site.close()
  },
})

const address = (page: Page) => page.getByRole('textbox', { name: 'Address of the page' })
const article = (page: Page) => page.getByRole('article', { name: 'Text of the page' })
const frame = (page: Page) => page.frameLocator('iframe[title^="Page"]')
const cost = (page: Page) => page.getByRole('status', { name: 'Cost and source' })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

async function read(page: Page, winnow: TestApp, url: string) {
  await page.goto(`${winnow.url}/app/read`)
  await address(page).fill(url)
  await address(page).press('Enter')
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 640 },
  { width: 780, height: 800 },
  { width: 420, height: 800 },
]

const overflow = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.querySelector('main')!]
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`),
  )

test('an address becomes text beside its page, with outline, facts and cost', async ({
  page,
  winnow,
  site,
}) => {
  await read(page, winnow, `${site.url}/tea`)
  await expect(article(page)).toContainText('Tea starts as a leaf')
  await expect(article(page)).not.toContainText('Copyright')
  await expect(page.getByRole('heading', { name: 'How tea is made' })).toBeVisible()
  await expect(page.getByText('Ada Example · English')).toBeVisible()
  await expect(cost(page)).toHaveText(/^\d+ tokens · 1 credit · from http · [\d,]+ ms$/)
  await expect(frame(page).getByRole('heading', { name: 'How tea is made' })).toBeVisible()
  expect(site.requests.map(({ path }) => path)).toEqual(['/tea'])

  const link = article(page).getByRole('link', { name: 'a farm' })
  await expect(link).toHaveAttribute('href', `${site.url}/farm?x=1`)
  await expect(link).toHaveAttribute('target', '_blank')

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Brewing' }).click()
  await expect(article(page).getByRole('heading', { name: 'Brewing' })).toBeFocused()
  await expect(article(page).getByRole('heading', { name: 'Brewing' })).toBeInViewport()
  await expect(frame(page).getByRole('heading', { name: 'Brewing' })).toBeInViewport()

  await page.getByText('Markdown', { exact: true }).click()
  await expect(page.getByText('| Green | 2 |')).toBeVisible()
  await tab(page, 'Call').click()
  await expect(page.getByText(`{"url":"${site.url}/tea"}`)).toBeVisible()
  expect((await winnow.admin('/admin/credits')).json.balance).toBe(999)
})

test('words are found in the page, free, and the text is whole again without them', async ({
  page,
  winnow,
  site,
}) => {
  await read(page, winnow, `${site.url}/tea`)
  await expect(article(page)).toContainText('Tea starts')
  const find = page.getByRole('searchbox', { name: 'Find in the page' })
  await find.fill('sentence DRYING')
  await expect(article(page)).not.toContainText('Tea starts')
  await expect(article(page).getByRole('heading')).toHaveText(['Drying'])
  await expect(cost(page)).toContainText('free · from cache')
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('button')).toHaveText(['Drying'])
  await find.fill('coffee')
  await expect(page.getByText('No section has all of these words.')).toBeVisible()
  await find.fill('')
  await expect(article(page)).toContainText('Tea starts')
  expect(site.requests).toHaveLength(1)
  expect((await winnow.admin('/admin/credits')).json.balance).toBe(999)

  await find.fill('drying')
  await expect(article(page)).not.toContainText('Tea starts')
  await address(page).press('Enter')
  await expect(article(page)).toContainText('Tea starts')
  await expect(find).toHaveValue('')
})

test('a long text is read on to its end, and a section that is not there yet is read up to', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/read`)
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('textbox', { name: 'Tokens at most' }).fill('80')
  await address(page).fill(`${site.url}/tea`)
  await address(page).press('Enter')
  await expect(article(page).getByRole('heading', { name: 'Leaf' })).toBeVisible()
  await expect(cost(page)).toContainText('so far')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Brewing' }).click()
  await expect(article(page).getByRole('heading', { name: 'Brewing' })).toBeFocused()
  const more = page.getByRole('button', { name: 'Read on (free)' })
  while (await more.isVisible()) {
    const before = await cost(page).textContent()
    await more.click()
    await expect(cost(page)).not.toHaveText(before!)
  }
  await expect(article(page)).toContainText('Black, strong')
  await expect(cost(page)).toHaveText(/^\d+ tokens · 1 credit · from http/)
  expect(site.requests).toHaveLength(1)
})

test('a file becomes text, what is typed survives a reload, and a file that is too large is refused', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/read`)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'tea.html', mimeType: 'text/html', buffer: Buffer.from(ARTICLE) })
  await expect(article(page)).toContainText('Tea starts as a leaf')
  await expect(cost(page)).toContainText('1 credit · from upload')
  await expect(frame(page).getByRole('heading', { name: 'Brewing' })).toBeVisible()
  await tab(page, 'Call').click()
  await expect(page.getByText(/-F ['"]?html=@/)).toBeVisible()

  await page.getByRole('link', { name: 'Keys' }).click()
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await page.getByRole('link', { name: 'Read', exact: true }).click()
  await expect(article(page)).toContainText('Tea starts as a leaf')
  expect((await winnow.admin('/admin/credits')).json.balance).toBe(999)

  await page.getByRole('button', { name: 'Remove tea.html' }).click()
  await address(page).fill('https://tea.example/')
  await page.reload()
  await expect(address(page)).toHaveValue('https://tea.example/')
  const buffer = Buffer.alloc(16_777_217, ' ')
  await file.setInputFiles({ name: 'large.html', mimeType: 'text/html', buffer })
  await expect(page.getByText(/large.html is too large: 16 MB/)).toBeVisible()

  const drop = (names: string[]) =>
    page.evaluate(async all => {
      const dataTransfer = new DataTransfer()
      for (const name of all) dataTransfer.items.add(new File(['<p>A page that was dropped.</p>'], name))
      const form = document.querySelector('form[aria-label="Page to read"]')!
      form.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, names)
  await drop(['one.html', 'two.html'])
  await expect(page.getByText('Pages are read one at a time.')).toBeVisible()
  await drop(['one.html'])
  await expect(article(page)).toContainText('A page that was dropped.')
})

test('a page that a browser saved as one file is read, shown and made a parser of by its own address', async ({
  browser,
  page,
  winnow,
  site,
}) => {
  const visit = await browser.newPage()
  await visit.goto(`${site.url}/tea`)
  const session = await visit.context().newCDPSession(visit)
  const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' })
  await visit.close()
  await page.goto(`${winnow.url}/app/read`)
  const file = { name: 'tea.mhtml', mimeType: 'multipart/related', buffer: Buffer.from(data) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(article(page)).toContainText('Tea starts as a leaf')
  await expect(frame(page).getByRole('heading', { name: 'Brewing' })).toBeVisible()
  await page.getByRole('button', { name: 'New parser from this page' }).click()
  await expect(page.getByRole('combobox', { name: 'Address of the page' })).toHaveValue(`${site.url}/tea`)
  await expect(frame(page).getByRole('heading', { name: 'Brewing' })).toBeVisible()
})

test('links are searched and chosen, and become the items of a batch', async ({ page, winnow, site }) => {
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Headings' })
  await read(page, winnow, `${site.url}/tea`)
  await tab(page, 'Links 2').click()
  const links = page.getByRole('table', { name: 'Links' })
  await expect(links.getByRole('row')).toHaveCount(3)
  await page.getByText('Whole page').click()
  await expect(links.getByRole('row')).toHaveCount(5)
  await page.getByRole('searchbox', { name: 'Search links' }).fill('garden')
  await expect(links.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search links' }).fill('')
  await expect(links.getByRole('row')).toHaveCount(5)
  await links.getByRole('row', { name: 'a farm' }).getByRole('checkbox').click()
  await links.getByRole('row', { name: 'Home' }).getByRole('checkbox').click()
  expect(await graveInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'New batch of 2 links' }).click()
  await expect(page.getByLabel('Items, one per line')).toHaveValue(`${site.url}/\n${site.url}/farm?x=1`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: 'Headings' }).click()
  await expect(page.getByRole('button', { name: 'Run 2 items' })).toBeVisible()
})

const sitemap = (paths: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map(path => `<url><loc>https://shop.example${path}</loc><lastmod>2026-03-02</lastmod></url>`)
    .join('')}</urlset>`

const numbered = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `/${folder}/item-${index}`)

async function listLinks(page: Page, winnow: TestApp, url: string) {
  await page.goto(`${winnow.url}/app/read`)
  await page.getByText('Links of a site').click()
  await address(page).fill(url)
  await address(page).press('Enter')
}

test('links of a sitemap stand in groups, and those of one become the items of a batch', async ({
  page,
  winnow,
  site,
}) => {
  const body = sitemap([...numbered('kettles', 20), ...numbered('news', 5)])
  site.on('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body })
  await listLinks(page, winnow, `${site.url}/sitemap.xml`)
  const groups = page.getByRole('navigation', { name: 'Groups of links' }).getByRole('button')
  await expect(groups).toHaveText(['All links25', 'shop.example/kettles/*20', 'shop.example/news/*5'])
  await expect(cost(page)).toHaveText(/^25 links · 1 credit · from http/)
  await groups.nth(2).click()
  const links = page.getByRole('table', { name: 'Links' })
  await expect(links.getByRole('row')).toHaveCount(6)
  await expect(links.getByRole('row').nth(1)).toContainText('https://shop.example/news/item-0')
  await expect(links.getByRole('row').nth(1)).toContainText('2026-03-02')
  expect(await graveInBothThemes(page)).toEqual([])
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect(links).toBeVisible()
    expect.soft(await overflow(page), `${size.width} wide`).toEqual([])
    await pictures(page, `read-links-${size.width}`)
  }
  await page.getByRole('tab', { name: 'Call' }).click()
  await expect(page.getByText('/v1/pages/links')).toBeVisible()
  await page.getByRole('tab', { name: 'Links' }).click()
  await groups.nth(1).click()
  await page.getByRole('button', { name: 'New batch of 20 links' }).click()
  await expect(page.getByLabel('Items, one per line')).toHaveValue(
    /^https:\/\/shop.example\/kettles\/item-0\n/,
  )
})

test('as many links as a batch may have are passed on to it', async ({ page, winnow, site }) => {
  const paths = numbered('kettles-with-a-name-that-is-long-enough-for-a-large-draft', 10_000)
  site.on('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: sitemap(paths) })
  await listLinks(page, winnow, `${site.url}/sitemap.xml`)
  await page.getByRole('button', { name: 'New batch of 10,000 links' }).click()
  const items = page.getByLabel('Items, one per line')
  await expect(items).toHaveValue(/item-9999$/)
  await page.getByRole('link', { name: 'Keys' }).click()
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await page.goBack()
  await expect(items).toHaveValue(/item-9999$/)
})

test('tables are data that can be saved as CSV', async ({ page, winnow, site }) => {
  await read(page, winnow, `${site.url}/tea`)
  await tab(page, 'Tables 1').click()
  await expect(page.getByRole('table', { name: 'Times' }).getByRole('row')).toHaveCount(3)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('Times.csv')
  expect(await readFile((await saved.path())!, 'utf8')).toBe('Kind,Minutes\r\nGreen,2\r\n"Black, strong",4')
})

test('a parser is made of the page, which its editor has open to pick from', async ({
  page,
  winnow,
  site,
}) => {
  await read(page, winnow, `${site.url}/tea`)
  await expect(article(page)).toContainText('Tea starts')
  await page.getByRole('button', { name: 'New parser from this page' }).click()
  await expect(page).toHaveURL(/\/parsers\/page$/)
  await expect(frame(page).getByRole('heading', { name: 'How tea is made' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Address of the page' })).toHaveValue(`${site.url}/tea`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/parsers\/prs_/)
  const [{ name, test_urls }] = (await winnow.call('/v1/parsers')).json.data
  expect({ name, test_urls }).toEqual({ name: 'How tea is made', test_urls: [`${site.url}/tea`] })
  expect(site.requests).toHaveLength(1)
})

test('data are extracted by a schema that is tried, free, with the reason of each null', async ({
  page,
  winnow,
  site,
}) => {
  await read(page, winnow, `${site.url}/tea`)
  await tab(page, 'Data').click()
  const schema = page.getByRole('textbox', { name: 'Schema' })
  await schema.fill('{"fields": {"title": "h1", "price": ".price"}}')
  await page.getByRole('button', { name: 'Extract' }).click()
  const data = page.getByRole('region', { name: 'Data' })
  await expect(data.getByRole('tree')).toContainText('How tea is made')
  await expect(data.getByRole('list', { name: 'Nulls' })).toContainText('price')
  await expect(cost(page).last()).toContainText('1 null · free · from cache')
  expect(await graveInBothThemes(page)).toEqual([])
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect(data).toBeVisible()
    expect.soft(await overflow(page), `${size.width} wide`).toEqual([])
    await pictures(page, `read-data-${size.width}`)
  }
  await schema.fill('{"fields"')
  await page.getByRole('button', { name: 'Extract' }).click()
  await expect(page.getByRole('alert')).toContainText('The schema is not valid JSON')
  expect((await winnow.admin('/admin/credits')).json.balance).toBe(999)
})

test.describe('a page that cannot be read', () => {
  test.use({ refused: [404, 422, 502] })

  test('says why and what may help; one that hangs is cancelled', async ({ page, winnow, site }) => {
    await read(page, winnow, `${site.url}/empty`)
    await expect(page.getByRole('alert')).toContainText('The page has no text.')
    await expect(page.getByRole('button', { name: 'Read it in a browser' })).toBeVisible()
    await page.getByRole('button', { name: 'Read all of the page' }).click()
    await expect(page.getByRole('button', { name: 'Read all of the page' })).toHaveCount(0)
    await expect(page.getByRole('alert')).toContainText('The page has no text.')
    await address(page).fill(`${site.url}/none`)
    await address(page).press('Enter')
    await expect(page.getByRole('alert')).toContainText('404')

    await address(page).fill(`${site.url}/slow`)
    await address(page).press('Enter')
    await expect(page.getByText('Fetching and reading the page…')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: /Read a sample page/ })).toBeVisible()
    expect((await winnow.admin('/admin/credits')).json.balance).toBe(1_000)
  })
})

test('a picture of the page is fetched by the service, once somebody wants to see it', async ({
  browser,
  winnow,
  site,
}) => {
  // The frame of the page refuses its pictures on the console: a test's own page takes that for a fault.
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await signIn(page, winnow)
  const body = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  site.on('/leaf.png', { headers: { 'content-type': 'image/png' }, body })
  // But for what the service fetches for the looks of the page, whenever that comes.
  const asked = () =>
    site.requests.filter(({ headers }) => !headers.accept?.startsWith('text/css')).map(({ path }) => path)
  site.on('/picture', { body: ARTICLE.replace('<p>Tea', '<p><img src="/leaf.png" alt="A leaf"> Tea') })
  await read(page, winnow, `${site.url}/picture`)
  await expect(article(page).getByRole('link', { name: 'A leaf' })).toHaveAttribute(
    'href',
    `${site.url}/leaf.png`,
  )
  await expect(frame(page).getByRole('heading', { name: 'Brewing' })).toBeVisible()
  expect(asked()).toEqual(['/picture'])
  await article(page).getByRole('button', { name: 'Show the image' }).hover()
  await expect(page.locator('img[src^="data:image/png"]')).toBeVisible()
  expect(asked()).toEqual(['/picture', '/leaf.png'])
  await page.close()
})

test('the sample page is read by keys alone, and shows all of itself in both themes and all sizes', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  const sample = page.getByRole('button', { name: 'Read a sample page (1 credit)' })
  await sample.focus()
  await page.keyboard.press('Enter')
  await expect(article(page)).toContainText('Every tea starts as the leaf')
  await expect(frame(page).getByRole('heading', { name: 'Brewing' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Find in the page' })).toBeFocused()
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('button')
  await sections.first().focus()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab')
  await expect(sections.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(article(page).getByRole('heading', { name: 'Brewing' })).toBeFocused()
  await tab(page, 'Text').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('table', { name: 'Links' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(article(page)).toBeVisible()

  expect(await graveInBothThemes(page)).toEqual([])
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect(frame(page).getByRole('heading', { name: 'How tea is made' })).toBeAttached()
    expect.soft(await overflow(page), `${size.width} wide`).toEqual([])
    await pictures(page, `read-answer-${size.width}`)
  }
})
