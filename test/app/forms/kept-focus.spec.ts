import { expect, test } from '../support/app.ts'

test('the Send button keeps the focus when used by keyboard, also while it is the Cancel button', async ({
  page,
  winnow,
}) => {
  const request = page.getByRole('region', { name: 'Request' })
  let answer = () => {}
  const hold = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/v1/results*', async route => {
    await hold
    await route.continue()
  })
  await page.goto(`${winnow.url}/app/playground/result-list`)
  await request.getByRole('button', { name: 'Send', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(request.getByRole('button', { name: 'Cancel' })).toBeFocused()
  answer()
  await expect(request.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
})

test('the focus moves to another button after a key is revoked, and to the secret of a new key', async ({
  page,
  winnow,
}) => {
  for (const name of ['first', 'second', 'third']) await winnow.admin('/admin/keys', { name })
  await page.goto(`${winnow.url}/app/keys`)
  const revoke = (key: string) =>
    page.getByRole('row', { name: key }).getByRole('button', { name: `Revoke ${key}`, exact: true })
  await revoke('second').focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await expect(question.getByRole('button', { name: 'Revoke' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'second' })).toContainText('Revoked')
  const next = page.getByRole('row').filter({ has: page.locator('button:focus') })
  await expect(next).toHaveCount(1)

  await page.getByRole('button', { name: 'New key' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('fourth')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copy the secret' })).toBeFocused()
})

test('the focus moves to the heading of a newly opened page, and to the previous column after one is removed', async ({
  page,
  winnow,
}) => {
  const columns = ['title', 'price', 'note'].map(name => ({ name, type: 'string' }))
  await winnow.call('/v1/databases', { json: { name: 'Kettles', columns } })
  await page.goto(`${winnow.url}/app/databases`)
  await page.getByRole('link', { name: 'Kettles', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Kettles' })).toBeFocused()

  const settings = page.getByRole('button', { name: 'Database settings' })
  await settings.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove note' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove price' })).toBeFocused()
})

test('a button has the focus again after it was busy', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/settings/data`)
  await page.getByRole('button', { name: 'Count sizes' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Count again' })).toBeFocused()
})

test('the button that opens the form for a new record has the focus again after the form is closed', async ({
  page,
  winnow,
}) => {
  const open = async (record: string) => {
    await page.goto(`${winnow.url}/app/${record}s`)
    await page
      .getByRole('main')
      .getByRole('button', { name: `New ${record}` })
      .click()
  }
  for (const record of ['key', 'session', 'webhook']) {
    await open(record)
    const form = page.getByRole('region', { name: `New ${record}` })
    await form.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `New ${record}` })).toBeFocused()
  }
  await open('key')
  await page.getByRole('textbox', { name: 'Name' }).fill('backup')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'New key' }), 'it would do nothing').toHaveCount(0)
  await page.getByRole('button', { name: 'Done' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'New key' })).toBeFocused()
})
