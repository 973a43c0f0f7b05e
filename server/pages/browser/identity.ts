import { arch } from 'node:os'
import type { Browser as Chromium, Page } from 'playwright-core'

/** What the browser says of itself: the same as one with a window, which says nothing of being headless. */
export interface Identity {
  userAgent: string
  /** Returns a page the header fields that go with it. */
  assume(page: Page, userAgent: string): Promise<void>
}

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', win32: 'Windows' }

const OWN_BRANDS: Record<string, string> = { Edge: 'Microsoft Edge', Chrome: 'Google Chrome' }

/** Reads which version runs; `name` is that of a `FoundBrowser`. */
export async function readIdentity(chromium: Chromium, name: string): Promise<Identity> {
  const session = await chromium.newBrowserCDPSession()
  const { userAgent } = await session.send('Browser.getVersion')
  await session.detach()
  const userAgentMetadata = metadataOf(chromium.version(), OWN_BRANDS[name])
  return {
    userAgent: userAgent.replace(/HeadlessChrome\/(\d+)[.\d]*/, 'Chrome/$1.0.0.0'),
    async assume(page, userAgent) {
      const session = await page.context().newCDPSession(page)
      const acceptLanguage = 'en-US,en'
      await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage, userAgentMetadata })
    },
  }
}

function metadataOf(fullVersion: string, brand: string | undefined) {
  const version = fullVersion.split('.')[0]!
  const names = ['Chromium', ...(brand ? [brand] : [])]
  const filler = { brand: 'Not_A Brand', version: '8' }
  return {
    brands: [...names.map(brand => ({ brand, version })), filler],
    fullVersionList: [
      ...names.map(brand => ({ brand, version: fullVersion })),
      { ...filler, version: '8.0.0.0' },
    ],
    platform: PLATFORMS[process.platform] ?? 'Linux',
    platformVersion: '',
    architecture: arch().startsWith('arm') ? 'arm' : 'x86',
    model: '',
    mobile: false,
  }
}
