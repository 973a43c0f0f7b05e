import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '../support/app.ts'
import { seriousFindings } from '../support/axe.ts'

/** Runs a command in a shell and returns its output. */
const inShell = async (command: string) => (await promisify(execFile)('sh', ['-c', command])).stdout

const hasCurl = await inShell('command -v curl').catch(() => '')

test('the command shown with a new key works when it is pasted, until the key is revoked', async ({
  page,
  winnow,
}) => {
  test.skip(!hasCurl, 'there is no curl on this machine')
  await page.goto(`${winnow.url}/app/keys`)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('nightly')
  await page.getByLabel('Monthly cap').fill('40')
  await page.getByRole('region', { name: 'New key' }).getByRole('button', { name: 'Create key' }).click()
  const command = await page.getByRole('region', { name: 'Try it' }).locator('code').innerText()
  expect(JSON.parse(await inShell(`${command} -s`))).toMatchObject({ creditBalance: 1_000 })
  expect(await seriousFindings(page)).toEqual([])

  await page.reload()
  const row = page.getByRole('row', { name: 'nightly' })
  await expect(row).toContainText('0 of 40 credits, 1 call')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
  expect(await inShell(`${command} -s -o /dev/null -w '%{http_code}'`)).toBe('401')
})

test('keys are searched by name, end, scope and state', async ({ page, winnow }) => {
  const { json } = await winnow.admin('/admin/keys', {
    account: 'default',
    name: 'Nightly backup',
    scopes: ['read'],
  })
  await winnow.keyFor('default', { name: 'Price watch', scopes: ['run'] })
  await page.goto(`${winnow.url}/app/keys`)
  const rows = page.getByRole('table', { name: 'Keys' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search keys' })
  for (const words of ['backup', 'read active night', json.last4]) {
    await search.fill(words)
    await expect(rows, words).toHaveCount(2)
    await expect(rows.last()).toContainText('Nightly backup')
  }
  await search.fill('nowhere')
  await expect(page.getByText('No matching keys.')).toBeVisible()
  await search.fill('')
  await expect(rows).toHaveCount(4)
})
