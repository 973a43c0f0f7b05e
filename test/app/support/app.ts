import { test as base } from 'playwright/test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

/** The browser says so of every refused call, which the app shows in its own way. */
const isRefusal = (text: string) => text.startsWith('Failed to load resource: the server responded')

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
    page.on('console', message => {
      if (message.type() === 'error' && !isRefusal(message.text())) errors.push(message.text())
    })
    await page.goto(winnow.app.invite())
    await use(page)
    if (errors.length) throw new Error(`The page reported:\n${errors.join('\n')}`)
  },
})

export { expect } from 'playwright/test'
