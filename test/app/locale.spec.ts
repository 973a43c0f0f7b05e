import { expect, test } from './support/app.ts'

test.use({ locale: 'de-DE' })

test('a browser in another language shows numbers and dates in English, but keeps its 24-hour clock', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/settings/accounts`)
  const account = page.getByRole('row', { name: 'default' })
  await expect(account.getByRole('cell', { name: '20,000' })).toBeVisible()
  await account.getByRole('time').hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d:\d\d · /)
})

const LONG_NAME = `מחירים ${'של קומקומים '.repeat(12)}`.trim()

/** Whether the first letter of an element's text is within its visible part. */
const isBegun = (shown: Element) => {
  const range = document.createRange()
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  range.setStart(texts.nextNode()!, 0)
  range.setEnd(texts.currentNode, 1)
  const letter = range.getBoundingClientRect()
  const { left, right } = shown.getBoundingClientRect()
  return letter.left >= left && letter.right <= right
}

test('a long right-to-left name is cut at its end, not at its start', async ({ page, winnow }) => {
  const columns = [{ name: 'title', type: 'string' }]
  const name = LONG_NAME
  await winnow.call('/v1/databases', { json: { name, columns } })
  await page.goto(`${winnow.url}/app/databases`)
  const link = page.getByRole('link', { name })
  await expect(link).toBeVisible()
  expect(await page.getByRole('cell').filter({ has: link }).evaluate(isBegun)).toBe(true)
  await link.click()
  await expect(page.getByRole('button', { name: 'Database settings' })).toBeVisible()
  expect(await page.getByTitle(name).evaluate(isBegun)).toBe(true)
})

test('a long right-to-left name is cut at its end in the calendar of crons and the list of operations too', async ({
  page,
  winnow,
}) => {
  const id = await winnow.parser({ fields: { title: 'h1' } }, { name: LONG_NAME })
  const target = { type: 'parser', id, input: { html: '<h1>Kettle</h1>' } }
  await winnow.call('/v1/crons', {
    json: { name: LONG_NAME, expression: '0 * * * *', timezone: 'UTC', target },
  })
  await page.goto(`${winnow.url}/app/crons`)
  const inDay = page.getByRole('listitem').getByRole('link', { name: LONG_NAME })
  expect(await inDay.evaluate(isBegun)).toBe(true)
  await page.getByText('7 days', { exact: true }).click()
  const inWeek = page.getByRole('table', { name: 'Next 7 days' }).getByRole('link', { name: LONG_NAME })
  expect(await inWeek.evaluate(isBegun)).toBe(true)
  await page.goto(`${winnow.url}/app/playground/parse`)
  const inList = page.getByRole('navigation', { name: 'Operations' }).getByText(LONG_NAME)
  expect(await inList.evaluate(isBegun)).toBe(true)
})

test('a search ignores the case of letters, also of the Turkish ones with and without a dot', async ({
  page,
  winnow,
}) => {
  for (const name of ['İstanbul', 'ISPARTA', 'Kırıkkale'])
    await winnow.parser({ fields: { title: 'h1' } }, { name })
  await page.goto(`${winnow.url}/app/parsers`)
  const search = page.getByRole('searchbox', { name: 'Search' })
  const found = page.getByRole('table').getByRole('link')
  for (const [words, name] of [
    ['istanbul', 'İstanbul'],
    ['ISTANBUL', 'İstanbul'],
    ['ısparta', 'ISPARTA'],
    ['KIRIK', 'Kırıkkale'],
  ] as const) {
    await search.fill(words)
    await expect(found).toHaveText([name])
  }
})
