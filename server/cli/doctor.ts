import { accessSync, constants, existsSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { command } from '../base/command.ts'
import { fileSentence } from '../base/file-errors.ts'
import type { FoundBrowser } from '../pages/browser/browser.ts'
import { findBrowser } from '../pages/browser/find-browser.ts'
import { INSTALL_BROWSER, runsWithoutSandbox } from '../pages/browser/launch.ts'
import { resolveSettings } from '../settings/resolve-settings.ts'
import { diskProblemOf, freeBytesIn } from '../store/file/disk-errors.ts'
import { isOpenToOthers, makeFolder } from '../store/file/private-file.ts'
import type { Finding } from './check-store.ts'
import type { Client } from './client.ts'
import { type CommonOptions, flagsOf, withFolder } from './common-options.ts'
import { apisOf, examineLive, haveSources } from './doctor-live.ts'
import { isFreePort } from './port-owner.ts'
import { columns, print } from './print.ts'
import { dataDirOf, type Flags, runningClient } from './service.ts'

const MIN_DISK_BYTES = 1_073_741_824

const checkNode = (): Finding => ({ check: 'node', ok: true, found: process.version })

/** Returns the folders of a path that do not exist yet, the innermost first. */
function missingFolders(path: string): string[] {
  const parent = dirname(path)
  // The root of a missing drive is its own parent.
  return existsSync(path) || parent === path ? [] : [path, ...missingFolders(parent)]
}

/** Tries whether the data folder can be created, and leaves no folder behind: its name may be mistyped. */
function checkNewFolder(dataDir: string, missing: string[]): Finding {
  const finding = checkFolder(dataDir)
  for (const folder of missing)
    try {
      rmdirSync(folder)
    } catch {
      // It could not be created, or another process uses it by now.
    }
  return finding.ok ? { ...finding, found: `${dataDir}, which does not exist yet` } : finding
}

function checkFolder(dataDir: string): Finding {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK)
    tryWriting(dataDir)
    if (!isOpenToOthers(dataDir)) return { check: 'data folder', ok: true, found: dataDir }
    return {
      check: 'data folder',
      ok: true,
      found: `${dataDir}, which other users of this machine can read`,
      remedy: `Close it to them: chmod 700 '${dataDir}'. Winnow does so at its start where the folder holds nothing else.`,
    }
  } catch (error) {
    const problem = diskProblemOf(error)
    return {
      check: 'data folder',
      ok: false,
      found: fileSentence(error) ?? problem?.said ?? (error as Error).message,
      remedy: problem?.remedy ?? 'Choose a folder that you may write to: --data-dir',
    }
  }
}

/**
 * Writes a file and removes it. The permissions of a folder say nothing about a disk that went read-only after an error, or has
 * no room for new files.
 */
function tryWriting(folder: string): void {
  const file = join(folder, `winnow.lock.${process.pid}`)
  try {
    writeFileSync(file, 'doctor', { mode: 0o600, flush: true })
  } catch (error) {
    throw Object.assign(error as Error, { path: folder })
  } finally {
    rmSync(file, { force: true })
  }
}

async function checkDisk(folder: string): Promise<Finding> {
  const free = await freeBytesIn(existsSync(folder) ? folder : '.')
  const found = `${(free / MIN_DISK_BYTES).toFixed(1)} GiB free`
  return free > MIN_DISK_BYTES
    ? { check: 'disk', ok: true, found }
    : { check: 'disk', ok: false, found, remedy: 'Free at least 1 GiB.' }
}

async function checkPort(host: string, port: number): Promise<Finding> {
  if (await isFreePort(host, port)) return { check: 'port', ok: true, found: `${host}:${port} is free` }
  return {
    check: 'port',
    ok: false,
    found: `${host}:${port} is taken by another program`,
    remedy: `Start with --port ${port + 1}`,
  }
}

