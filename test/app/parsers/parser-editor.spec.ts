import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { startLocalSite } from '../../support/local-site.ts'
import { expect, signIn, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { openEditor, SCHEMA } from '../support/parser-editor.ts'

// A click can miss an element that is still sliding in.
test.use({ contextOptions: { reducedMotion: 'reduce' }, refused: [400, 404, 409, 412, 422, 502] })

const KETTLE = `<!doctype html><title>Kettle</title><h1>Kettle</h1>
  <p class="price">24.50</p><p class="weight">on request</p><i class="tag">steel</i><i class="tag">1.7 l</i>`

const file = (text: string) => ({ name: 'kettle.html', mimeType: 'text/html', buffer: Buffer.from(text) })

/** The pane of the page with this name. */
const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The result of the schema. */
const result = (page: Page) => pane(page, 'Result').getByRole('textbox', { name: 'Result' })

/** The state of a field, with its reason. */
const stateOf = (page: Page, field: string) => page.getByRole('img', { name: new RegExp(`^${field}: `) })

/** Replaces the text of the schema. */
async function writeJson(page: Page, text: string) {
  await pane(page, 'Fields').getByText('JSON', { exact: true }).click()
  const editor = pane(page, 'Fields').getByRole('textbox', { name: 'Schema' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate(text => document.execCommand('insertText', false, text), text)
}

test('the sample opens with one click and says why a field is null', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/parsers`)
  await page.getByRole('link', { name: 'Open sample' }).click()
  await expect(result(page)).toContainText('"title": "Copper kettle"')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Copper kettle' })).toBeVisible()
  await expect(stateOf(page, 'weight')).toHaveAccessibleName(/"on request" holds no number/)
  await expect(stateOf(page, 'related')).toHaveAccessibleName('related: 3')
  await pane(page, 'Result').getByText('Nulls', { exact: true }).click()
  await expect(pane(page, 'Result').getByText('related[1].price')).toBeVisible()
})

test('saving a parser without a name says so and moves the focus to its name', async ({ page, winnow }) => {
  await openEditor(page, winnow)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('name must have at least 1 character.')
  await expect(page.getByLabel('Name of the parser')).toBeFocused()
  await page.keyboard.type('Kettles')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/\/parsers\/prs_/)
})

test('a parser is written against a file, saved, and called over REST', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/parsers`)
  await page.getByRole('link', { name: 'New parser' }).click()
  await page.getByLabel('Name of the parser').fill('Kettles')
  await page.locator('input[type=file]').setInputFiles(file(KETTLE))
  await expect(result(page)).toContainText('"title": "Kettle"')

  await page.getByRole('button', { name: 'Add field', exact: true }).click()
  await page.getByLabel('Name of field_2').fill('weight')
  await page.getByLabel('Query of weight').fill('.weight')
  await page.getByRole('button', { name: 'Details of weight' }).click()
  await page.getByLabel('type of weight').selectOption('number')
  await expect(stateOf(page, 'weight')).toHaveAccessibleName(/"on request" holds no number/)
  await page.getByLabel('Name of weight').fill('tags')
  await page.getByLabel('Query of tags').fill('.tag')
  await page.getByLabel('type of tags').selectOption('')
  await page.getByLabel('All matches of tags').check()
  await expect(stateOf(page, 'tags')).toHaveAccessibleName('tags: 2')

  await page.reload()
  await expect(page.getByLabel('Name of the parser')).toHaveValue('Kettles')
  await expect(result(page)).toContainText('"1.7 l"')

  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/\/parsers\/prs_/)
  await expect(page.getByText('v1 · saved')).toBeVisible()
  await expect(result(page)).toContainText('"1.7 l"')
  const body = new FormData()
  body.append('html', new Blob([KETTLE], { type: 'text/html' }), 'kettle.html')
  const called = await winnow.call(`/v1/parse/${page.url().split('/').at(-1)}`, { method: 'POST', body })
  expect(called.json).toEqual({ title: 'Kettle', tags: ['steel', '1.7 l'] })

  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('/v1/scrape/')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('form and JSON are two views of one schema, and both show an error at its field', async ({
  page,
  winnow,
}) => {
  await openEditor(page, winnow)
  const oddSchema = {
    note: 1,
    fields: { title: 'h1', 'unit price': { css: '.price', typ: 'number', default: [1] } },
  }
  await writeJson(page, JSON.stringify(oddSchema))
  await expect(pane(page, 'Result').getByText('schema.fields["unit price"]').first()).toBeVisible()
  await expect(page.locator('.cm-lintRange-error').first()).toBeVisible()
  await pane(page, 'Fields').getByText('Form', { exact: true }).click()
  await expect(page.getByRole('img', { name: /unit price/ })).toHaveAccessibleName(/Unknown key "typ"/)
  await page.getByLabel('Query of title').fill('h2')
  await page.getByRole('button', { name: /Details of .*unit price/ }).click()
  await page.getByLabel(/typ of .*unit price/).fill('')
  await page.getByLabel('note of the schema').fill('')
  await pane(page, 'Fields').getByText('JSON', { exact: true }).click()
  const text = await pane(page, 'Fields').getByRole('textbox', { name: 'Schema' }).innerText()
  expect(JSON.parse(text)).toEqual({ fields: { title: 'h2', 'unit price': { css: '.price', default: [1] } } })
})

test('the selectors of the rules of `any` are not cut off in a small window', async ({ page, winnow }) => {
  await page.setViewportSize({ width: 1024, height: 640 })
  const any = ['.product-card h2.title', { jsonld: 'Product', path: 'offers.price' }]
  await openEditor(page, winnow, await winnow.parser({ fields: { title: { any } } }, { name: 'My shop' }))
  const inputs = pane(page, 'Fields').getByRole('textbox', { name: /of rule \d of title/ })
  await expect(inputs).toHaveCount(3)
  for (const input of await inputs.all())
    expect.soft(await input.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('letters typed into the schema faster than the page can follow keep their order', async ({
  page,
  winnow,
}) => {
  await openEditor(page, winnow)
  const note = 'abcdefghijklmnopqrstuvwxyz'.repeat(8)
  await writeJson(page, '{ "note": "" }')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  await page.evaluate(async letters => {
    for (const letter of letters) {
      document.execCommand('insertText', false, letter)
      await new Promise(resolve => setTimeout(resolve))
    }
  }, note)
  await expect(pane(page, 'Fields').getByRole('textbox', { name: 'Schema' })).toHaveText(
    `{ "note": "${note}" }`,
  )
})

test('the keys of the schema language are completed while typing', async ({ page, winnow }) => {
  await openEditor(page, winnow)
  await writeJson(page, '{ "fields": { "price": { "css": ".p",  } } }')
  for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('"ty')
  // On a slow machine, the list may close again before the test sees it.
  await expect(async () => {
    await page.keyboard.press('Control+Space')
    await expect(page.getByRole('option', { name: /"type"/ })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('option', { name: /"xpath"/ })).toHaveCount(0)
})

test('a page is fetched by the service, and the test addresses show their results', async ({
  page,
  winnow,
}) => {
  const site = await startLocalSite()
  site.on('/kettle', { body: KETTLE })
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  const id = await winnow.parser(SCHEMA, { test_urls: [`${site.url}/kettle`, `${site.url}/none`] })
  await openEditor(page, winnow, id)
  await page.getByRole('combobox', { name: 'Address of the page' }).fill(`${site.url}/kettle`)
  await page.getByRole('button', { name: 'Fetch' }).click()
  await expect(result(page)).toContainText('24.5')
  await page.getByRole('button', { name: 'Test addresses' }).click()
  await page.getByRole('button', { name: 'Test all' }).click()
  await expect(page.getByText('Every field has a value')).toBeVisible()
  await expect(page.getByRole('dialog').getByText(/HTTP 404/)).toBeVisible()
  expect((await winnow.call('/v1/credits')).json.creditBalance).toBe(1000)
  await site.close()
})

test('a page open in the editor runs no scripts and fetches nothing', async ({ browser, winnow }) => {
  const site = await startLocalSite()
  // The frame logs what it blocks as errors, for which the fixture `page` would fail the test.
  const page = await browser.newPage()
  await signIn(page, winnow)
  await openEditor(page, winnow)
  // Browsers parse the first line as an empty comment, an image, text, and a document type that comes too late.
  const hostile = `<!--><img src="${site.url}/early.png"><style>@import url(${site.url}/early.css)</style>--><!doctype html>
    <link rel="preconnect" title="${'long '.repeat(300)}" href="${site.url}"><h1>Shown</h1><script>document.querySelector('h1').textContent = 'ran'</script>
    <link rel="preconnect" href="${site.url}"><link rel="stylesheet" href="${site.url}/a.css">
    <style>h1 { background: url(${site.url}/b.png) }</style><img src="${site.url}/a.png">
    <meta http-equiv="refresh" content="0;url=${site.url}/gone"><iframe src="${site.url}/frame"></iframe>
    <a href="${site.url}/followed">away</a>`
  await page.locator('input[type=file]').setInputFiles(file(hostile))
  const frame = page.frameLocator('iframe[title^="Page"]')
  await expect(frame.getByText('Shown')).toBeVisible()
  await frame.getByRole('link', { name: 'away' }).click()
  await expect(frame.getByText('Shown')).toBeVisible()
  expect(site.requests).toEqual([])
  expect(site.connections()).toBe(0)
  await page.close()
  await site.close()
})

test('the editor stays responsive with a page of 16 MB', async ({ page, winnow }, info) => {
  await openEditor(page, winnow)
  const rows = '<p class="row">one of very many rows of this page</p>\n'
  const large = `<h1>Large</h1>${rows.repeat(Math.floor(15_900_000 / rows.length))}`
  const path = info.outputPath('large.html')
  await writeFile(path, large)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByLabel('Query of title').fill('h1, h2')
  await expect(page.getByText('all of it is read')).toBeVisible()
  await expect(result(page)).toContainText('"Large"')
  await pane(page, 'Page').getByText('Source').click()
  await expect(pane(page, 'Page').getByLabel('Source of the page')).toContainText('Large')
})

test('the editor passes the accessibility check', async ({ page, winnow }) => {
  await openEditor(page, winnow, 'sample')
  await expect(result(page)).toContainText('Copper kettle')
  await page.getByRole('button', { name: 'Details of price', exact: true }).click()
  // The accessibility checker cannot inspect a frame without scripts.
  await pane(page, 'Page').getByText('Source').click()
  await expect(page.getByLabel('Source of the page')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await pane(page, 'Fields').getByText('JSON', { exact: true }).click()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'More options' }).first().click()
  await expect(page.getByText('Request headers to add.')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})
