import type { Page } from 'playwright/test'
import { expect, test } from '../support/app.ts'

const HTML = { contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }

/** What a program in front of the service may answer. */
const FOREIGN = [
  { status: 502, ...HTML },
  { status: 200, ...HTML },
  { status: 500, json: { error: { code: 7, message: 'no upstream' } } },
  { status: 500, json: { error: 'Failed.', hint: { text: 'none' } } },
  { status: 504, body: '' },
  { status: 200, contentType: 'application/json', body: '' },
  ...[[], 7, null].map(json => ({ status: 500, json })),
]
const NOTICE = 'is not from Winnow'

test.use({ refused: [500, 502, 504] })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('an answer that is not from Winnow is an error in plain words, and other pages still open', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/credits`)
  for (const answer of FOREIGN) {
    await page.route('**/v1/crons?**', route => route.fulfill(answer))
    await page.getByRole('link', { name: 'Crons', exact: true }).click()
    await expect(page.getByRole('alert').first(), JSON.stringify(answer)).toContainText(NOTICE)
    await page.unroute('**/v1/crons?**')
    await page.getByRole('alert').first().getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('link', { name: 'Credits', exact: true }).click()
    await expect(heading(page, 'Credits')).toBeVisible()
    await page.reload()
  }
})

for (const [path, what] of [
  ['**/admin/sign-in', 'the sign-in'],
  ['**/admin/status', 'the state of the service'],
] as const)
  test(`an answer that is not from Winnow in place of ${what} leaves no empty window`, async ({
    page,
    winnow,
  }) => {
    for (const answer of FOREIGN) {
      await page.route(path, route => route.fulfill(answer))
      await page.goto(`${winnow.url}/app/keys`)
      const words = page.getByText(/is not from Winnow|Could not be read: status|^Reconnecting…$/).first()
      await expect(words, JSON.stringify(answer)).toBeVisible({ timeout: 20_000 })
      await page.unroute(path)
    }
  })

test('an error in the frame around the pages leaves a page that can be loaded again', async ({
  context,
  page: { request: _ },
  winnow,
}) => {
  // A page of its own, since React logs the error.
  const page = await context.newPage()
  await page.route('**/admin/status', route => route.fulfill({ json: {} }))
  await page.goto(`${winnow.url}/app/keys`)
  await expect(heading(page, 'This page failed')).toBeVisible()
  await page.unroute('**/admin/status')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Keys')).toBeVisible()
})
