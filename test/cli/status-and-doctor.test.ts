import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { findBrowser } from '../../server/pages/browser/find-browser.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { openStore } from '../../server/store/open-store.ts'
import { commandPrefix, output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
const data = ['--data-dir', folder]
/** A program that answers every request with 200, as another service on the same port may. */
let otherProgram: Server
let port: number

before(async () => {
  otherProgram = createServer((_, res) => res.end('{}'))
  await new Promise<void>(resolve => otherProgram.listen(0, '127.0.0.1', resolve))
  port = (otherProgram.address() as AddressInfo).port
})
after(() => otherProgram.close())

interface Finding {
  check: string
  ok: boolean
  found: string
  remedy?: string
  level: string
}

const hasBrowser = findBrowser(null) !== null && 'this machine has a browser'

const doctor = async (args: string[], env = {}) => {
  const { code, stdout } = await run(['doctor', '--json', ...args], env)
  const findings: Finding[] = JSON.parse(stdout)
  return { code, findings, of: (check: string) => findings.find(finding => finding.check === check)! }
}

describe('while no service runs', () => {
  test('winnow status says so and exits with 1', async () => {
    const result = await run(['status', ...data])
    assert.deepEqual([result.code, result.stderr], [1, ''])
    assert.match(
      result.stdout,
      new RegExp(
        `^Winnow is not running on ${folder}\\. Start it: \`${commandPrefix} serve --data-dir ${folder}\`$`,
        'm',
      ),
    )
    const { code, stdout } = await run(['status', '--json', ...data])
    assert.equal(code, 1)
    assert.deepEqual(JSON.parse(stdout), { status: 'stopped', data_dir: folder })
  })

  test('winnow status is not misled by another program at the address of a service that crashed', async () => {
    const crashed = tempFolder()
    const owner = { pid: 1, address: `http://127.0.0.1:${port}`, token: 'x', brief: false }
    writeFileSync(join(crashed, 'winnow.lock'), JSON.stringify(owner))
    const served = await startServe(['--data-dir', tempFolder()])
    assert.equal((await run(['status', '--data-dir', crashed])).code, 1, 'a stranger')
    writeFileSync(join(crashed, 'winnow.lock'), JSON.stringify({ ...owner, address: served.url }))
    assert.equal((await run(['status', '--data-dir', crashed])).code, 1, 'the Winnow of another folder')
    assert.match(await output(['keys', 'create', '--data-dir', crashed]), /^wk_/)
    await served.stop()
  })

  test('winnow status says where the reason is if the broker cannot be used, and the log has it', async () => {
    const own = ['--data-dir', tempFolder()]
    const creds = join(folder, 'none.creds')
    const served = await startServe([...own, '--nats-url', 'nats://127.0.0.1:1', '--nats-creds', creds])
    assert.match(await output(['status', ...own]), /^The broker cannot be reached; `.* logs .*` says why\./m)
    assert.match(await output(['logs', ...own]), /credentials for the broker cannot be read.*none\.creds/)
    await served.stop()
  })

  test('winnow doctor passes all checks of the machine and exits with 0', async () => {
    const { code, findings, of } = await doctor([...data], { WINNOW_PORT: '0' })
    assert.equal(code, 0)
    assert.deepEqual(
      findings.map(({ check, ok }) => [check, ok]),
      [
        ['node', true],
        ['data folder', true],
        ['disk', true],
        ['store', true],
        ['port', true],
        ['browser', true],
      ],
    )
    assert.equal(of('node').found, process.version)
    assert.equal(of('data folder').found, folder)
    assert.match(of('disk').found, /^\d+\.\d GiB free$/)
    assert.match(await output(['doctor', ...data], { WINNOW_PORT: '0' }), /^ok +node +v24/)
  })

  test('winnow doctor shows the browser that is set, and exits with 1 when it is missing', async () => {
    const { of } = await doctor(data, { WINNOW_PORT: '0', WINNOW_BROWSER: process.execPath })
    assert.match(of('browser').found, new RegExp(`^as set: ${process.execPath}`))
    const missing = await doctor(data, { WINNOW_PORT: '0', WINNOW_BROWSER: join(folder, 'chrome') })
    assert.equal(missing.code, 1)
    assert.equal(missing.of('browser').found, `no program at ${join(folder, 'chrome')}`)
    assert.match(missing.of('browser').remedy!, /WINNOW_BROWSER/)
  })

  test('winnow doctor warns when the machine has no browser, and exits with 0', {
    skip: hasBrowser,
  }, async () => {
    const { code, of } = await doctor(data, { WINNOW_PORT: '0' })
    assert.deepEqual([code, of('browser').ok, of('browser').level], [0, true, 'warn'])
    assert.match(await output(['doctor', ...data], { WINNOW_PORT: '0' }), /^warn +browser +none: /m)
  })

  test('winnow doctor reports a port that another program uses, and exits with 1', async () => {
    const { code, of } = await doctor(data, { WINNOW_PORT: String(port) })
    assert.equal(code, 1)
    assert.deepEqual(of('port'), {
      check: 'port',
      ok: false,
      found: `127.0.0.1:${port} is taken by another program`,
      remedy: `Start with --port ${port + 1}`,
      level: 'error',
    })
    const result = await run(['doctor', ...data], { WINNOW_PORT: String(port) })
    assert.match(result.stdout, /^NOT OK +port .* Start with --port/m)
  })

  test('winnow doctor checks the port and the browser of the saved settings', async () => {
    const dataDir = ['--data-dir', tempFolder()]
    await output(['settings', 'port', String(port), ...dataDir])
    await output(['settings', 'browser', join(folder, 'chrome'), ...dataDir])
    const { code, of } = await doctor(dataDir)
    assert.equal(code, 1)
    assert.equal(of('port').found, `127.0.0.1:${port} is taken by another program`)
    assert.equal(of('browser').found, `no program at ${join(folder, 'chrome')}`)
    assert.equal((await doctor(dataDir, { WINNOW_PORT: '0' })).of('port').ok, true, 'a variable wins')
  })

  for (const [what, change, found, remedy] of [
    ['of a newer Winnow', 'PRAGMA user_version = 99999', /was written by a newer Winnow/, /--data-dir/],
    ['of another program', 'PRAGMA application_id = 1', /is not a store of Winnow/, /--data-dir/],
  ] as const)
    test(`winnow doctor reports a store ${what}, which no command can use, and exits with 1`, async () => {
      const other = tempFolder()
      openStore(other).close()
      const db = new Database(databaseFile(other))
      db.exec(change)
      db.close()
      assert.equal((await run(['keys', 'list', '--data-dir', other])).code, 1)
      const { code, of } = await doctor(['--data-dir', other], { WINNOW_PORT: '0' })
      assert.deepEqual([code, of('store').ok], [1, false])
      assert.match(of('store').found, found)
      assert.match(of('store').remedy!, remedy)
    })

  for (const [what, path] of [
    ['a file', () => join(folder, 'file')],
    ['below a file', () => join(folder, 'file', 'data')],
  ] as const)
    test(`winnow doctor reports a data folder that is ${what}, and exits with 1`, async () => {
      writeFileSync(join(folder, 'file'), '')
      const { code, of } = await doctor(['--data-dir', path()], { WINNOW_PORT: '0' })
      assert.equal(code, 1)
      assert.equal(of('data folder').ok, false)
      assert.match(of('data folder').remedy!, /--data-dir/)
    })
})

/** Lets no new file be written, though permissions allow it: as on a disk that went read-only after an error. */
const failingDisk = (code: string) => `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  fs.writeFileSync = path => { throw Object.assign(new Error('${code}: not now'), { code: '${code}', path }) }
  syncBuiltinESMExports()`

describe('a data folder whose permissions allow what its disk refuses', () => {
  for (const [code, found, remedy] of [
    ['EROFS', `${folder} is on a disk that can only be read. Choose another place.`, /^Make it writable/],
    [
      'ENOSPC',
      `The disk of ${folder} is full. Free some space there, or choose another place.`,
      /^Free some/,
    ],
    ['EIO', 'The disk with the data folder cannot be read or written.', /^Check that its drive/],
  ] as const)
    test(`winnow doctor reports ${code}, and exits with 1`, async () => {
      const preload = `--import data:text/javascript,${encodeURIComponent(failingDisk(code))}`
      const { code: exitCode, stdout } = await run(
        ['doctor', '--json', ...data],
        { WINNOW_PORT: '0', NODE_OPTIONS: preload },
        {},
      )
      const finding = (JSON.parse(stdout) as Finding[]).find(({ check }) => check === 'data folder')!
      assert.deepEqual([exitCode, finding.ok, finding.found], [1, false, found])
      assert.match(finding.remedy!, remedy)
    })

  test('winnow doctor leaves no file behind, and no folder that did not exist', async () => {
    const empty = tempFolder()
    await doctor(['--data-dir', empty], { WINNOW_PORT: '0' })
    const missing = join(empty, 'mistyped', 'data')
    const { code, of } = await doctor(['--data-dir', missing], { WINNOW_PORT: '0' })
    assert.deepEqual([code, of('data folder').found], [0, `${missing}, which does not exist yet`])
    assert.deepEqual(readdirSync(empty), [])
  })
})

describe('while a service runs', () => {
  let served: ServiceProcess
  before(async () => {
    served = await startServe(data)
  })
  after(() => served.stop())

  test('winnow status prints its address, and exits with 0', async () => {
    const text = await output(['status', ...data])
    assert.match(
      text,
      new RegExp(`^Winnow \\d.* runs at ${served.url} \\(process ${served.pid}, for \\d+ s\\)$`, 'm'),
    )
    assert.match(text, new RegExp(`^Data folder ${folder}; 0 calls under way$`, 'm'))
    const { status, address, pid, data_dir, store_bytes } = JSON.parse(
      await output(['status', '--json', ...data]),
    )
    assert.deepEqual([status, address, pid, data_dir], ['running', served.url, served.pid, folder])
    assert.ok(store_bytes > 0)
  })

  test('winnow doctor reports the service instead of the port, and exits with 0', async () => {
    const { code, of } = await doctor(data, { WINNOW_PORT: String(port) })
    assert.equal(code, 0)
    assert.deepEqual(of('service'), {
      check: 'service',
      ok: true,
      found: `runs at ${served.url}`,
      level: 'ok',
    })
    assert.equal(of('port'), undefined)
  })

  test('winnow doctor reports the browser of the service, not that of its own environment', async () => {
    const env = { WINNOW_BROWSER: join(folder, 'chrome') }
    await output(['settings', 'browser', process.execPath, ...data])
    const { code, of } = await doctor(data, env)
    assert.equal(code, 0)
    assert.match(of('browser').found, new RegExp(`^as set: ${process.execPath}`))
    await output(['settings', 'browser', join(folder, 'none'), ...data])
    const missing = await doctor(data)
    assert.equal(missing.code, 1)
    assert.equal(missing.of('browser').found, `no program at ${join(folder, 'none')}`)
  })
})
