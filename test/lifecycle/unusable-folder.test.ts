import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { until } from '../http/support/until.ts'
import { askOwner } from '../support/ask-owner.ts'
import { testChromium } from '../support/chromium.ts'
import { startLocalSite } from '../support/local-site.ts'
import { run, startServe } from '../support/run-cli.ts'
import { request } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NOBODY_UID = 65_534
const winnow = fileURLToPath(new URL('../../bin/winnow.mjs', import.meta.url))
const isRoot = process.getuid?.() === 0

/** Runs a command as a user without the read permissions of root. */
async function runAsNobody(args: string[], folder: string) {
  const child = spawn(process.execPath, [winnow, ...args, '--data-dir', folder], {
    ...(isRoot && { uid: NOBODY_UID, gid: NOBODY_UID }),
    env: { PATH: process.env.PATH, HOME: '/', NODE_COMPILE_CACHE: join(folder, 'none') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>(resolve => child.once('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { stdout, stderr, code: await code }
}

const serve = (folder: string) => run(['serve', '--port', '0', '--data-dir', folder])

/** Starts the service as a user without the write permissions of root. */
const serveAsNobody = (folder: string) => runAsNobody(['serve', '--port', '0'], folder)

/** Mounts a small separate file system. Returns whether this machine allows that. */
function mount(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0
}

const lacksMount = () => {
  const folder = tempFolder()
  if (!mount(folder, '1m')) return 'no file system can be mounted here'
  spawnSync('umount', [folder])
  return false
}

const lacksPrlimit = () => (spawnSync('prlimit', ['--version']).error ? 'there is no prlimit here' : false)

describe('the start of the service', () => {
  test('with a folder that cannot be written exits with 74 and the reason', async () => {
    const folder = tempFolder()
    chmodSync(folder, 0o500)
    if (isRoot) chownSync(folder, NOBODY_UID, NOBODY_UID)
    const { code, stderr } = await serveAsNobody(folder)
    assert.equal(code, 74, stderr)
    assert.match(
      stderr,
      /^Winnow may not write in the data folder: .*Give this user permission to, or choose another folder/,
    )
    chmodSync(folder, 0o700)
  })

  test('with a read-only file system exits with 74 and the reason', {
    skip: lacksMount(),
  }, async () => {
    const folder = tempFolder()
    mount(folder, '4m')
    try {
      spawnSync('mount', ['-o', 'remount,ro', folder])
      const { code, stderr } = await serve(folder)
      assert.equal(code, 74, stderr)
      assert.match(stderr, /^The data folder can only be read: .*Make it writable/)
    } finally {
      spawnSync('umount', ['-l', folder])
    }
  })

  test('with a full disk exits with 74 and the reason', { skip: lacksMount() }, async () => {
    const folder = tempFolder()
    mount(folder, '64k')
    try {
      const { code, stderr } = await serve(folder)
      assert.equal(code, 74, stderr)
      assert.match(stderr, /^The disk is full: .*Free some disk space/)
    } finally {
      spawnSync('umount', ['-l', folder])
    }
  })
})

test('a data folder that holds a folder in place of the store is reported as such, also by `winnow doctor`', async () => {
  const folder = tempFolder()
  const store = join(folder, 'winnow.db')
  mkdirSync(store)
  const said = `${store} is a folder, where the store would be. Move it, or choose another data folder with --data-dir.`
  const { code, stderr } = await serve(folder)
  assert.deepEqual([code, stderr], [1, `${said}\n`])
  assert.ok((await run(['doctor', '--data-dir', folder], { WINNOW_PORT: '0' })).stdout.includes(said))
})

test('a start that fails when work begins ends with the reason, and frees the folder', async () => {
  const folder = tempFolder()
  assert.equal((await run(['keys', 'create', '--data-dir', folder])).code, 0)
  const db = new Database(join(folder, 'winnow.db'))
  db.exec('DROP TABLE crons')
  db.close()
  const { code, stderr } = await serve(folder)
  assert.equal(code, 74)
  assert.match(stderr, /is damaged \(no such table: crons\)/)
  assert.deepEqual(
    readdirSync(folder).filter(name => name === 'winnow.lock'),
    [],
  )
})

describe('a service whose disk is nearly full', { skip: lacksMount() }, () => {
  test('is reported by `winnow status`', async () => {
    const folder = tempFolder()
    mount(folder, '16m')
    const served = await startServe(['--data-dir', folder])
    try {
      const { code, stdout } = await run(['status', '--data-dir', folder])
      assert.equal(code, 0)
      assert.match(stdout, /The disk of the data folder has \d+ MB left\. Free some space there/)
    } finally {
      await served.stop()
      spawnSync('umount', ['-l', folder])
    }
  })
})

describe('a restore on a full disk', { skip: lacksMount() }, () => {
  const cases: [what: string, left: number, says: RegExp][] = [
    ['the backup', 300_000, /^The disk of .*winnow\.db\.restore-\d+ is full\. Free some space there/],
    ['the store that is kept', 1_000_000, /^The disk is full: .*Free some disk space/],
  ]
  for (const [what, bytesLeft, says] of cases)
    test(`reports that ${what} has no space, and changes nothing`, async () => {
      const [small, other] = [tempFolder(), tempFolder()]
      mount(small, '4m')
      try {
        const folder = join(small, 'data')
        for (const dataDir of [folder, other])
          assert.equal((await run(['keys', 'create', '--data-dir', dataDir])).code, 0)
        const { bavail, bsize } = statfsSync(small)
        writeFileSync(join(small, 'filling'), Buffer.alloc(bavail * bsize - bytesLeft))
        const files = () => readdirSync(folder, { recursive: true })
        const before = files().filter(name => name !== 'backups')
        const { code, stderr } = await run(['restore', join(other, 'winnow.db'), '--data-dir', folder])
        assert.equal(code, 74, stderr)
        assert.match(stderr, says)
        assert.deepEqual(
          files().filter(name => name !== 'backups'),
          before,
        )
      } finally {
        spawnSync('umount', ['-l', small])
      }
    })
})

describe('a data folder without permission for the user', {
  skip: !isRoot && 'only root can be another user',
}, () => {
  const folder = join(tempFolder(), 'data')
  chmodSync(dirname(folder), 0o755)
  before(() => run(['keys', 'create', '--data-dir', folder]))

  test('is reported by `winnow status` as such, not as a folder without a service', async () => {
    const { code, stdout, stderr } = await runAsNobody(['status'], folder)
    assert.deepEqual([code, stdout], [74, ''])
    assert.match(stderr, /^Winnow may not write in the data folder: .*Give this user permission to/)
  })

  test('is reported by `winnow logs` as such, not as a folder without a log', async () => {
    const { code, stderr } = await runAsNobody(['logs'], folder)
    assert.equal(code, 74)
    assert.match(stderr, /winnow\.log cannot be read or written by this user\./)
  })

  test('is reported by `winnow doctor` as such, not as a folder without a store', async () => {
    const { code, stdout } = await runAsNobody(['doctor'], folder)
    assert.equal(code, 1)
    assert.match(stdout, /^NOT OK +data folder +.* cannot be read or written by this user/m)
    assert.match(stdout, /^NOT OK +store +not checked: Winnow may not/m)
  })
})

const FOLDER_GONE = /^The data folder is gone: it was moved or deleted.*Put it back, then start/m

/** Ways to remove a folder that leave the files of a process open. */
const REMOVALS: Record<string, (folder: string) => void> = {
  moved: folder => renameSync(folder, `${folder}-moved`),
  deleted: folder => rmSync(folder, { recursive: true, maxRetries: 9 }),
  replaced(folder) {
    renameSync(folder, `${folder}-moved`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'winnow.db'), '')
  },
}

describe('a service', () => {
  test('whose data folder disappears exits with 74 and the reason', { skip: lacksPrlimit() }, async () => {
    const folder = join(tempFolder(), 'data')
    mkdirSync(folder)
    const served = await startServe(['--data-dir', folder])
    const headers = { 'x-api-key': (await askOwner(folder, '/admin/keys', {})).secret }
    renameSync(folder, `${folder}-gone`)
    spawnSync('prlimit', ['--pid', String(served.pid), '--fsize=4096:unlimited'])
    const ended = served.ended.then(code => ({ code }))
    // Each call is recorded, which the store can no longer do.
    const ask = () =>
      fetch(`${served.url}/v1/credits`, { headers }).then(
        () => null,
        () => null,
      )
    await until(async () => (await Promise.race([ended, ask()])) ?? null)
    assert.equal((await ended).code, 74, served.stderr())
    assert.match(served.stderr(), FOLDER_GONE)
  })

  test('that cannot write into its folder when it stops exits with 74 and the reason', () => {
    const source = new URL('../../server/cli/stop-on-signal.ts', import.meta.url).href
    const script = `
      import { stopOnSignal } from '${source}'
      const error = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })
      stopOnSignal({ stop: () => Promise.reject(error) }, 'service', 'running calls')
      setInterval(() => process.kill(process.pid, 'SIGHUP'), 1000)`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    assert.equal(status, 74, stderr)
    assert.match(stderr, /^The service did not stop cleanly: disk I\/O error$/m)
  })

  for (const [what, take] of Object.entries(REMOVALS))
    test(`whose data folder is ${what} while nothing else happens exits with 74 and the reason`, async () => {
      const folder = join(tempFolder(), 'data')
      mkdirSync(folder)
      const served = await startServe(['--data-dir', folder])
      take(folder)
      assert.equal(await served.ended, 74, served.stderr())
      assert.match(served.stderr(), FOLDER_GONE)
    })

  test('that is killed with an open browser leaves no files elsewhere, and no temporary files after the next start', async t => {
    const site = await startLocalSite()
    t.after(() => site.close())
    // The page never answers, so the browser is open when its service is killed.
    site.on('/slow', () => undefined)
    const [folder, outside] = [tempFolder(), tempFolder()]
    const { executablePath, args, env } = await testChromium()
    const browser = join(folder, 'browser.sh')
    writeFileSync(
      browser,
      `#!/bin/sh\nexec '${executablePath}' ${args.map(arg => `'${arg}'`).join(' ')} "$@"\n`,
      {
        mode: 0o700,
      },
    )
    const more = { LD_LIBRARY_PATH: env.LD_LIBRARY_PATH ?? '', FONTCONFIG_FILE: env.FONTCONFIG_FILE ?? '' }
    const flags = ['--data-dir', folder, '--browser', browser, '--allow-hosts', '127.0.0.1']
    const start = () => startServe(flags, { TMPDIR: outside, ...more })
    const served = await start()
    t.after(() => served.signal('SIGKILL'))
    const key = (await askOwner(folder, '/admin/keys', {})).secret
    const call = (path: string, json: unknown) =>
      request(served.url + path, { headers: { 'x-api-key': key }, json })
    const parser = { name: 'slow', schema: { fields: { a: 'h1' } }, fetch: { mode: 'browser' } }
    const { id } = (await call('/v1/parsers', parser)).json
    const scraping = call(`/v1/scrape/${id}`, { url: `${site.url}/slow` }).then(
      answer => answer.text,
      error => String(error),
    )
    const temporaryFiles = () => readdirSync(join(folder, 'tmp'))
    await Promise.race([
      until(async () => site.requests.length > 0),
      scraping.then(answer => assert.fail(answer)),
    ])
    assert.notDeepEqual(temporaryFiles(), [])
    served.signal('SIGKILL')
    await served.ended
    await scraping
    const leftover = temporaryFiles()
    assert.notDeepEqual(leftover, [], 'nobody is there to remove it')
    const again = await start()
    const [stillThere, others] = [
      temporaryFiles().filter(name => leftover.includes(name)),
      readdirSync(outside),
    ]
    await again.stop()
    assert.deepEqual([stillThere, others], [[], []])
  })
})
