import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../http/support/until.ts'

const start = fileURLToPath(new URL('../../build/start.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'winnow-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Hides that the tests may run as root, as which Electron refuses to start. */
const NOT_ROOT = ['--import', 'data:text/javascript,process.getuid &&= () => 1000']

/** Runs `npm start` until its output matches `until` or it ends; returns the output. */
function run(env: Record<string, string>, args: string[], until: RegExp): Promise<string> {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env
  const options = ['--port', '0', '--data-dir', join(folder, 'data')]
  const child = spawn(process.execPath, [...NOT_ROOT, start, ...options, ...args], {
    env: { ...rest, PATH: folder, ...env },
  })
  let output = ''
  const take = (chunk: Buffer) => {
    output += chunk
    if (until.test(output)) child.kill()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  return new Promise(resolve => child.once('exit', () => resolve(output)))
}

/** Adds a program with this name to PATH. */
function program(name: string, code: string): void {
  writeFileSync(join(folder, name), `#!${process.execPath}\n${code}\n`)
  chmodSync(join(folder, name), 0o755)
}

/** The last line that a service prints when it starts. */
const STARTED = /^Stop with Ctrl-C\.$/m
const skip = process.platform === 'linux' ? false : 'every desktop of this system has a display'

describe('npm start', { skip }, () => {
  test('prints an address that signs in when the machine has no display', async () => {
    const output = await run({}, [], STARTED)
    assert.match(output, /^Winnow in a browser: there is no display\.$/m)
    assert.match(output, /^ {2}http:\/\/127\.0\.0\.1:\d+\/app\/\?token=/m)
  })

  test('uses the browser and says why when Electron is missing and cannot be downloaded', async () => {
    const env = { DISPLAY: ':0', ELECTRON_MIRROR: `http://127.0.0.1:${await freePort()}/` }
    const output = await run({ ...env, ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'none') }, [], STARTED)
    assert.match(
      output,
      /^Winnow in the browser: Electron’s binary is missing and 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\.$/m,
    )
  })

  test('opens the address in the default browser with --browser', async () => {
    const openedFile = join(folder, 'opened')
    program('xdg-open', `require('fs').writeFileSync('${openedFile}', process.argv[2])`)
    const output = await run({ DISPLAY: ':0' }, ['--browser'], STARTED)
    assert.match(output, /^Winnow in the browser: as asked\.$/m)
    const address = await until(async () => existsSync(openedFile) && readFileSync(openedFile, 'utf8'))
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/app\/\?token=[\w-]{43}$/)
  })

  test('opens nothing with --no-open', async () => {
    const output = await run({ DISPLAY: ':0' }, ['--no-open'], STARTED)
    assert.match(output, /^Winnow in a browser: nothing is to be opened\.$/m)
  })

  test('starts Electron with the same options when it is installed and there is a display', async () => {
    program('electron', `console.log('electron', ...process.argv.slice(2))`)
    const output = await run({ DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: folder }, [], /^electron .*$/m)
    assert.match(output, /^Winnow in its own window, with Electron\./m)
    assert.match(
      output,
      /^electron \S+dist\/ --js-flags=--max-semi-space-size=4 .* --port 0 --data-dir \S+data$/m,
    )
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
