import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { expect, test } from './support/app.ts'

const run = promisify(execFile)
const MAX_TABS = 80

/** The name of the focused element, and how its focus looks. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const { outlineStyle, borderColor } = getComputedStyle(element)
    const label = element.ariaLabel ?? (element as HTMLInputElement).labels?.[0]?.innerText
    return { name: label ?? element.innerText.trim(), look: `${outlineStyle} ${borderColor}` }
  })

/** Presses Tab until the element with this name has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, name: string) {
  const focusedNames: string[] = []
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press('Tab')
    const { name: found, look } = await focused(page)
    if (found === name) return expect(look, `${name} shows its focus`).not.toMatch(/^none rgba\(0, 0, 0, 0\)/)
    focusedNames.push(found)
  }
  throw new Error(`Tab never came to “${name}”, but to: ${focusedNames.join(', ')}`)
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })

/** Waits until the answer is shown as a tree. */
const expectJson = async (page: Page) => {
  await expect(answer(page).getByText('200', { exact: true })).toBeVisible()
  await expect(answer(page).getByRole('treeitem').nth(3)).toBeVisible()
}

test('from an empty folder, an offline example gives JSON without network, then curl works with a new key', async ({
  page,
  winnow,
}) => {
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  await page.goto(winnow.app.invite())
  await page.getByRole('link', { name: 'Try an API offline' }).click()
  await page.getByRole('button', { name: 'Try offline example (free)' }).click()
  await expectJson(page)
  await expect(answer(page).getByText('from saved')).toBeVisible()
  expect([...hosts].filter(host => !winnow.url.endsWith(host))).toEqual([])

  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('my script')
  await page.getByRole('region', { name: 'New key' }).getByRole('button', { name: 'Create key' }).click()
  const commands = await page.getByRole('region', { name: 'Try it' }).locator('code').innerText()
  const { stdout } = await run('sh', ['-c', commands])
  expect(JSON.parse(stdout)).toMatchObject({ creditBalance: 1_000 })
})

test('from an empty folder, an offline example and a new key are reached by keyboard alone', async ({
  page,
  winnow,
}) => {
  await page.goto(winnow.app.invite())
  await expect(page.getByRole('link', { name: 'Try an API offline' })).toBeVisible()
  await tabTo(page, 'Try an API offline')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Try offline example (free)' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('videosite-channel')
  await page.keyboard.press('Enter')
  await expect(page.getByText('/v1/videosite-channel', { exact: true })).toBeVisible()
  await tabTo(page, 'Try offline example (free)')
  await page.keyboard.press('Enter')
  await expectJson(page)

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByLabel('Find', { exact: true })).toBeFocused()
  await page.keyboard.type('keys')
  await expect(page.locator('[data-action][data-selected]')).toContainText('Keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await tabTo(page, 'New key')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('my script')
  await page.keyboard.press('Enter')
  const secret = await page.getByRole('status').locator('.mono').innerText()
  expect((await winnow.call('/v1/credits', { headers: { 'x-api-key': secret } })).status).toBe(200)
})

test('from an empty folder, each of three real results takes two clicks and no network', async ({
  page,
  winnow,
}) => {
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string | RegExp) => {
    clicks += 1
    await page.getByRole(role, { name }).click()
  }
  const fromStart = async () => {
    clicks = 0
    await page.goto(`${winnow.url}/app/`)
  }

  await page.goto(winnow.app.invite())
  await click('link', 'Read a page')
  await click('button', /^Read a sample page/)
  const tree = page.getByRole('tree')
  await expect(tree.getByRole('treeitem').filter({ hasText: 'title' }).first()).toBeVisible()
  expect(clicks).toBe(2)

  await fromStart()
  await click('link', 'Create a parser')
  await expect(page.getByRole('textbox', { name: 'Result' })).toContainText('"title": "Copper kettle"')
  await click('button', 'Save')
  await expect(page.getByText('v1 · saved')).toBeVisible()
  expect(clicks).toBe(2)
  const parsers = (await winnow.call('/v1/parsers')).json.data
  expect(parsers.map(({ name }: { name: string }) => name)).toEqual(['Sample: list of a shop'])

  await fromStart()
  await click('link', 'Try an API offline')
  await click('button', 'Try offline example (free)')
  await expectJson(page)
  expect(clicks).toBe(2)
  expect([...hosts].filter(host => !winnow.url.endsWith(host))).toEqual([])
})
