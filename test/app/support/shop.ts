import { startLocalSite } from '../../support/local-site.ts'
import { test as base, FETCHES_HERE } from './app.ts'

/** A schema for the pages of the shop. */
export const SHOP = { fields: { title: { css: 'h1' }, price: { css: '.price', type: 'number' } } }

/** The service may fetch from a site of this machine. */
export const test = base.extend<{ shop: string }>({
  settings: FETCHES_HERE,
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
