import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { startLocalProxy } from '../../support/local-proxy.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'

test.describe('settings', () => {
  test.use({ refused: [400] })

  test('a setting shows why a value is refused, is changed, and is reset', async ({ page, winnow }) => {
    const stored = async (name: string) =>
      (await winnow.admin('/admin/settings')).json.data.find((row: { name: string }) => row.name === name)
    await page.goto(`${winnow.url}/app/settings`)
    const timeout = page.getByLabel('Fetch timeout (ms)', { exact: true })
    await timeout.fill('5')
    await timeout.press('Enter')
    await expect(page.getByText('must be at least 100')).toBeVisible()
    expect((await stored('fetch_timeout_ms')).value).toBe(30_000)
    await timeout.fill('4000')
    await timeout.press('Enter')
    await expect(page.getByText('must be at least 100')).toHaveCount(0)
    await expect(page.getByText('Set here. Default: 30,000.')).toBeVisible()
    expect((await stored('fetch_timeout_ms')).value).toBe(4_000)
    await page.getByRole('button', { name: 'Reset Fetch timeout (ms)' }).click()
    await expect(timeout).toHaveValue('30,000')
    expect((await stored('fetch_timeout_ms')).origin).toBe('default')

    await timeout.fill('7000')
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(timeout, 'what was typed outlives the page').toHaveValue('7,000')
    await timeout.press('Escape')
    await expect(timeout).toHaveValue('30,000')
  })

  test('the reason why a value of a setting is refused disappears once the value is changed', async ({
    page,
    winnow,
  }) => {
    await page.goto(`${winnow.url}/app/settings`)
    const field = page.getByRole('textbox', { name: 'Fetch timeout (ms)' })
    await field.fill('5')
    await page.keyboard.press('Enter')
    await expect(page.getByText('must be at least 100')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('30,000')
    await expect(page.getByText('must be at least 100')).toBeHidden()
  })

  test('a change that needs a restart says so, and a host open to the network shows a warning', async ({
    page,
    winnow,
  }) => {
    await page.goto(`${winnow.url}/app/settings`)
    const host = page.getByLabel('Host', { exact: true })
    await host.fill('0.0.0.0')
    await host.press('Enter')
    await expect(page.getByText('Other machines on the network can reach Winnow')).toBeVisible()
    await expect(page.getByText('Restart Winnow to apply: Host.')).toBeVisible()
    await page.getByRole('button', { name: 'Reset host' }).click()
    await expect(page.getByText('Other machines on the network can reach Winnow')).toHaveCount(0)
    await expect(page.getByText('Restart Winnow')).toHaveCount(0)
    await expect(page.getByLabel('Port', { exact: true })).toHaveAttribute('readonly')
    const level = page.getByLabel('Log level', { exact: true })
    await expect(level.getByRole('option')).toHaveText(['Debug', 'Info', 'Warning', 'Error', 'Nothing'])
    await expect(level).toHaveValue('info')
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('proxy')
    await expect(page.getByLabel('Proxy', { exact: true })).toBeVisible()
    await expect(host).toHaveCount(0)
  })

  test('the password of a proxy is masked in the form and in diagnostics', async ({
    page,
    winnow,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${winnow.url}/app/settings`)
    await page.getByLabel('Proxy', { exact: true }).fill('http://me:secret-word@127.0.0.1:9')
    await page.getByLabel('Proxy', { exact: true }).press('Enter')
    await expect(page.getByLabel('Proxy', { exact: true })).toHaveValue(/••••/)
    await page.getByRole('button', { name: 'Copy diagnostics' }).click()
    await expect(page.getByRole('button', { name: 'Copied (without secrets)' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(JSON.parse(copied).changed_settings.proxy).toContain('••••')
    expect(copied).not.toContain('secret-word')
    expect(copied).not.toContain(winnow.key)
  })
})

test('resting proxies are shown with the reason, and can be used again at once', async ({ page, winnow }) => {
  const [first, second] = await Promise.all([startLocalProxy(), startLocalProxy()])
  const site = await startLocalSite()
  site.on('/page', { body: '<h1>Kettle</h1>' })
  await first.close()
  const list = `http://me:secret-word@127.0.0.1:${first.port}, ${second.url}`
  await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
  await winnow.admin('/admin/settings/proxy', { value: list })
  await winnow.call('/v1/pages/read', { json: { url: `${site.url}/page` } })
  await page.goto(`${winnow.url}/app/settings`)
  const proxies = page.getByRole('list', { name: 'Proxies in turn' })
  await expect(proxies).toContainText(`http://••••@127.0.0.1:${first.port}`)
  await expect(proxies).toContainText(`The proxy 127.0.0.1:${first.port} cannot be reached.`)
  await expect(proxies.getByText('resting')).toHaveCount(1)
  await expect(proxies.getByText('in use')).toHaveCount(1)
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await proxies.getByRole('button', { name: 'Use again now' }).click()
  await expect(proxies.getByText('in use')).toHaveCount(2)
  await winnow.admin('/admin/settings/proxy', { value: null })
  await Promise.all([second.close(), site.close()])
})

test('the chosen theme is kept after a reload', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/settings`)
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  await expect.poll(scheme).toBe('dark')
})

test('an account is created, used, renamed and limited, and does not show the keys of another', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/settings/accounts`)
  await page.getByLabel('Name of the new account').fill('reports')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Switch to reports' }).click()
  await expect(page.getByRole('button', { name: 'Account: reports' })).toBeVisible()
  const change = page.getByRole('button', { name: 'Change reports' })
  await change.click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
  await change.click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('weekly reports')
  await page.getByLabel('Calls at once').fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Account: weekly reports' })).toBeVisible()
  const { data } = (await winnow.admin('/admin/accounts')).json
  expect(data[1]).toMatchObject({ name: 'weekly reports', limits: { concurrency: 2 } })
  await page.goto(`${winnow.url}/app/keys`)
  await expect(page.getByText('A key lets a script or a program call Winnow.')).toBeVisible()
})

test('the sizes of the data folder and the log are shown, and a part of the folder is emptied', async ({
  page,
  winnow,
}) => {
  const changedFolder = `${winnow.app.dataDir}/changed/videosite`
  mkdirSync(changedFolder, { recursive: true })
  writeFileSync(`${changedFolder}/one.json`, 'x'.repeat(5_120))
  await winnow.call('/v1/parsers/prs_nothing')
  await page.goto(`${winnow.url}/app/settings/data`)
  await expect(page.getByRole('row').filter({ hasText: 'Parsers, databases, jobs' })).toContainText('kB')
  await expect(page.getByText(winnow.app.dataDir)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'for bug reports' })
  await expect(row).toContainText('5.0 kB')
  await row.getByRole('button', { name: 'Empty' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty' }).click()
  await expect(row).toContainText('0 bytes')
  expect(existsSync(changedFolder)).toBe(false)
  const kinds = page.getByRole('table', { name: 'Records by kind' })
  await expect(kinds).toHaveCount(0)
  await page.getByRole('button', { name: 'Count sizes' }).click()
  await expect(kinds.getByRole('row', { name: 'Saved pages' })).toContainText('kB')
  await expect(kinds.getByRole('row', { name: 'Jobs and batches' })).toContainText('kB')
  await expect(page.getByText('Counted just now.')).toBeVisible()
  await page.reload()
  await expect(kinds.getByRole('row', { name: 'Workflow runs' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Count again' })).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByRole('tab', { name: 'Log' }).click()
  await expect(page.getByRole('row').filter({ hasText: '/v1/parsers/prs_nothing' })).toBeVisible()
  await page.getByRole('row').filter({ hasText: '/v1/parsers/prs_nothing' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('"status": 404')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByText('Error', { exact: true }).click()
  await expect(page.getByText('No lines at this level or above.')).toBeVisible()
  expect(readFileSync(`${winnow.app.dataDir}/winnow.log`, 'utf8')).not.toContain(winnow.key)
})

test('the desktop window offers to open the data folder and to start Winnow at login', async ({
  page,
  winnow,
}) => {
  await page.addInitScript(() => {
    const asked: unknown[] = []
    let atLogin = false
    const login = async (on?: boolean) => {
      atLogin = on ?? atLogin
      return atLogin
    }
    const open = async () => void asked.push('folder:open')
    Object.assign(window, { asked, winnow: { 'folder:open': open, 'login:start': login } })
  })
  await page.goto(`${winnow.url}/app/settings`)
  const login = page.getByRole('switch', { name: 'Start at login' })
  await expect(login).not.toBeChecked()
  await login.click()
  await expect(login).toBeChecked()
  await page.getByRole('tab', { name: 'Data folder' }).click()
  await page.getByRole('button', { name: 'Open folder' }).click()
  expect(await page.evaluate('asked')).toEqual(['folder:open'])
})

test('a platform shows its last calls and what is kept of it, and forgets that', async ({ page, winnow }) => {
  mkdirSync(`${winnow.app.dataDir}/profiles/realty`, { recursive: true })
  await page.goto(`${winnow.url}/app/settings/platforms`)
  const row = page.getByRole('row', { name: 'realty' })
  await expect(row).toContainText('No calls yet')
  await expect(row).toContainText('browser profile')
  await expect(row.getByRole('button', { name: 'Open window for realty' })).toBeDisabled()
  await row.getByRole('button', { name: 'Forget' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click()
  await expect(row).toContainText('nothing')
  expect(existsSync(`${winnow.app.dataDir}/profiles/realty`)).toBe(false)
})

test('all tabs of the settings with a table pass the accessibility check', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/settings`)
  for (const tab of ['Accounts', 'Data folder', 'Log']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('table')).toBeVisible()
    expect(await seriousFindingsInBothThemes(page), tab).toEqual([])
  }
  await page.getByRole('tab', { name: 'Accounts' }).click()
  await page.getByRole('button', { name: 'Change default' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
})
