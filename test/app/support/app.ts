import { test as base, type Page } from 'playwright/test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const REFUSED = /^Failed to load resource: the server responded with a status of (\d+)/

/** Signs a page in without opening the app; each test opens the page of the app that it needs. */
export async function signIn(page: Page, { app }: TestApp): Promise<void> {
  const answer = await page.request.get(app.invite(), { maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`The invitation was answered with ${answer.status()}.`)
}

type Settings = Parameters<typeof startTestApp>[0]

/** The service may fetch from a site of this machine. */
export const FETCHES_HERE: Settings = { allow_hosts: ['127.0.0.1'], robots: 'ignore' }

/**
 * A test of the app, with a service of its own with these `settings`, and an empty page that is signed in to it. Errors
 * that the page logs fail the test, except for answers with a status in `refused`.
 */
export const test = base.extend<{ winnow: TestApp; settings: Settings; refused: number[] }>({
  settings: [{}, { option: true }],
  refused: [[], { option: true }],
  winnow: async ({ settings }, use) => {
    const winnow = await startTestApp(settings)
    await use(winnow)
    await winnow.stop()
  },
  page: async ({ page, winnow, refused }, use) => {
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => {
      const expected = refused.includes(Number(REFUSED.exec(message.text())?.[1]))
      if (message.type() === 'error' && !expected) errors.push(message.text())
    })
    await signIn(page, winnow)
    await use(page)
    // A request that is still on its way would fail the test when the service stops.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (errors.length) throw new Error(`The page reported:\n${errors.join('\n')}`)
  },
})

/** The field for the name of a record. */
export const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })

export { expect } from 'playwright/test'
