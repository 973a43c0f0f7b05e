import { expect, signIn } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { pictures } from '../support/pictures.ts'
import {
  ARTICLE,
  address,
  article,
  cost,
  frame,
  overflow,
  read,
  SIZES,
  tab,
  test,
} from '../support/read-page.ts'

test('an address is shown as text next to its page, with outline, author, language and cost', async ({
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

test('a search in the page is free, shows matching sections, and shows the whole text again when cleared', async ({
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

test('a long text is read on to its end, and choosing a later section reads up to it', async ({
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

test('a file is shown as text, a typed address survives a reload, and a file that is too large is refused', async ({
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

test('a page saved as MHTML is read and shown, and a new parser from it has its address', async ({
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

test('a new parser from the page opens its editor with that page', async ({ page, winnow, site }) => {
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

test.describe('a page that cannot be read', () => {
  test.use({ refused: [404, 422, 502] })

  test('says why and offers what may help, and one that does not answer can be cancelled', async ({
    page,
    winnow,
    site,
  }) => {
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

test('a picture of the page is fetched by the service only when the user wants to see it', async ({
  browser,
  winnow,
  site,
}) => {
  // The frame logs blocked pictures as errors, for which the fixture `page` would fail the test.
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await signIn(page, winnow)
  const body = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  site.on('/leaf.png', { headers: { 'content-type': 'image/png' }, body })
  // Leaves out the style sheets, which the service may fetch at any time.
  const requestedPaths = () =>
    site.requests.filter(({ headers }) => !headers.accept?.startsWith('text/css')).map(({ path }) => path)
  site.on('/picture', { body: ARTICLE.replace('<p>Tea', '<p><img src="/leaf.png" alt="A leaf"> Tea') })
  await read(page, winnow, `${site.url}/picture`)
  await expect(article(page).getByRole('link', { name: 'A leaf' })).toHaveAttribute(
    'href',
    `${site.url}/leaf.png`,
  )
  await expect(frame(page).getByRole('heading', { name: 'Brewing' })).toBeVisible()
  expect(requestedPaths()).toEqual(['/picture'])
  await article(page).getByRole('button', { name: 'Show the image' }).hover()
  await expect(page.locator('img[src^="data:image/png"]')).toBeVisible()
  expect(requestedPaths()).toEqual(['/picture', '/leaf.png'])
  await page.close()
})

test('the sample page is read by keyboard alone, and is not cut off in both themes and all sizes', async ({
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

  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect(frame(page).getByRole('heading', { name: 'How tea is made' })).toBeAttached()
    expect.soft(await overflow(page), `${size.width} wide`).toEqual([])
    await pictures(page, `read-answer-${size.width}`)
  }
})
