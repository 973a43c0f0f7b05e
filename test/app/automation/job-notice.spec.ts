import { startLocalSite } from '../../support/local-site.ts'
import { test as base, expect, FETCHES_HERE } from '../support/app.ts'

const test = base.extend({
  settings: FETCHES_HERE,
})

const follow = { link: 'a@href', fields: { weight: 'b' } }
const LINKS = { fields: { items: { css: 'li', all: true, fields: { name: 'a' }, follow } } }

test('a job and the list of jobs show that pages are missing in a result', async ({ page, winnow }) => {
  const site = await startLocalSite()
  site.on('/shop', { body: '<li><a href="/gone">cup</a></li>' })
  const parser_id = await winnow.parser(LINKS, { name: 'shop' })
  const body = { parser_id, input: { url: `${site.url}/shop` } }
  const { json } = await winnow.call('/v1/jobs', { json: body })
  await winnow.ended(`/v1/jobs/${json.id}`)
  await page.goto(`${winnow.url}/app/jobs`)
  const row = page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(1)
  await expect(row).toContainText('pages missing')
  await row.click()
  await expect(page.getByText('pages missing')).toBeVisible()
  await expect(page.getByRole('tree')).toContainText('cup')
  await site.close()
})
