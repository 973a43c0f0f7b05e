import { expect, test } from '../support/app.ts'

test('the button that sends a call by a key keeps the focus, also while it cancels', async ({
  page,
  winnow,
}) => {
  const request = page.getByRole('region', { name: 'Request' })
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/v1/results*', async route => {
    await held
    await route.continue()
  })
  await page.goto(`${winnow.url}/app/playground/result-list`)
  await request.getByRole('button', { name: 'Send', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(request.getByRole('button', { name: 'Cancel' })).toBeFocused()
  answer()
  await expect(request.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
})
