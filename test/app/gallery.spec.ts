import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { test as base, expect, FETCHES_HERE } from './support/app.ts'
import { seriousFindingsInBothThemes } from './support/axe.ts'

const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const NAMES = Array.from({ length: 30 }, (_, at) => `Kettle ${at + 1}`)

/** The service may fetch from a site of this machine. */
const test = base.extend<{ site: LocalSite }>({
  settings: FETCHES_HERE,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  site: async ({}, use) => {
    const site = await startLocalSite()
    site.on('/dot.gif', { body: DOT, headers: { 'content-type': 'image/gif' } })
    const items = NAMES.map((name, at) => `<li><b>${name}</b><i>${at + 0.5}</i><img src=/dot.gif>`)
    site.on('/shop', { body: `<ul>${items.join('')}</ul>` })
    await use(site)
    await site.close()
  },
})

test('items of a result and rows of a database with pictures can be shown as cards', async ({
  page,
  winnow,
  site,
}) => {
  const item = { title: 'b', price: { css: 'i', type: 'number' }, image: { css: 'img@src', type: 'url' } }
  const parser_id = await winnow.parser({ fields: { items: { css: 'li', all: true, fields: item } } })
  const job = await winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${site.url}/shop` } } })
  await winnow.ended(`/v1/jobs/${job.json.id}`)

  await page.goto(`${winnow.url}/app/jobs/${job.json.id}`)
  await page.getByRole('tab', { name: 'Gallery' }).click()
  const cards = page.getByRole('region', { name: 'items' }).getByRole('listitem')
  await expect(cards).toHaveCount(24)
  await expect(cards.first()).toContainText('Kettle 1')
  await expect(cards.first()).toContainText('price0.5')
  await expect(cards.first().locator('img')).toHaveJSProperty('naturalWidth', 1)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards).toHaveCount(30)

  const columns = ['title', 'image'].map(name => ({ name, type: 'string' }))
  const database = await winnow.call('/v1/databases', { json: { name: 'Shop', columns } })
  const rows = NAMES.slice(0, 3).map(title => ({ title, image: `${site.url}/dot.gif` }))
  await winnow.call(`/v1/databases/${database.json.id}/rows`, { json: { rows } })
  await page.goto(`${winnow.url}/app/databases/${database.json.id}`)
  await page.getByRole('radiogroup', { name: 'Rows as' }).getByText('Gallery').click()
  const rowCards = page.getByRole('region', { name: 'Rows' }).getByRole('listitem')
  await expect(rowCards).toHaveCount(3)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Kettle 2' }).click()
  await expect(page.getByRole('dialog')).toContainText('Kettle 2')
})
