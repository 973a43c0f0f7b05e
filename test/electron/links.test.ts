import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { desktop } from './support/desktop.ts'
import { endDesktop, owner, startDesktop } from './support/start-desktop.ts'

const electron = () => import('./support/electron.ts')

let firstAddress: string
before(async () => {
  const loaded = desktop.nextPage()
  await startDesktop('winnow://parsers/p_1')
  firstAddress = (await loaded).url()
})
after(endDesktop)

const next = async (act: () => void) => {
  const loaded = desktop.nextPage()
  act()
  return new URL((await loaded).url()).pathname
}

describe('a winnow:// link', () => {
  test('that starts the app opens its page', () => {
    assert.equal(firstAddress, `${owner().address}/app/parsers/p_1`)
  })

  test('reaches the running app through a second start or an event of the system', async () => {
    const { app } = await electron()
    assert.equal(
      await next(() => app.emit('second-instance', {}, ['winnow', '--flag', 'winnow://keys/'])),
      '/app/keys',
    )
    const event = { preventDefault: () => undefined }
    assert.equal(await next(() => app.emit('open-url', event, 'winnow://credits')), '/app/credits')
  })

  test('asks before it discards text that was typed and not saved', async () => {
    const { app } = await electron()
    const follow = (page: string) => app.emit('second-instance', {}, ['winnow', `winnow://${page}`])
    const [window] = desktop.windows
    const page = await window!.page
    await next(() => follow('credits'))
    const field = page.getByRole('textbox', { name: 'Monthly grant' })
    await field.fill('')
    await field.pressSequentially('500')

    desktop.answer = async () => 'Stay here'
    follow('webhooks')
    await until(async () => desktop.answered)
    assert.equal(desktop.questions[0]!.message, 'Something on this page is not saved.')
    assert.equal(await field.inputValue(), '500')

    desktop.answer = async () => 'Leave without saving'
    assert.equal(await next(() => follow('webhooks')), '/app/webhooks')
    assert.equal(
      await next(() => follow('credits')),
      '/app/credits',
      'where nothing was typed nothing is asked',
    )
    assert.equal(desktop.questions.length, 2)
  })

  test('does not ask when the form keeps a draft, which is restored afterwards', async () => {
    const { app } = await electron()
    const follow = (page: string) => app.emit('second-instance', {}, ['winnow', `winnow://${page}`])
    const page = await desktop.windows[0]!.page
    const questionCount = desktop.questions.length
    await next(() => follow('webhooks'))
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const field = page.getByRole('textbox', { name: 'Address' }).first()
    await field.pressSequentially('https://example.com/typed')
    assert.equal(await next(() => follow('credits')), '/app/credits')
    await next(() => follow('webhooks'))
    assert.equal(await field.inputValue(), 'https://example.com/typed')
    assert.equal(desktop.questions.length, questionCount)
  })

  test('asks before it discards a changed switch or a secret that is shown once', async () => {
    const { app } = await electron()
    const follow = (page: string) => app.emit('second-instance', {}, ['winnow', `winnow://${page}`])
    const page = await desktop.windows[0]!.page
    const mustAsk = async () => {
      const { answered } = desktop
      desktop.answer = async () => 'Stay here'
      follow('credits')
      await until(async () => desktop.answered > answered)
    }
    await next(() => follow('playground'))
    await page.getByRole('button', { name: 'Variables', exact: true }).click()
    await page.getByRole('switch', { name: 'Secret' }).check()
    await mustAsk()
    desktop.answer = async () => 'Leave without saving'
    await next(() => follow('webhooks'))
    await next(() => follow('keys'))

    await page.getByRole('button', { name: 'New key' }).first().click()
    const form = page.getByRole('region', { name: 'New key' })
    await form.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('not shown again').waitFor()
    await mustAsk()
    assert.ok(await page.getByText('not shown again').isVisible())
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('not shown again').waitFor({ state: 'hidden' })
    assert.equal(await next(() => follow('credits')), '/app/credits')
  })

  test('is accepted only if it names a page of the app', async () => {
    const { pageOf } = await import('../../electron/links.ts')
    for (const link of [
      'winnow://',
      'winnow://..',
      'winnow://a/../../v1',
      'winnow://a?token=x',
      'winnow://a//b',
      'winnow://%2e%2e',
      'https://a',
      'winnow:a',
    ])
      assert.equal(pageOf(link), null, link)
  })

  test('is not needed for a second start to bring the window back', async () => {
    const { app } = await electron()
    const [window] = desktop.windows
    window!.close()
    app.emit('second-instance', {}, ['winnow'])
    assert.ok(window!.visible)
    assert.equal(desktop.windows.length, 1)
  })
})
