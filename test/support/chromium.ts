import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../../server/pages/browser/find-browser.ts'

/** How a test starts Chromium: options for Playwright's `launch`. `env` is the complete environment. */
interface TestChromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/** Options that keep the browser from sending anything on its own initiative to other machines. */
export const NO_BACKGROUND_REQUESTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]

const PACKED_FILES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

/** `@sparticuz/chromium` is built only for Linux on x64. */
const isBundled = process.platform === 'linux' && process.arch === 'x64'

/**
 * Returns the browser for tests: that of `@sparticuz/chromium`, which is the same on every machine. Another browser is used
 * only if WINNOW_BROWSER names it, or if the bundled one does not run.
 */
export async function testChromium(): Promise<TestChromium> {
  const isRoot = process.getuid?.() === 0
  const args = [...NO_BACKGROUND_REQUESTS, ...(isRoot ? ['--no-sandbox'] : [])]
  const env = process.env as Record<string, string>
  const { WINNOW_BROWSER: browserPath = null } = process.env
  if (browserPath !== null || !isBundled) {
    const installed = findBrowser(browserPath)
    if (!installed)
      throw new Error(
        `There is no browser${browserPath === null ? '; name one with' : ' at'} WINNOW_BROWSER.`,
      )
    return { executablePath: installed.path, args, env }
  }
  unpackedFolder ??= unpackChromium()
  const folder = await unpackedFolder
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

/**
 * Font settings for the unpacked folder. The package's own settings look for its fonts in another place, and without a font
 * no text is drawn.
 */
function fontSettings(folder: string): string {
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts'].map(dir => `<dir>${dir}</dir>`).join('')
  return `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${folder}/font-cache</cachedir></fontconfig>`
}

/** Unpacked at most once per process, since unpacking sets TMPDIR for a moment. */
let unpackedFolder: Promise<string> | undefined

/**
 * Unpacks the package and returns its folder. The folder gets its name only when it is complete, so that nobody starts a
 * half-written file.
 */
async function unpackChromium(): Promise<string> {
  const root = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const caches = join(root, '..', '..', '.cache')
  const folder = join(caches, `winnow-chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(caches, { recursive: true })
  const partialFolder = await mkdtemp(join(caches, 'winnow-chromium-part-'))
  await inflateTo(partialFolder, join(root, 'bin'))
  // Written only now: in a folder that is in use, another process may be reading this file.
  writeFileSync(join(partialFolder, FONT_SETTINGS), fontSettings(folder))
  await rename(partialFolder, folder).catch(() => rm(partialFolder, { recursive: true, force: true }))
  return folder
}

/** Unpacks into `folder`. The package always uses the current temporary folder, so TMPDIR is changed for the time. */
async function inflateTo(folder: string, bin: string): Promise<void> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    const { inflate } = await import('@sparticuz/chromium')
    await Promise.all(PACKED_FILES.map(name => inflate(join(bin, name))))
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
