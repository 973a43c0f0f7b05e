import { expect, test } from '../support/app.ts'

test.use({ refused: [400] })

test('the first field of a form for a new record has the focus', async ({ page, winnow }) => {
  await winnow.call('/v1/sessions', {
    json: { name: 'Shop', hosts: ['shop.example'], login_url: 'https://shop.example/login' },
  })
  const focused = page.locator('main :focus')
  for (const path of ['crons/new', 'databases/new']) {
    await page.goto(`${winnow.url}/app/${path}`)
    await expect(focused).toHaveAccessibleName(/^Name/)
  }
  await page.goto(`${winnow.url}/app/sessions`)
  await page.getByRole('button', { name: 'New session' }).press('Enter')
  await expect(focused).toHaveAccessibleName(/^Name/)
})

test('Enter in the address of a new webhook submits the form', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/webhooks?form=new`)
  const address = page.getByRole('textbox', { name: 'Address' })
  await expect(address).toBeFocused()
  await page.keyboard.type('https://hooks.example/in')
  await page.keyboard.press('Enter')
  await expect(address).toHaveValue('https://hooks.example/in')
  await expect(page.getByRole('combobox', { name: 'Events' })).toBeFocused()
})

test('what is typed right after a form was opened arrives in its first field', async ({ page, winnow }) => {
  await page.goto(`${winnow.url}/app/keys`)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.keyboard.type('my script')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('my script')
})
