import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { FoundBrowser } from './browser/browser.ts'
import { type Brand, brandsOf, platformName } from './browser-brands.ts'

/** How Winnow identifies itself when it fetches like a browser: exactly as the installed browser does. */
interface ClientIdentity {
  userAgent: string
  /** The client hint headers that match the user agent. */
  hints: Record<'sec-ch-ua' | 'sec-ch-ua-mobile' | 'sec-ch-ua-platform', string>
}

export interface ClientIdentities {
  /** Resolves to the identity of the installed browser. Its version is read once. */
  ready(): Promise<ClientIdentity>
  /** The same identity if it is known already; until then, that of a browser of late 2026. */
  known(): ClientIdentity
}

/** The identity to use if no browser is installed. */
const FALLBACK = { brand: 'Google Chrome', version: '142' } as const

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows NT 10.0; Win64; x64',
  darwin: 'Macintosh; Intel Mac OS X 10_15_7',
}

/** Returns the identity of a version of a browser. Browsers report only the major version. */
export function clientIdentity(
  { brand, version }: { brand: Brand | null; version: string },
  platform: NodeJS.Platform = process.platform,
): ClientIdentity {
  const system = SYSTEMS[platform] ?? 'X11; Linux x86_64'
  const edge = brand === 'Microsoft Edge' ? ` Edg/${version}.0.0.0` : ''
  const brands = brandsOf(brand, version).map(({ brand, version }) => `"${brand}";v="${version}"`)
  return {
    userAgent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36${edge}`,
    hints: {
      'sec-ch-ua': brands.join(', '),
      'sec-ch-ua-mobile': '?0',
      'sec-ch-ua-platform': `"${platformName(platform)}"`,
    },
  }
}

/** How long a found browser is remembered: searching the folders for programs takes several times as long as a fetch. */
const BROWSER_CACHE_MS = 5_000

/**
 * `found` is called again every few seconds, since the owner may name another browser. `env` is the complete environment
 * that the browser needs.
 */
export function createClientIdentities(
  found: () => FoundBrowser | null,
  env: Record<string, string> | undefined,
): ClientIdentities {
  const fallback = clientIdentity(FALLBACK)
  const entries = new Map<string, { identity: ClientIdentity; ready: Promise<ClientIdentity> }>()

  let latest: { browser: FoundBrowser | null; at: number } | undefined

  function browserNow(): FoundBrowser | null {
    const at = performance.now()
    if (!latest || at - latest.at > BROWSER_CACHE_MS) latest = { browser: found(), at }
    return latest.browser
  }

  function currentEntry() {
    const browser = browserNow()
    if (!browser) return null
    const known = entries.get(browser.path)
    if (known) return known
    const entry = { identity: fallback, ready: Promise.resolve(fallback) }
    entry.ready = identityOf(browser, env).then(identity => {
      entry.identity = identity ?? fallback
      return entry.identity
    })
    entries.set(browser.path, entry)
    return entry
  }

  return {
    ready: async () => currentEntry()?.ready ?? fallback,
    known: () => currentEntry()?.identity ?? fallback,
  }
}

const VERSION = /\b(\d{2,4})(?:\.\d+){3}\b/

/** Returns null if the version of the browser cannot be determined. */
async function identityOf(
  { path }: FoundBrowser,
  env: Record<string, string> | undefined,
): Promise<ClientIdentity | null> {
  const versionText = process.platform === 'win32' ? foldersBeside(path) : await printedVersion(path, env)
  const version = VERSION.exec(versionText)?.[1]
  return version ? clientIdentity({ brand: brandIn(`${versionText} ${path}`), version }) : null
}

/** The brand that a text names; null for Chromium and for derived browsers of others, which have none. */
const brandIn = (text: string): Brand | null =>
  /\bEdge\b|msedge/i.test(text)
    ? 'Microsoft Edge'
    : /Google[ \\/]Chrome\b(?! for Testing)/i.test(text)
      ? 'Google Chrome'
      : null

const runProgram = promisify(execFile)

const printedVersion = (path: string, env: Record<string, string> | undefined): Promise<string> =>
  runProgram(path, ['--version'], { timeout: 10_000, ...(env && { env }) }).then(
    ({ stdout }) => stdout,
    () => '',
  )

/**
 * The names of the folders beside the program. On Windows the program prints no version, but a folder beside it is named
 * after it.
 */
function foldersBeside(path: string): string {
  try {
    return readdirSync(dirname(path)).toReversed().join(' ')
  } catch {
    return ''
  }
}
