import type { Page } from 'playwright/test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { test as base } from './app.ts'
import { slowAndLargeOperations, unknownApi } from './more-operations.ts'

/** The service also has operations that the app does not know. */
export const test = base.extend<{ winnow: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] }, services => [
      ...unknownApi(services),
      ...slowAndLargeOperations(),
    ])
    await use(winnow)
    await winnow.stop()
  },
})

/** Opens the page of an operation. */
export const open = (page: Page, { url }: TestApp, path: string) => page.goto(`${url}/app/playground/${path}`)

export const parts = (page: Page) => ({
  request: page.getByRole('region', { name: 'Request' }),
  answer: page.getByRole('region', { name: 'Answer' }),
  history: page.getByRole('region', { name: 'History' }),
  send: page.getByRole('button', { name: 'Send', exact: true }),
})

/** The query that fills in the form of an operation. */
export const inputQuery = (input: object) => `?input=${encodeURIComponent(JSON.stringify(input))}`
