import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { HEAP_FLAGS } from '../../bin/heap-flags.mjs'
import { compiledFolder } from '../support/compiled.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const config = readJson('build/electron-builder.json')

describe('the configuration of electron-builder', () => {
  const { $schema: _, ...schema } = readJson('node_modules/app-builder-lib/scheme.json')
  const isValid = new Ajv({ allErrors: true, strict: false, logger: false }).compile(schema)

  test('fits its schema', () => {
    const { $schema: _, ...own } = config
    isValid(own)
    assert.deepEqual(isValid.errors ?? [], [])
  })

  test('would not fit its schema with a misspelled key', () => {
    assert.ok(!isValid({ ...config, fils: [] }))
    assert.ok(!isValid({ ...config, mac: { targt: [] } }))
  })

  test('has targets for macOS, Windows and Linux, and an existing icon', () => {
    assert.deepEqual(
      [config.mac.target, config.win.target, config.linux.target],
      [['dmg', 'zip'], ['nsis'], ['AppImage', 'deb']],
    )
    assert.ok(existsSync(join(root, config.icon)))
  })

  test('sets the heap flags of the service in the launcher on Linux', () =>
    assert.deepEqual(config.linux.executableArgs, [`"--js-flags=${HEAP_FLAGS.join(' ')}"`]))
})

/**
 * The marker that @electron/fuses looks for in a binary, then the version, the number of fuses, and all of them off.
 */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09000000000'

/**
 * Packs the real compiled app with the real electron-builder. Only the binary is a stand-in, with a marker for fuses
 * like the real one.
 */
describe('the packed app', { skip: process.platform !== 'linux' && 'the stand-in is one for Linux' }, () => {
  const dist = compiledFolder()
  const folder = mkdtempSync(join(tmpdir(), 'winnow-packed-'))
  const resources = join(folder, 'release', 'linux-unpacked', 'resources')
  after(() => rmSync(folder, { recursive: true, force: true }))

  before(() => {
    const electron = join(folder, 'electron')
    mkdirSync(join(electron, 'locales'), { recursive: true })
    writeFileSync(join(electron, 'locales', 'en-US.pak'), '')
    writeFileSync(join(electron, 'electron'), `stand-in ${FUSES} stand-in`, { mode: 0o755 })
    writeFileSync(join(electron, 'version'), readJson('node_modules/electron/package.json').version)
    const script = `import { runBuilder } from '${root}build/pack-desktop.mjs'
      process.exit(runBuilder('${dist}', '${folder}/release', '${electron}', '--dir'))`
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 180_000,
    })
    assert.equal(status, 0, stdout)
  })

  const listEntries = () => {
    const { listPackage } = createRequire(import.meta.url)('@electron/asar')
    const lines: string[] = listPackage(join(resources, 'app.asar'), { isPack: true })
    return lines.map(line => line.split(' : ') as [state: string, path: string])
  }
  const isUnpacked = (path: string) => existsSync(join(resources, 'app.asar.unpacked', path))

  test('has the desktop shell inside the archive', () => {
    const packedEntries = listEntries().filter(([state]) => state.trim() === 'pack')
    for (const name of ['/electron/main.js', '/electron/preload.cjs', '/electron/icons/tray.png'])
      assert.ok(
        packedEntries.some(([, path]) => path === name),
        name,
      )
  })

  test('has the service, its threads, its pages and the native module outside the archive, as real files', () => {
    const { platform, arch } = process
    for (const path of [
      'package.json',
      'server/app.js',
      'server/threads/worker.js',
      'server/store/migrations/0001-accounts.sql',
      'app/index.html',
      'node_modules/piscina/dist/worker.js',
      `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
    ])
      assert.ok(isUnpacked(path), path)
  })

  test('has native modules for its own system only', () => {
    const modules = listEntries().filter(([, path]) => path.endsWith('.node'))
    for (const [, path] of modules) assert.match(path, /\/linux-/)
  })

  test('has the file without which it could not download an update', () => {
    const lines = readFileSync(join(resources, 'app-update.yml'), 'utf8').split('\n')
    assert.ok(lines.includes('provider: generic'))
    assert.ok(lines.includes('updaterCacheDirName: winnow-updater'))
  })

  test('has no sources, no tests, and only the packages that are not bundled', () => {
    const paths = listEntries().map(([, path]) => path)
    assert.deepEqual(
      paths.filter(path => /\.(ts|tsx|map)$|\.test\.|^\/(test|build|docs|renderer)\b/.test(path)),
      [],
    )
    const packages = new Set(paths.map(path => /^\/node_modules\/([^/]+)/.exec(path)?.[1]).filter(Boolean))
    assert.deepEqual([...packages].sort(), ['better-sqlite3', 'piscina', 'playwright-core'])
  })

  test('starts its service from the unpacked files', async () => {
    const script = `import { startApp } from '${resources}/app.asar.unpacked/server/app.js'
      const app = await startApp({ flags: { port: 0, data_dir: '${folder}/data' }, env: {} })
      console.log((await fetch(app.address + '/app/')).status)
      await app.stop()`
    assert.equal(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
      '200\n',
    )
  })

  test('has its fuses set, so that variables, arguments and files outside the archive cannot run other code', async () => {
    const { getCurrentFuseWire, FuseV1Options } = createRequire(import.meta.url)('@electron/fuses')
    const wire = await getCurrentFuseWire(
      join(folder, 'release', 'linux-unpacked', config.linux.executableName),
    )
    const on = (name: string) => wire[FuseV1Options[name]] === '1'.charCodeAt(0)
    assert.deepEqual(
      {
        runAsNode: on('RunAsNode'),
        nodeOptions: on('EnableNodeOptionsEnvironmentVariable'),
        inspect: on('EnableNodeCliInspectArguments'),
        fileProtocol: on('GrantFileProtocolExtraPrivileges'),
        cookies: on('EnableCookieEncryption'),
        integrity: on('EnableEmbeddedAsarIntegrityValidation'),
        onlyAsar: on('OnlyLoadAppFromAsar'),
      },
      {
        runAsNode: false,
        nodeOptions: false,
        inspect: false,
        fileProtocol: false,
        cookies: true,
        integrity: true,
        onlyAsar: true,
      },
    )
  })
})
