import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'

const code = '[aria-label="Set up"] code'

test('a client gets a key of its own, which is masked on screen, and its calls are shown', async ({
  page,
  winnow,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${winnow.url}/app/connect`)
  await expect(page.getByText('none yet')).toBeVisible()
  await expect(page.locator(code)).toContainText('YOUR_KEY')
  await page.getByRole('button', { name: 'Create key for Claude Code' }).click()
  await expect(page.getByText('Claude Code has the key')).toBeVisible()
  await expect(page.locator(code)).toContainText('wk_••••')
  await page.getByRole('button', { name: 'Copy the set-up' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Reveal the key' }).click()
  await expect(page.locator(code)).toHaveText(copied)

  const [, url, key] = /winnow '(\S+)' --header 'X-API-Key: (\S+)'/.exec(copied)!
  const answer = await fetch(url!, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': key!,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'credits', arguments: {} },
    }),
  })
  expect(await answer.text()).toContain('creditBalance')
  await expect(page.getByText('Claude Code: credits, 200')).toBeVisible()

  await page.reload()
  await expect(page.getByText('is not stored')).toBeVisible()
  await expect(page.locator(code)).toContainText('YOUR_KEY')
})

test('a browser is paired with a code, and is listed while its key is valid', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/connect`)
  await page.getByText('Browser', { exact: true }).click()
  await expect(page.getByText('none yet')).toBeVisible()
  await page.getByRole('button', { name: 'Show a code' }).click()
  const code = await page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent()
  const paired = await winnow.call('/v1/pairings', {
    json: { code },
    headers: {
      origin: 'moz-extension://0c0e3f0e-5a1b-4d3c-9c64-1f6f6a1f2b3c',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  })
  expect(paired.status).toBe(200)
  await expect(page.getByText('Firefox on Linux has the key')).toBeVisible()
  const { data } = (await winnow.admin('/admin/keys')).json
  await winnow.admin(`/admin/keys/${data.at(-1).id}/revoke`, {})
  await expect(page.getByText('none yet')).toBeVisible()
  for (const file of await page.getByRole('link', { name: /^Download for/ }).all()) {
    const { status } = await winnow.call((await file.getAttribute('href'))!)
    expect(status).toBe(200)
  }
})

test('choosing tools changes the address and the number of tokens', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/connect`)
  const { data } = (await winnow.admin('/admin/tools')).json as {
    data: { group: string; by_default: boolean; tokens: number; read_only: boolean }[]
  }
  const groups = [...new Set(data.filter(tool => tool.by_default).map(({ group }) => group))]
  const [keptGroup, ...otherGroups] = groups
  for (const group of otherGroups) await page.getByRole('checkbox', { name: `${group} (` }).click()
  await page.getByRole('switch', { name: 'Read-only tools' }).click()
  await expect(page.locator(code)).toContainText(`/mcp?groups=${keptGroup}&readonly=1'`)
  const readOnlyTools = data.filter(({ group, read_only }) => group === keptGroup && read_only)
  const tokens = readOnlyTools.reduce((sum, tool) => sum + tool.tokens, 0)
  await expect(
    page.getByText(
      `${readOnlyTools.length} of ${data.length} tools, about ${tokens.toLocaleString('en')} tokens`,
    ),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: 'Tools' }).getByRole('row')).toHaveCount(
    readOnlyTools.length + 1,
  )
})

test('every client has a set-up with the address, and links appear once there is a key', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/connect`)
  const tabs = page.getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  for (const name of await tabs.allInnerTexts()) {
    await page.getByRole('tab', { name, exact: true }).click()
    if (name === 'Claude Desktop') continue
    await expect(page.locator(code), name).toContainText(`${winnow.url}/mcp`)
  }
  await page.getByRole('tab', { name: 'Cursor' }).click()
  await expect(page.getByText('Add to Cursor (create the key first)')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to Cursor' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Create key for Cursor' }).click()
  const link = new URL((await page.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href'))!)
  const config = JSON.parse(atob(link.searchParams.get('config')!))
  expect(config.url).toBe(`${winnow.url}/mcp`)
  expect(
    (await winnow.call('/v1/credits', { headers: { 'x-api-key': config.headers['X-API-Key'] } })).status,
  ).toBe(200)

  await page.getByRole('tab', { name: 'Claude Desktop' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download winnow.mcpb' }).click()
  expect((await download).suggestedFilename()).toBe('winnow.mcpb')
})

test('a set-up with its key passes the accessibility check', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/connect`)
  await page.getByRole('tab', { name: 'VS Code' }).click()
  await page.getByRole('button', { name: 'Create key for VS Code' }).click()
  await expect(page.getByRole('link', { name: 'Add to VS Code' })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})

test('the page that waits for the bookmarklet links back to the set-up of a browser', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/connect/receive`)
  await expect(page.getByText('Waiting for a page')).toBeVisible()
  await page.getByRole('link', { name: 'Connect a browser' }).click()
  await expect(page).toHaveURL(/connect\/browser$/)
})
