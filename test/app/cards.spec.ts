import { expect, test } from './support/app.ts'
import { seriousFindingsInBothThemes } from './support/axe.ts'

/** What the cards of the offline examples show: counts by field name, and whether the card has a link. */
const CARDS = [
  { api: 'photosocial-profile', counts: ['followers', 'following', 'posts'], isLinked: true },
  {
    api: 'shortvideo-profile',
    counts: ['follower_count', 'following_count', 'heart_count', 'video_count'],
    isLinked: true,
  },
  { api: 'videosite-channel', counts: ['subscriber_count', 'video_count', 'view_count'], isLinked: true },
  {
    api: 'realty-details',
    counts: ['price', 'bedrooms', 'bathrooms', 'living_area', 'year_built'],
    isLinked: false,
  },
]

for (const { api, counts, isLinked } of CARDS)
  test(`an answer of ${api} is shown as a card`, async ({ page, winnow }) => {
    await page.goto(`${winnow.url}/app/playground/${api}`)
    await page.getByRole('button', { name: 'Try offline example (free)' }).click()
    await page.getByRole('tab', { name: 'Card' }).click()
    const card = page.getByRole('region', { name: 'Card' }).getByRole('article')
    await expect(card.getByRole('term')).toHaveText(counts)
    await expect(card.getByRole('definition').first()).toHaveText(/^[\d,.]+$/)
    await expect(card.getByRole('link')).toHaveCount(isLinked ? 1 : 0)
    expect(await seriousFindingsInBothThemes(page)).toEqual([])
  })
