import { test as base, type ConsoleMessage } from 'playwright/test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

/** Chromium tells of every answer that is an error, too; those are what many tests are about. */
const isFault = (message: ConsoleMessage) =>
  message.type() === 'error' && !message.text().startsWith('Failed to load resource')

/** Tests of the app: a service of their own, and a page that is signed in to it. Errors of the page fail the test. */
export const test = base.extend<{ winnow: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const winnow = await startTestApp()
    await use(winnow)
    await winnow.stop()
  },
  page: async ({ page, winnow }, use) => {
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => isFault(message) && errors.push(message.text()))
    await page.goto(winnow.app.invite())
    await use(page)
    if (errors.length) throw new Error(`The page reported:\n${errors.join('\n')}`)
  },
})

export { expect } from 'playwright/test'
