import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { test as base, expect, FETCHES_HERE } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'

// A click can miss an element that is still sliding in.
base.use({ contextOptions: { reducedMotion: 'reduce' } })

const SCHEMA = { fields: { items: { css: 'li', all: true, fields: { name: 'b' } } } }

/** A shop with a list of four pages with two items each, and one with page numbers in its path. */
const test = base.extend<{ shop: LocalSite }>({
  settings: FETCHES_HERE,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  shop: async ({}, use) => {
    const site = await startLocalSite()
    site.on('/list', ({ query }, response) => {
      const number = Number(query.get('page') ?? 1)
      const things = ['a', 'b'].map(letter => `<li><b>${number}${letter}</b>`).join('')
      const next = number < 4 ? `<a class="more" href="/list?page=${number + 1}">Onwards</a>` : ''
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<ul>${things}</ul>${next}`)
    })
    for (const number of [1, 2, 3]) {
      const path = number === 1 ? '/things' : `/things/page/${number}`
      const next = number < 3 ? `<a href="/things/page/${number + 1}">${number + 1}</a>` : ''
      const pager = `<nav><span aria-current=page>${number}</span> ${next}</nav>`
      site.on(path, { body: `<h1>Things</h1><ul><li><b>thing ${number}</b></ul>${pager}` })
    }
    await use(site)
    await site.close()
  },
})

test('the way to the next page is proposed or picked, and the next two pages are tried', async ({
  page,
  winnow,
  shop,
}) => {
  const url = `${shop.url}/list`
  const id = await winnow.parser(SCHEMA, { name: 'Shop', test_urls: [url] })
  await page.goto(`${winnow.url}/app/parsers/${id}`)
  await page.getByRole('combobox', { name: 'Address of the page' }).fill(url)
  await page.getByRole('button', { name: 'Fetch' }).click()
  const frame = page.frameLocator('iframe[title^="Page"]')
  await expect(frame.getByText('1a')).toBeVisible()

  const paging = page.getByRole('region', { name: 'Next pages' })
  await expect(paging.getByText('The list seems to continue.')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await paging.getByRole('button', { name: 'the number in the address, page=2' }).click()
  await expect(paging.getByText('By the number in the address, page')).toBeVisible()
  await paging.getByRole('button', { name: 'Remove' }).click()

  await paging.getByRole('button', { name: 'Pick it on the page' }).click()
  await frame.getByText('Onwards').click()
  const form = page.getByRole('region', { name: 'Next page', exact: true })
  await expect(form.getByText('1 match')).toBeVisible()
  await form.getByRole('button', { name: 'Use for the next page' }).click()
  await expect(paging.getByText(/By the address that .*@href finds/)).toBeVisible()

  await paging.getByLabel('Maximum pages').fill('6')
  await expect(paging.getByText('Up to 6 credits. You pay only for pages that are read.')).toBeVisible()
  await paging.getByRole('button', { name: 'Try the next two pages' }).click()
  const rows = paging.getByRole('table', { name: 'Pages of the list' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(3)).toContainText('page=3')
  await expect(paging.getByText('The list continues after these pages.')).toBeVisible()
  await expect(
    paging.getByText(/^Up to 6 credits, about \d.* You pay only for pages that are read\.$/),
  ).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  expect((await winnow.call('/v1/credits')).json.creditBalance).toBe(1_000)

  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(async () => (await winnow.call(`/v1/parsers/${id}`)).json.version).toBe(2)
  const answer = await winnow.call(`/v1/scrape/${id}`, { json: { url } })
  expect(answer.json.items.map(({ name }: { name: string }) => name)).toEqual(
    [1, 2, 3, 4].flatMap(number => [`${number}a`, `${number}b`]),
  )
})

test('each kind of page has its own paging, also by a number in the path', async ({ page, winnow, shop }) => {
  const list = (css: string) => ({ css, all: true, fields: { name: 'b' } })
  const schema = {
    fields: { title: 'h1' },
    pages: [
      { name: 'product', match: { expect: { must: ['.price'] } }, fields: { price: '.price' } },
      { name: 'list', fields: { things: list('li'), others: list('.other') } },
      { name: 'feed', fields: { posts: list('.post') }, paginate: { param: 'p', limit: 3 } },
    ],
  }
  const url = `${shop.url}/things`
  const id = await winnow.parser(schema, { name: 'Things', test_urls: [url] })
  await page.goto(`${winnow.url}/app/parsers/${id}`)
  await page.getByRole('combobox', { name: 'Address of the page' }).fill(url)
  await page.getByRole('button', { name: 'Fetch' }).click()

  const feed = page.getByRole('region', { name: 'Next pages of feed' })
  await expect(feed.getByText('By the number in the address, p')).toBeVisible()
  await expect(feed.getByLabel('Maximum pages')).toHaveValue('up to 3 pages')
  await expect(page.getByRole('region', { name: 'Next pages of product' })).toHaveCount(0)

  const things = page.getByRole('region', { name: 'Next pages of list' })
  await things.getByRole('button', { name: 'Pick it on the page' }).click()
  await page.frameLocator('iframe[title^="Page"]').getByRole('link', { name: '2' }).click()
  await page.getByRole('button', { name: 'Use for the next page' }).click()
  await expect(things.getByText(/By the address that .*@href finds/)).toBeVisible()
  await things.getByRole('button', { name: 'Remove' }).click()
  await things.getByRole('button', { name: 'the number in the path, /things/page/2' }).click()
  await expect(things.getByLabel('List that goes on')).toHaveValue('things')
  await things.getByRole('button', { name: 'Try the next two pages' }).click()
  await expect(things.getByText('The list ends with these pages.')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(async () => (await winnow.call(`/v1/parsers/${id}`)).json.version).toBe(2)
  const saved = (await winnow.call(`/v1/parsers/${id}`)).json.schema
  expect(saved.pages[1].paginate).toEqual({ next: '[aria-current] + a@href', list: 'things' })
  expect(saved.paginate).toBeUndefined()
  const answer = await winnow.call(`/v1/scrape/${id}`, { json: { url } })
  expect(answer.json.things.map(({ name }: { name: string }) => name)).toEqual([
    'thing 1',
    'thing 2',
    'thing 3',
  ])
})