const checkService = ({ address }: Client): Finding => ({
  check: 'service',
  ok: true,
  found: `runs at ${address}`,
})

/** The browser of the settings, and the one that was found. */
interface BrowserChoice {
  set: string | null
  browser: FoundBrowser | null
}

/** Asks a running service, which has its own settings and environment. */
async function browserChoice(client: Client): Promise<BrowserChoice> {
  const { browser, changed_settings } = await client.admin<{
    browser: FoundBrowser | null
    changed_settings: { browser?: string }
  }>('GET', '/admin/diagnostics')
  return { browser, set: changed_settings.browser ?? null }
}

/** A missing browser is not an error: most of Winnow works without it. */
function checkBrowser({ set, browser }: BrowserChoice): Finding {
  if (!browser)
    return {
      check: 'browser',
      ok: set === null,
      found: set === null ? 'none: pages that need one cannot be fetched' : `no program at ${set}`,
      remedy: INSTALL_BROWSER,
    }
  const found = `${browser.name === 'set' ? 'as set' : browser.name}: ${browser.path}`
  if (!runsWithoutSandbox()) return { check: 'browser', ok: true, found }
  return {
    check: 'browser',
    ok: true,
    found: `${found}, without its sandbox`,
    remedy: 'Run Winnow as a user other than root: without the sandbox, pages are less isolated.',
  }
}

const LABELS = { ok: 'ok', warn: 'warn', error: 'NOT OK' }

const levelOf = ({ ok, remedy }: Finding) => (ok ? (remedy ? 'warn' : 'ok') : 'error')

const settingsOf = (flags: Flags, stored: Record<string, unknown>) =>
  resolveSettings({ flags, env: process.env, stored }).values

/** `winnow doctor`: exits with 1 if a check failed; warnings do not count. */
export function addDoctor(program: Command): void {
  withFolder(program.command('doctor'))
    .description('check this machine: Node, data folder, disk, store, port, browser')
    .option('--live', 'also ask every source of the prebuilt APIs how it answers right now')
    .argument('[platform...]', 'with --live: only these')
    .action(async (platforms: string[], options: CommonOptions) => {
      if (platforms.length > 0 && !options.live)
        throw new Error(`Platforms are asked only with --live: ${command`doctor --live ${platforms}`}`)
      const apis = options.live ? await apisOf(platforms) : []
      const findings = await examineMachine(flagsOf(options))
      if (!options.json) print(findings, options, () => columns(findings.map(rowOf)))
      const live = options.live ? await examineLive(apis, options) : []
      const withLevels = findings.map(finding => ({ ...finding, level: levelOf(finding) }))
      if (options.json) print([...withLevels, ...live], options, () => '')
      if (findings.some(({ ok }) => !ok) || !haveSources(live)) process.exitCode = 1
    })
}

async function examineMachine(flags: Flags): Promise<Finding[]> {
  const data_dir = dataDirOf(flags)
  // A data folder that cannot be read is reported as a finding.
  const client = await runningClient(flags).catch(() => null)
  // Loads SQLite, which other commands only need when they start a service.
  const { checkClosedStore, checkServedStore, savedSettings } = await import('./check-store.ts')
  const { host, port, browser } = settingsOf(flags, client ? {} : savedSettings(data_dir))
  const missing = missingFolders(resolve(data_dir))
  return [
    checkNode(),
    missing.length > 0 ? checkNewFolder(data_dir, missing) : checkFolder(data_dir),
    await checkDisk(missing.length > 0 ? dirname(missing.at(-1)!) : data_dir),
    await (client ? checkServedStore(client) : checkClosedStore(data_dir)),
    client ? checkService(client) : await checkPort(host, port),
    checkBrowser(client ? await browserChoice(client) : { set: browser, browser: findBrowser(browser) }),
  ]
}

const rowOf = (finding: Finding) => [
  LABELS[levelOf(finding)],
  finding.check,
  finding.found,
  finding.remedy ?? '',
]
