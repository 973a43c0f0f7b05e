import { expect, test } from './support/app.ts'

test.use({ refused: [500] })

test('an invitation opens the overview, and its token is removed from the address', async ({
  page,
  winnow,
}) => {
  await page.goto(winnow.app.invite())
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('a window without an invitation says how to get one', async ({ browser, winnow }) => {
  const page = await browser.newPage()
  await page.goto(`${winnow.url}/app/keys`)
  await expect(page.getByText('winnow open', { exact: true })).toBeVisible()
  await page.close()
})

test('keyboard shortcuts open pages, the palette and the list of shortcuts', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Find').fill('over')
  await expect(page.locator('[data-action][data-selected]')).toContainText('Overview')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByText('Go to Keys')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const account = page.getByRole('button', { name: 'Account: default' })
  await account.focus()
  for (const [keys, dialog] of [
    ['ControlOrMeta+k', page.getByLabel('Find')],
    ['?', page.getByText('Go to Keys')],
  ] as const) {
    await page.keyboard.press(keys)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(account, 'the focus is where it was').toBeFocused()
  }
})

test('the palette names its selected match to screen readers', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByLabel('Find').fill('new ba')
  await expect(palette.getByRole('status')).toHaveText('New batch')
  await palette.getByLabel('Find').fill('new')
  await expect(palette.getByRole('status')).not.toHaveText('New batch')
  await page.keyboard.press('ArrowUp')
  await expect(palette.getByRole('status')).toHaveText(/^New /)
  await palette.getByLabel('Find').fill('nowhere')
  await expect(palette.getByRole('status')).toHaveText('No matches')
})

