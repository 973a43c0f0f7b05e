import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { FoundBrowser } from './browser/browser.ts'
import { type Brand, brandsOf, platformName } from './browser-brands.ts'

/** What Winnow says of itself when it fetches as a browser does: the same as the installed browser says. */
interface ClientIdentity {
  userAgent: string
  /** The header fields that go with it. */
  hints: Record<'sec-ch-ua' | 'sec-ch-ua-mobile' | 'sec-ch-ua-platform', string>
}

export interface ClientIdentities {
  /** That of the installed browser, whose version is asked for once. */
  ready(): Promise<ClientIdentity>
  /** The same as far as it is known: until then, that of a browser of late 2026. */
  known(): ClientIdentity
}

/** Spoken for where no browser is installed. */
const FALLBACK = { brand: 'Google Chrome', version: '142' } as const

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows NT 10.0; Win64; x64',
  darwin: 'Macintosh; Intel Mac OS X 10_15_7',
}

/** The identity of a version of a browser. Browsers tell no more of a version than its first number. */
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

/** A look through the folders of programs costs several times what a fetch does, so that it holds for a while. */
const LOOK_AGAIN_MS = 5_000

/** `found` is asked every few seconds: the owner may name another browser. `env` is the whole environment that it needs. */
export function createClientIdentities(
  found: () => FoundBrowser | null,
  env: Record<string, string> | undefined,
): ClientIdentities {
  const fallback = clientIdentity(FALLBACK)
  const read = new Map<string, { identity: ClientIdentity; ready: Promise<ClientIdentity> }>()

  let latest: { browser: FoundBrowser | null; at: number } | undefined

  function browserNow(): FoundBrowser | null {
    const at = performance.now()
    if (!latest || at - latest.at > LOOK_AGAIN_MS) latest = { browser: found(), at }
    return latest.browser
  }

  function look() {
    const browser = browserNow()
    if (!browser) return null
    const known = read.get(browser.path)
    if (known) return known
    const entry = { identity: fallback, ready: Promise.resolve(fallback) }
    entry.ready = identityOf(browser, env).then(identity => {
      entry.identity = identity ?? fallback
      return entry.identity
    })
    read.set(browser.path, entry)
    return entry
  }

  return {
    ready: async () => look()?.ready ?? fallback,
    known: () => look()?.identity ?? fallback,
  }
}

const VERSION = /\b(\d{2,4})(?:\.\d+){3}\b/

/** Null where the browser does not tell its version. */
async function identityOf(
  { path }: FoundBrowser,
  env: Record<string, string> | undefined,
): Promise<ClientIdentity | null> {
  const told = process.platform === 'win32' ? foldersBeside(path) : await versionTold(path, env)
  const version = VERSION.exec(told)?.[1]
  return version ? clientIdentity({ brand: brandIn(`${told} ${path}`), version }) : null
}

/** Chromium and what is built from it by others have no brand of their own. */
const brandIn = (text: string): Brand | null =>
  /\bEdge\b|msedge/i.test(text)
    ? 'Microsoft Edge'
    : /Google[ \\/]Chrome\b(?! for Testing)/i.test(text)
      ? 'Google Chrome'
      : null

const ask = promisify(execFile)

const versionTold = (path: string, env: Record<string, string> | undefined): Promise<string> =>
  ask(path, ['--version'], { timeout: 10_000, ...(env && { env }) }).then(
    ({ stdout }) => stdout,
    () => '',
  )

/** On Windows the program tells nothing; its version names the folder beside it. */
function foldersBeside(path: string): string {
  try {
    return readdirSync(dirname(path)).toReversed().join(' ')
  } catch {
    return ''
  }
}
