import type { Page } from 'playwright/test'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'

// A click can miss an element that is still sliding in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const card = (name: string, price: string, more = '') =>
  `<li class="product${more}"><h2><a href="/p/${name}">${name}</a></h2><p class="price">€ ${price}</p></li>`

const SHOP = `<!doctype html><title>Tea things</title><style>* { margin: 0 }</style><noscript><p>no</p></noscript>
  <body><h1>Tea things</h1><p class="lead">Ready in two days.</p><ul>
  ${card('Kettle', '24.50')}${card('Jug', '18.00')}${card('Card', '0.00', ' ad')}${card('Cups', '12.90')}
  ${card('Whisk', '9.00')}</ul><p class="weight">on request</p>`

const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'New field' })
const frame = (page: Page) => page.frameLocator('iframe[title^="Page"]')
const result = (page: Page) => pane(page, 'Result').getByRole('textbox', { name: 'Result' })
const lights = (page: Page, kind: string) => page.locator(`[data-light="${kind}"]`)

async function openPage(page: Page, url: string, html: string) {
  await page.goto(url)
  const buffer = Buffer.from(html)
  await page.locator('input[type=file]').setInputFiles({ name: 'shop.html', mimeType: 'text/html', buffer })
  await expect(frame(page).getByRole('heading', { name: 'Tea things' })).toBeVisible()
}

const openShop = (page: Page, url: string, id = 'new') => openPage(page, `${url}/app/parsers/${id}`, SHOP)

const pick = (page: Page) => page.getByRole('button', { name: 'Pick', exact: true }).click()

test('a list is learned from two clicks, without shift-clicked items, and its parser is saved and called over REST', async ({
  page,
  winnow,
}) => {
  await openShop(page, winnow.url)
  await page.getByLabel('Name of the parser').fill('Tea things')
  await pick(page)
  await frame(page).getByRole('link', { name: 'Kettle' }).click()
  await expect(panel(page).getByText('5 matches, the first is used')).toBeVisible()
  await frame(page).getByRole('link', { name: 'Jug' }).click()
  await expect(panel(page).getByText('5 items')).toBeVisible()
  await expect(lights(page, 'match')).toHaveCount(5)
  await frame(page)
    .getByRole('link', { name: 'Card' })
    .click({ modifiers: ['Shift'] })
  await expect(panel(page).getByText('4 items')).toBeVisible()
  await expect(panel(page)).toContainText(':not(.ad)')
  await expect(lights(page, 'match')).toHaveCount(4)

  await panel(page).getByLabel('Name of the list').fill('products')
  await panel(page).getByLabel('Include url').uncheck()
  await panel(page).getByLabel('Name of title').fill('name')
  await panel(page).getByLabel('Type of price').selectOption('number')
  await panel(page).getByLabel('price is required').check()
  await panel(page).getByRole('button', { name: 'Add list' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(result(page)).toContainText('12.9')

  await page.getByLabel('Name of title', { exact: true }).fill('shop')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/\/parsers\/prs_/)
  const body = new FormData()
  body.append('html', new Blob([SHOP], { type: 'text/html' }), 'shop.html')
  const called = await winnow.call(`/v1/parse/${page.url().split('/').at(-1)}`, { method: 'POST', body })
  expect(called.json).toEqual({
    shop: 'Tea things',
    products: [
      { name: 'Kettle', price: 24.5 },
      { name: 'Jug', price: 18 },
      { name: 'Cups', price: 12.9 },
      { name: 'Whisk', price: 9 },
    ],
  })
})

const story = (title: string, points: number, more = '') =>
  `<tr class="story${more}"><td>·</td><td><a href="/s/${points}">${title}</a></td></tr>
  <tr><td></td><td><b class="points">${points} points</b></td></tr><tr class="spacer"></tr>`

const STORIES = `<!doctype html><title>News</title><h1>Tea things</h1><table>
  ${story('Kettles', 17)}${story('Jugs', 29)}${story('Advertised', 1, ' ad')}${story('Cups', 31)}
  <tr class="end"></tr><tr><td></td><td>More</td></tr></table>`

for (const [what, first, second] of [
  ['titles', 'Kettles', 'Jugs'],
  ['details', '17 points', '29 points'],
] as const)
  test(`items of a title row and a detail row are learned from clicks on their ${what}`, async ({
    page,
    winnow,
  }) => {
    await openPage(page, `${winnow.url}/app/parsers/new`, STORIES)
    await pick(page)
    await frame(page).getByText(first).click()
    await frame(page).getByText(second).click()
    await expect(panel(page).getByText('4 items')).toBeVisible()
    await frame(page)
      .getByText('Advertised')
      .click({ modifiers: ['Shift'] })
    await expect(panel(page).getByText('3 items')).toBeVisible()
    await expect(panel(page)).toContainText(':not(.ad)')
    await panel(page).getByLabel('Include link').uncheck()
    await panel(page).getByRole('button', { name: 'Add list' }).click()
    await expect(panel(page)).toHaveCount(0)
    for (const text of ['/s/17', '17 points', '/s/31', '31 points'])
      await expect(result(page)).toContainText(text)
  })

test('a field is picked into the items of a list by keyboard alone', async ({ page, winnow }) => {
  const schema = { fields: { offers: { css: '.product', all: true, fields: { name: 'h2' } } } }
  await openShop(page, winnow.url, await winnow.parser(schema, { name: 'Tea things' }))
  await expect(result(page)).toContainText('Whisk')
  await page.getByRole('button', { name: 'Pick', exact: true }).press('Enter')
  const stage = page.getByRole('application', { name: /Choose an element/ })
  await stage.focus()
  // The keys go from the body to its first element, the list, its first item, and from its heading to its price.
  for (const key of ['Down', 'Right', 'Right', 'Down', 'Down', 'Right'])
    await page.keyboard.press(`Arrow${key}`)
  await expect(stage.getByText('p.price “€ 24.50”').last()).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByText('In 5 of 5 items')).toBeVisible()
  await expect(lights(page, 'match')).toHaveCount(4)
  await panel(page).getByLabel('Name', { exact: true }).fill('cost')
  await panel(page).getByLabel('Type', { exact: true }).selectOption('price')
  await panel(page).getByLabel('Name', { exact: true }).press('Enter')
  await expect(page.getByLabel('Name of offers.cost')).toBeVisible()
  await expect(result(page)).toContainText('"currency": "EUR"')
  await stage.focus()
  await page.keyboard.press('Escape')
  await expect(stage).toHaveCount(0)
})

