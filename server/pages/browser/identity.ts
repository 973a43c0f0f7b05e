import { arch } from 'node:os'
import type { Browser as Chromium, Page } from 'playwright-core'
import { type Brand, brandsOf, platformName } from '../browser-brands.ts'

/** How the browser identifies itself: like one with a window, with no sign of being headless. */
export interface BrowserIdentity {
  userAgent: string
  /** Makes a page send this user agent and the header fields that match it. */
  assume(page: Page, userAgent: string): Promise<void>
}

const OWN_BRANDS: Record<string, Brand> = { Edge: 'Microsoft Edge', Chrome: 'Google Chrome' }

/** Reads the version of the running browser. `name` is the name of a `FoundBrowser`. */
export async function readIdentity(chromium: Chromium, name: string): Promise<BrowserIdentity> {
  const session = await chromium.newBrowserCDPSession()
  const { userAgent } = await session.send('Browser.getVersion')
  await session.detach()
  const userAgentMetadata = metadataOf(chromium.version(), OWN_BRANDS[name] ?? null)
  return {
    userAgent: userAgent.replace(/HeadlessChrome\/(\d+)[.\d]*/, 'Chrome/$1.0.0.0'),
    async assume(page, userAgent) {
      const session = await page.context().newCDPSession(page)
      const acceptLanguage = 'en-US,en'
      await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage, userAgentMetadata })
    },
  }
}

function metadataOf(fullVersion: string, brand: Brand | null) {
  const major = fullVersion.split('.')[0]!
  const brands = brandsOf(brand, major)
  return {
    brands,
    fullVersionList: brands.map(({ brand, version }) => ({
      brand,
      version: version === major ? fullVersion : `${version}.0.0.0`,
    })),
    platform: platformName(),
    platformVersion: '',
    architecture: arch().startsWith('arm') ? 'arm' : 'x86',
    model: '',
    mobile: false,
  }
}