test('a page that keys, the palette or Back open has the focus on its heading, and no palette over it', async ({
  page,
  winnow,
}) => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto(`${winnow.url}/app/jobs`)
  await expect(heading('Jobs')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(heading('Batches')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Find', { exact: true }).fill('crons')
  await page.keyboard.press('Enter')
  await expect(heading('Crons')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByLabel('Find', { exact: true })).toBeFocused()
  await page.goBack()
  await expect(heading('Batches')).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('what is typed before the palette has loaded arrives in its search', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/keys`)
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const isPalette = /assets\/palette-[^/]+\.js/
  await page.route(isPalette, async route => {
    await isReleased
    await route.continue()
  })
  const asked = page.waitForRequest(isPalette)
  await page.keyboard.press('ControlOrMeta+k')
  await asked
  await page.keyboard.type('gjx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  release()
  const search = page.getByLabel('Find', { exact: true })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('gj')
  await page.keyboard.type('!')
  await expect(search).toHaveValue('gj!')
  await expect(page, 'the keys did nothing on the page below').toHaveURL(/\/keys$/)
})

test('data that cannot be read is named, and read again on request', async ({ page, winnow }) => {
  await winnow.parser({ fields: { title: 'h1' } }, { name: 'Kettles' })
  const failing = /\/v1\/parsers\?|\/admin\/credits/
  await page.route(failing, route =>
    route.fulfill({ status: 500, json: { error: 'The store could not be read.' } }),
  )
  await page.goto(`${winnow.url}/app/playground/videosite-channel`)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(/Could not be read: (credits, parsers|parsers, credits)/)
  await page.unroute(failing)
  await footer.getByRole('button', { name: 'Try again' }).click()
  await expect(footer).not.toContainText('Could not be read')
  await expect(footer).toContainText('1,000 credits')
  await expect(page.getByRole('navigation', { name: 'Operations' })).toContainText('Kettles')
})

test('a window 640 px high shows the whole navigation, and the account below it', async ({
  page,
  winnow,
}) => {
  await page.setViewportSize({ width: 1024, height: 640 })
  await page.goto(`${winnow.url}/app`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  expect(await pages.evaluate(nav => nav.scrollHeight - nav.clientHeight)).toBe(0)
  await expect(pages.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Account: default' })).toBeInViewport({ ratio: 1 })
})

test('a list without records has one button to begin and no filters', async ({ page, winnow }) => {
  for (const [list, verb] of [
    ['batches', 'New batch'],
    ['crons', 'New cron'],
    ['databases', 'New database'],
    ['webhooks', 'New webhook'],
    ['workflows', 'New workflow'],
  ] as const) {
    await page.goto(`${winnow.url}/app/${list}`)
    const begin = page.getByRole('main').getByText(verb, { exact: true })
    await expect(begin).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Views' })).toHaveCount(0)
  }
})

test('the palette finds records by words of their names, opens them, runs crons and opens forms', async ({
  page,
  winnow,
}) => {
  const columns = [{ name: 'title', type: 'string' }]
  const named = (path: string, name: string, more: object = {}) =>
    winnow.call(path, { json: { name, ...more } }).then(({ json }) => json.id as string)
  const database = await named('/v1/databases', 'Kettles of the shop', { columns, write_mode: 'append' })
  const parser = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Titles' })
  const nodes = [{ id: 'start', type: 'input' }]
  const workflow = await named('/v1/workflows', 'Daily prices', { nodes, edges: [] })
  const target = { type: 'parser', id: parser, input: { html: '<h1>Copper kettle</h1>' } }
  const cron = await named('/v1/crons', 'Night round', { expression: '30 2 * * *', timezone: 'UTC', target })
  const find = async (words: string, label: string) => {
    await page.getByRole('button', { name: /to find anything/ }).click()
    await page.getByLabel('Find', { exact: true }).fill(words)
    await page.getByRole('button', { name: label, exact: true }).click()
  }
  await page.goto(`${winnow.url}/app`)
  await find('kettles database', 'Open database Kettles of the shop')
  await expect(page).toHaveURL(`${winnow.url}/app/databases/${database}`)
  await find('titles', 'Open parser Titles')
  await expect(page).toHaveURL(`${winnow.url}/app/parsers/${parser}`)
  await find('daily', 'Open workflow Daily prices')
  await expect(page).toHaveURL(`${winnow.url}/app/workflows/${workflow}`)
  await find('run night', 'Run cron Night round')
  await expect(page).toHaveURL(`${winnow.url}/app/crons/${cron}`)
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Completed')
  await find('new batch', 'New batch')
  await expect(page.getByRole('heading', { name: 'New batch' })).toBeVisible()
  for (const noun of ['webhook', 'key', 'session']) {
    await find(`new ${noun}`, `New ${noun}`)
    await expect(page.getByRole('region', { name: `New ${noun}` })).toBeVisible()
  }
  await page.reload()
  await expect(page.getByRole('region', { name: 'New session' })).toBeVisible()
  await page.getByRole('region', { name: 'New session' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${winnow.url}/app/sessions`)
})

test('the palette says that names are still loading, and selects the first match once they are there', async ({
  page,
  winnow,
}) => {
  const target = {
    type: 'parser',
    id: await winnow.parser({ fields: { title: 'h1' } }),
    input: { html: '<p>' },
  }
  const { json } = await winnow.call('/v1/crons', {
    json: { name: 'Night round', expression: '30 2 * * *', timezone: 'UTC', target },
  })
  const mayAnswer = Promise.withResolvers<void>()
  await page.route(/\/v1\/crons\?limit=100/, async route => {
    await mayAnswer.promise
    await route.continue()
  })
  await page.goto(`${winnow.url}/app/keys`)
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Find').fill('open night')
  // The first one is read by screen readers only.
  await expect(page.getByText('Names are still loading…').last()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Find'), 'nothing is opened yet').toBeVisible()
  mayAnswer.resolve()
  const match = page.getByRole('button', { name: 'Open cron Night round' })
  await expect(match).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${winnow.url}/app/crons/${json.id}`)

  await page.route(/\/v1\/crons\?limit=100/, route => route.fulfill({ json: { error: 'not a list' } }))
  await page.reload()
  await expect(page.getByText('At 02:30')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Find').fill('no such name')
  await expect(page.getByText('No matches, but some names could not be loaded').last()).toBeVisible()
})

test('the first tab stop skips the navigation', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/keys`)
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'New key' })).toBeFocused()
})

test('a key is created, shown once, works, and stops working when it is revoked', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/keys`)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('backup')
  await page.getByRole('region', { name: 'New key' }).getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByRole('status').locator('.mono').innerText()
  const status = async () => (await winnow.call('/v1/credits', { headers: { 'x-api-key': secret } })).status
  expect(await status()).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  const row = page.getByRole('row', { name: 'backup' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row.getByText('revoked')).toBeVisible()
  expect(await status()).toBe(401)
})
