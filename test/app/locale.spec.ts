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

test('a long right-to-left name is cut at its end, not at its start', async ({ page, winnow }) => {
  const columns = [{ name: 'title', type: 'string' }]
  const name = `מחירים ${'של קומקומים '.repeat(12)}`.trim()
  await winnow.call('/v1/databases', { json: { name, columns } })
  await page.goto(`${winnow.url}/app/databases`)
  const link = page.getByRole('link', { name })
  await expect(link).toBeVisible()
  /** Whether its first letter is within the visible part. */
  const isBegun = (shown: Element) => {
    const range = document.createRange()
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
    range.setStart(texts.nextNode()!, 0)
    range.setEnd(texts.currentNode, 1)
    const letter = range.getBoundingClientRect()
    const { left, right } = shown.getBoundingClientRect()
    return letter.left >= left && letter.right <= right
  }
  expect(await page.getByRole('cell').filter({ has: link }).evaluate(isBegun)).toBe(true)
  await link.click()
  await expect(page.getByRole('button', { name: 'Database settings' })).toBeVisible()
  expect(await page.getByTitle(name).evaluate(isBegun)).toBe(true)
})
