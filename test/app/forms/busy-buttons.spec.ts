import type { Page } from 'playwright/test'
import { expect, test } from '../support/app.ts'

/** Holds every answer to a change until the returned function is called. */
async function holdChanges(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/(v1|admin)\//, async route => {
    if (route.request().method() !== 'GET') await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a button cannot be pressed again until its change is answered', async ({ page, winnow }) => {
  const id = await winnow.parser({ fields: { title: 'h1' } }, { name: 'Shop' })
  const target = { type: 'parser', id, input: { html: '<h1>Kettle</h1>' } }
  const cron = { name: 'Night', expression: '0 0 1 1 *', timezone: 'UTC', target }
  await winnow.call('/v1/crons', { json: cron })
  await winnow.call('/v1/databases', {
    json: { name: 'Kettles', columns: [{ name: 'title', type: 'string' }] },
  })
  await winnow.admin('/admin/keys', { name: 'nightly' })
  await winnow.admin('/admin/settings/log_level', { value: 'debug' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const deleteIn = async (menu: string) => {
    await button(menu).click()
    await page.getByRole('menuitem').last().click()
  }
  const presses: Record<string, [name: string, press: () => Promise<void>][]> = {
    crons: [
      ['Run now: Night', () => button('Run now: Night').click()],
      ['Pause Night', () => button('Pause Night').click()],
    ],
    databases: [['Actions for Kettles', () => deleteIn('Actions for Kettles')]],
    keys: [
      [
        'Revoke nightly',
        async () => {
          await button('Revoke nightly').click()
          await button('Revoke').click()
        },
      ],
    ],
    settings: [['Reset Log level', () => button('Reset Log level').click()]],
  }
  for (const [path, ways] of Object.entries(presses))
    for (const [name, press] of ways) {
      await page.goto(`${winnow.url}/app/${path}`)
      await expect(button(name)).toBeEnabled()
      const answer = await holdChanges(page)
      await press()
      await expect(button(name), name).toBeDisabled()
      answer()
      await expect(button(name).and(page.locator(':disabled')), name).toHaveCount(0)
      await page.unrouteAll({ behavior: 'wait' })
    }
})

test('of the buttons of a run, only the pressed one shows that it is busy', async ({ page, winnow }) => {
  const nodes = [{ id: 'start', type: 'input' }]
  const { id } = (await winnow.call('/v1/workflows', { json: { name: 'Night', nodes, edges: [] } })).json
  await page.goto(`${winnow.url}/app/workflows/${id}`)
  await page.getByRole('button', { name: 'Run…' }).click()
  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
  await expect(button('Run')).toBeEnabled()
  const answer = await holdChanges(page)
  await button('Dry run').click()
  await expect(button('Dry run')).toHaveAttribute('data-loading')
  await expect(button('Run')).toBeDisabled()
  await expect(button('Run')).not.toHaveAttribute('data-loading')
  answer()
  await expect(page.getByRole('dialog')).toBeHidden()
})
