import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../../server/pages/browser/find-browser.ts'

/** How a test starts a Chromium: options for Playwright's `launch`. `env` is the whole environment. */
export interface TestChromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/** Nothing that a browser does by itself may leave this machine. */
export const SILENT = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]

const PACKED = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

/** `@sparticuz/chromium` is built for these alone. */
const isBundled = process.platform === 'linux' && process.arch === 'x64'

/**
 * The browser for tests: the one of `@sparticuz/chromium`, the same on every machine. Another one is taken only where
 * WINNOW_BROWSER names it, or where the bundled one does not run.
 */
export async function testChromium(): Promise<TestChromium> {
  const isRoot = process.getuid?.() === 0
  const args = [...SILENT, ...(isRoot ? ['--no-sandbox'] : [])]
  const env = process.env as Record<string, string>
  const { WINNOW_BROWSER: named = null } = process.env
  if (named !== null || !isBundled) {
    const other = findBrowser(named)
    if (!other)
      throw new Error(`There is no browser${named === null ? '; name one with' : ' at'} WINNOW_BROWSER.`)
    return { executablePath: other.path, args, env }
  }
  unpacked ??= unpackChromium()
  const folder = await unpacked
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--headless=shell', ...args],
    env: {
      ...env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, FONT_SETTINGS),
    },
  }
}

const FONT_SETTINGS = 'winnow-fonts.conf'

/** The package's own settings look for its fonts where it does not lie here; without any font no text is drawn. */
function fontSettings(folder: string): string {
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts'].map(dir => `<dir>${dir}</dir>`).join('')
  return `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${folder}/font-cache</cachedir></fontconfig>`
}

/** At most once in a process: unpacking sets TMPDIR for a moment. */
let unpacked: Promise<string> | undefined

/** The folder of the unpacked package. The name appears once all is there, so that no one starts half a file. */
async function unpackChromium(): Promise<string> {
  const root = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const caches = join(root, '..', '..', '.cache')
  const folder = join(caches, `winnow-chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(caches, { recursive: true })
  const part = await mkdtemp(join(caches, 'winnow-chromium-part-'))
  await inflateTo(part, join(root, 'bin'))
  // Written here alone: another process may be reading the file of a folder that is in use.
  writeFileSync(join(part, FONT_SETTINGS), fontSettings(folder))
  await rename(part, folder).catch(() => rm(part, { recursive: true, force: true }))
  return folder
}

/** The package unpacks into the system's temporary folder, whichever that is at the moment. */
async function inflateTo(folder: string, bin: string): Promise<void> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    const { inflate } = await import('@sparticuz/chromium')
    await Promise.all(PACKED.map(name => inflate(join(bin, name))))
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
