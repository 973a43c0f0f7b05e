import type { Page } from 'playwright/test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import type { TestApp } from '../../support/start-app.ts'
import { test as base, FETCHES_HERE } from './app.ts'

const sentence = (about: string, number: number) =>
  `Sentence ${number} on ${about} is long enough to be read, and says what is worth knowing of it.`

const section = (about: string) =>
  `<h2>${about}</h2>${[1, 2, 3, 4].map(number => `<p>${sentence(about.toLowerCase(), number)}</p>`).join('')}`

export const ARTICLE = `<!doctype html><html lang="en"><head><title>Tea | Example</title>
<meta property="og:title" content="How tea is made"><meta name="author" content="Ada Example">
<script>document.title = 'ran'</script></head>
<body><nav><a href="/">Home</a> <a href="/more">More</a></nav><article><h1>How tea is made</h1>
<p>Tea starts as a leaf, and <a href="/farm?x=1">a farm</a> is where the leaf grows well, as <a href="/garden">a garden</a> shows.</p>
${['Leaf', 'Drying', 'Brewing'].map(section).join('')}
<table><caption>Times</caption><tr><th>Kind</th><th>Minutes</th></tr><tr><td>Green</td><td>2</td></tr><tr><td>Black, strong</td><td>4</td></tr></table>
</article><footer>Copyright by the owners of this page, who keep all rights.</footer></body></html>`

/** The service may fetch from a site of this machine. */
export const test = base.extend<{ site: LocalSite }>({
  settings: FETCHES_HERE,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  site: async ({}, use) => {
    const site = await startLocalSite()
    site.on('/tea', { body: ARTICLE })
    site.on('/empty', { body: '<script>var x = 1</script><div id="app"></div>' })
    site.on('/slow', () => undefined)
    await use(site)
    await site.close()
  },
})

export const address = (page: Page) => page.getByRole('textbox', { name: 'Address of the page' })
export const article = (page: Page) => page.getByRole('article', { name: 'Text of the page' })
export const frame = (page: Page) => page.frameLocator('iframe[title^="Page"]')
export const cost = (page: Page) => page.getByRole('status', { name: 'Cost and source' })
export const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

/** Reads an address in the app. */
export async function read(page: Page, winnow: TestApp, url: string) {
  await page.goto(`${winnow.url}/app/read`)
  await address(page).fill(url)
  await address(page).press('Enter')
}

/** Sizes of windows, from a wide screen to a phone. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 640 },
  { width: 780, height: 800 },
  { width: 420, height: 800 },
]

/** Elements that scroll sideways. */
export const overflow = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.querySelector('main')!]
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`),
  )