test('rules are proposed with reasons, and a field gets the chosen one', async ({ page, winnow }) => {
  await openShop(page, winnow.url)
  await pick(page)
  await frame(page).getByText('Ready in two days.').hover()
  await expect(lights(page, 'pointed')).toContainText('p.lead “Ready in two days.”')
  await frame(page).getByText('Ready in two days.').click()
  const offers = panel(page).getByRole('radio')
  await expect(offers.first()).toBeChecked()
  await expect(panel(page).getByRole('group', { name: /^Suggested rules, most likely/ })).toBeVisible()
  await expect(panel(page)).toContainText('its class is a word, which sites rarely change')
  await frame(page)
    .getByText('on request')
    .click({ modifiers: ['Shift'] })
  await expect(panel(page)).toContainText('1 must not match')
  await expect(offers.first()).toBeChecked()
  await expect(panel(page).getByRole('radio', { name: /^xpath/ })).toHaveCount(0)
  await frame(page)
    .getByText('on request')
    .click({ modifiers: ['Shift'] })
  await offers.nth(1).check()
  const panelTexts = await panel(page)
    .locator('label', { has: page.locator(':checked') })
    .first()
    .locator('code')
    .innerText()
  await expect(panel(page).getByText('"Ready in two days."')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Start over' }).click()
  await expect(panel(page)).toHaveCount(0)
  await frame(page).getByText('Ready in two days.').click()
  await panel(page).getByRole('radio').nth(1).check()
  await panel(page).getByLabel('Required').check()
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await pane(page, 'Fields').getByText('JSON', { exact: true }).click()
  const text = await pane(page, 'Fields').getByRole('textbox', { name: 'Schema' }).innerText()
  const { lead } = JSON.parse(text).fields
  expect(lead.required).toBe(true)
  expect(panelTexts).toContain(String(Object.values(lead)[0]))
})

test('an attribute is read from the clicked element, not from another one with the same text', async ({
  page,
  winnow,
}) => {
  await openShop(page, winnow.url)
  await pick(page)
  await frame(page).getByRole('link', { name: 'Kettle' }).click()
  const selected = panel(page)
    .locator('label', { has: page.locator(':checked[type=radio]') })
    .locator('code')
  await expect(selected).toHaveText('.product h2')
  await panel(page).getByLabel('Read').selectOption('@href')
  await expect(selected).toHaveText(/ a$/)
  await expect(panel(page).getByText('"/p/Kettle"')).toBeVisible()
  const selector = await selected.innerText()
  await panel(page).getByLabel('Read').selectOption('text')
  await expect(panel(page).getByText('"Kettle"')).toBeVisible()
  await panel(page).getByLabel('Read').selectOption('@href')
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await expect(result(page)).toContainText('"/p/Kettle"')
  await pane(page, 'Fields').getByText('JSON', { exact: true }).click()
  const text = await pane(page, 'Fields').getByRole('textbox', { name: 'Schema' }).innerText()
  expect(Object.values(JSON.parse(text).fields)).toContainEqual({ css: selector, read: '@href' })
})

test('an existing field can be picked again and keeps its position', async ({ page, winnow }) => {
  const fields = { name: '.gone', cost: { css: '.price', type: 'number' } }
  const schema = { fields: { offers: { css: '.product', all: true, fields }, last: '.weight' } }
  await openShop(page, winnow.url, await winnow.parser(schema, { name: 'Tea things' }))
  await page.getByRole('button', { name: 'Actions for offers.name' }).click()
  await page.getByRole('menuitem', { name: 'Pick on the page' }).click()
  await frame(page).getByRole('link', { name: 'Jug' }).click()
  const rule = page.getByRole('region', { name: 'Rule of name' })
  await expect(rule.getByText('In 5 of 5 items')).toBeVisible()
  await rule.getByRole('button', { name: 'Use for name' }).click()
  await expect(result(page)).toContainText('"name": "Jug"')
  await pane(page, 'Fields').getByText('JSON', { exact: true }).click()
  const text = await pane(page, 'Fields').getByRole('textbox', { name: 'Schema' }).innerText()
  const read = JSON.parse(text).fields
  expect(Object.keys(read)).toEqual(['offers', 'last'])
  expect(Object.keys(read.offers.fields)).toEqual(['name', 'cost'])
})

test('hovering highlights the elements of a field or the field of an element, and the trace shows each step', async ({
  page,
  winnow,
}) => {
  const schema = {
    fields: {
      offers: {
        css: '.product',
        all: true,
        fields: { price: { any: ['.sale', '.price'], type: 'number' } },
      },
      weight: { css: '.weight', transform: ['upper'], type: 'number' },
    },
  }
  await openShop(page, winnow.url, await winnow.parser(schema, { name: 'Tea things' }))
  await expect(result(page)).toContainText('24.5')
  await page.getByLabel('Name of offers.price').hover()
  await expect(lights(page, 'field')).toHaveCount(5)
  await expect(lights(page, 'field').first()).toHaveText('offers[0].price')
  await page.getByLabel('Name of offers', { exact: true }).focus()
  await page.getByLabel('Name of the parser').hover()
  await expect(lights(page, 'field').first()).toHaveText('offers')

  await pane(page, 'Result').getByText('Trace', { exact: true }).click()
  await frame(page).getByText('€ 18.00').hover()
  await expect(page.locator('[data-field="offers.price"]')).toHaveAttribute('data-lit', 'true')
  const trace = pane(page, 'Result').getByRole('region', { name: 'Trace' })
  const entry = trace.getByRole('listitem').filter({ hasText: 'offers[1].price' })
  await expect(entry).toHaveAttribute('data-lit', 'true')
  await expect(entry).toContainText(/rule 2 matched · 1 match/)
  await expect(entry).toContainText(/rule 1.*no element matches "\.sale"/)
  await expect(entry).toContainText(/raw.*€ 18\.00.*value.*18/)
  await entry.hover()
  await expect(lights(page, 'field')).toHaveCount(1)

  await trace.getByLabel('Field to trace').selectOption('weight')
  await expect(trace.getByRole('listitem')).toContainText(/raw.*on request.*upper.*ON REQUEST/)
  await expect(trace.getByRole('listitem')).toContainText(/holds no number/)
})

test('picker and trace pass the accessibility check', async ({ page, winnow }) => {
  await openShop(page, winnow.url)
  await pick(page)
  await frame(page).getByRole('link', { name: 'Kettle' }).click()
  await expect(panel(page).getByRole('button', { name: 'Add field' })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await frame(page).getByRole('link', { name: 'Jug' }).click()
  await expect(panel(page).getByText('5 items')).toBeVisible()
  await pane(page, 'Result').getByText('Trace', { exact: true }).click()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})

test('the heading that is picked for a new parser takes the place of the example field', async ({
  page,
  winnow,
}) => {
  await openPage(
    page,
    `${winnow.url}/app/parsers/new`,
    '<h1 id="product-name"><b>Tea things</b></h1><i>New</i>',
  )
  await expect(result(page)).toContainText('"title": "Tea things"')
  await pick(page)
  await frame(page).getByText('Tea things').click()
  await panel(page).getByLabel('Name', { exact: true }).fill('title')
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await expect(page.getByLabel(/^Name of (?!the parser)/)).toHaveCount(1)
  await expect(page.getByLabel('Name of title', { exact: true })).toBeVisible()
  await frame(page).getByText('Tea things').click()
  await panel(page).getByLabel('Name', { exact: true }).fill('again')
  await panel(page).getByRole('button', { name: 'Add field' }).click()
  await expect(page.getByLabel(/^Name of (title|again)$/), 'only the example is replaced').toHaveCount(2)
})
