import { startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { test as base } from './app.ts'

/** A parser for the pages of a shop. */
export const SHOP = { fields: { title: { css: 'h1' }, price: { css: '.price', type: 'number' } } }

/** The service may fetch from a site of this machine. */
export const test = base.extend<{ winnow: TestApp; shop: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const winnow = await startTestApp({ allow_hosts: ['127.0.0.1'], robots: 'ignore' })
    await use(winnow)
    await winnow.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  shop: async ({}, use) => {
    const site = await startLocalSite()
    for (const name of ['kettle', 'cup', 'plate'])
      site.on(`/${name}`, { body: `<h1>${name}</h1><p class="price">9.50</p>` })
    site.on('/slow', () => undefined)
    await use(site.url)
    await site.close()
  },
})
