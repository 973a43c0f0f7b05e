import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { testChromium } from '../support/chromium.ts'
import type { LocalSite } from '../support/local-site.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** What Chromium saved of a visit. */
export interface SavedVisit {
  mhtml: Buffer
  har: Buffer
  /** The document at the time when it was saved. */
  html: string
}

/** Visits a page of the site and saves it as "Webpage, single file" and as HAR. */
export async function savePage(site: LocalSite, path: string): Promise<SavedVisit> {
  const browser = await chromium.launch(await testChromium())
  const har = join(tempFolder(), 'visit.har')
  try {
    const context = await browser.newContext({ recordHar: { path: har, content: 'embed' } })
    const page = await context.newPage()
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    const session = await context.newCDPSession(page)
    const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' })
    const html = await page.content()
    await context.close()
    return { mhtml: Buffer.from(data), har: readFileSync(har), html }
  } finally {
    await browser.close()
  }
}

/** An image and a frame, which are loaded besides the data. */
const EXTRA_MARKUP = '<img src="dot.gif"><iframe src="frame"></iframe>'

/**
 * Serves a shop whose scripts fetch 50 items in three requests, with an image and a frame unless `extraMarkup` says
 * otherwise.
 */
export function serveShop(site: LocalSite, extraMarkup = EXTRA_MARKUP): void {
  const parts = [0, 20, 40].map(from =>
    Array.from({ length: Math.min(20, 50 - from) }, (_, at) => ({
      id: from + at,
      name: `Käse ${from + at}`,
    })),
  )
  for (const [at, items] of parts.entries())
    site.on(`/api/items/${at}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    })
  site.on('/dot.gif', {
    headers: { 'content-type': 'image/gif' },
    body: Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
  })
  site.on('/frame', { body: '<h1>Not this one</h1>' })
  site.on('/shop', {
    body: `<!DOCTYPE html><title>Shop</title><h1>Käse &amp; Brot</h1>${extraMarkup}<ul></ul>
<script>
(async () => {
  for (const part of [0, 1, 2]) {
    const { items } = await (await fetch('api/items/' + part)).json()
    for (const { name } of items) document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: name }))
  }
})()
</script>`,
  })
}
