import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { FoundBrowser } from './browser.ts'

/** A Chromium-based browser and its usual locations on each system: absolute paths, or names to look up in PATH. */
interface BrowserKind {
  name: string
  darwin: string[]
  /** Relative to the folders for programs (`Program Files` and such). */
  win32: string[]
  linux: string[]
}

const KINDS: readonly BrowserKind[] = [
  {
    name: 'Chrome',
    darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    win32: ['Google\\Chrome\\Application\\chrome.exe'],
    linux: ['/opt/google/chrome/chrome', 'google-chrome-stable', 'google-chrome'],
  },
  {
    name: 'Edge',
    darwin: ['/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    win32: ['Microsoft\\Edge\\Application\\msedge.exe'],
    linux: ['/opt/microsoft/msedge/msedge', 'microsoft-edge-stable', 'microsoft-edge'],
  },
  {
    name: 'Chromium',
    darwin: ['/Applications/Chromium.app/Contents/MacOS/Chromium'],
    win32: ['Chromium\\Application\\chrome.exe'],
    linux: ['chromium', 'chromium-browser', '/snap/bin/chromium'],
  },
]

const PROGRAM_FOLDERS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']

/** The machine to search: this one, unless a test passes another. */
interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
}

/**
 * Returns the browser at the path that the owner set and no other, or without such a setting the first installed one.
 * Returns null if there is none.
 */
export function findBrowser(
  configuredPath: string | null,
  { platform, env }: Machine = { platform: process.platform, env: process.env },
): FoundBrowser | null {
  if (configuredPath !== null) return isProgram(configuredPath) ? { path: configuredPath, name: 'set' } : null
  for (const kind of KINDS) {
    const path = pathsOf(kind, platform, env).find(isProgram)
    if (path) return { path, name: kind.name }
  }
  return null
}

function pathsOf(kind: BrowserKind, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'win32')
    return joinEach(
      PROGRAM_FOLDERS.map(name => env[name]),
      kind.win32,
    )
  if (platform === 'darwin') return [...kind.darwin, ...joinEach([env.HOME], kind.darwin)]
  const folders = env.PATH?.split(delimiter) ?? []
  return kind.linux.flatMap(path => (isAbsolute(path) ? [path] : joinEach(folders, [path])))
}

const joinEach = (folders: (string | undefined)[], paths: string[]) =>
  folders.flatMap(folder => (folder ? paths.map(path => join(folder, path)) : []))

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
