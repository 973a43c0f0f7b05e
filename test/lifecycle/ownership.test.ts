import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOwner } from '../support/ask-owner.ts'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const lockOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'winnow.lock'), 'utf8'))

describe('the single owner of a data folder', () => {
  const folder = tempFolder()
  const data = ['--data-dir', folder]
  let owner: ServiceProcess
  before(async () => {
    owner = await startServe(data)
  })

  test('has a lock file with pid, address and token', () => {
    const { pid, address, token } = lockOf(folder)
    assert.deepEqual([pid, address], [owner.pid, owner.url])
    assert.match(token, /^[\w-]{43}$/)
  })

  test('is named by a second `serve`, which exits with 1', async () => {
    const { code, stdout, stderr } = await run(['serve', '--port', '0', ...data])
    assert.deepEqual([code, stdout], [1, ''])
    const who = `process ${owner.pid}, at ${owner.url}`
    assert.equal(
      stderr,
      `Another Winnow owns ${folder}: ${who}. Use that one, stop it, or choose another folder with --data-dir.\n`,
    )
    assert.equal(lockOf(folder).pid, owner.pid)
    assert.equal((await fetch(`${owner.url}/health`)).status, 200)
  })

  test('is named by a restore, which changes nothing', async () => {
    const backup = join(tempFolder(), 'backup.db')
    await output(['backup', backup, ...data])
    const { code, stderr } = await run(['restore', backup, ...data])
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^Another Winnow owns .*: process ${owner.pid}, at ${owner.url}\\.`))
    const files = ['db', 'db-wal', 'generation', 'lock', 'log'].map(end => `winnow.${end}`)
    assert.deepEqual(readdirSync(folder).sort(), ['tmp', ...files])
  })

  test('removes its lock file when it stops', async () => {
    assert.equal(await owner.stop(), 0)
    assert.ok(!existsSync(join(folder, 'winnow.lock')))
    assert.match(await output(['credits', 'show', ...data]), /^1,000 credits/)
  })

  test('closes its store and exits with 0 even if its lock file cannot be removed', async () => {
    const other = tempFolder()
    const served = await startServe(['--data-dir', other])
    rmSync(join(other, 'winnow.lock'))
    mkdirSync(join(other, 'winnow.lock'))
    assert.equal(await served.stop(), 0, served.stderr())
    assert.ok(!existsSync(join(other, 'winnow.db-wal')), 'its log is merged into the store')
  })
})

describe('while a service runs', () => {
  const folder = tempFolder()
  let owner: ServiceProcess
  before(async () => {
    owner = await startServe(['--data-dir', relative('', folder)])
  })
  after(() => owner.stop())
  const keysOf = async (dataDir: string) =>
    JSON.parse(await output(['keys', 'list', '--json', '--data-dir', dataDir])).length

  test('commands on a copy of its folder leave it alone, even though the lock file was copied too', async () => {
    const copy = join(tempFolder(), 'copy')
    cpSync(folder, copy, { recursive: true })
    assert.match((await run(['status', '--data-dir', copy])).stdout, /^Winnow is not running on /m)
    assert.match(await output(['keys', 'create', '--data-dir', copy]), /^wk_/)
    assert.deepEqual([await keysOf(folder), await keysOf(copy)], [0, 1])
  })

  test('commands that get no answer from it report that', async () => {
    owner.signal('SIGSTOP')
    const { code, stderr } = await run(['keys', 'list', '--data-dir', folder])
    const status = await run(['status', '--data-dir', folder])
    owner.signal('SIGCONT')
    const who = `process ${owner.pid}, at ${owner.url}`
    const message = `Winnow runs on ${folder} (${who}), but does not answer. Try again in a moment, or restart it.\n`
    assert.deepEqual([code, stderr], [1, message])
    assert.deepEqual([status.code, status.stdout], [1, message])
  })

  test('commands reach it through any path of its folder', async () => {
    const link = join(tempFolder(), 'link')
    symlinkSync(folder, link)
    await output(['keys', 'create', '--data-dir', link])
    assert.equal(await keysOf(folder), 1)
    assert.equal(JSON.parse(await output(['status', '--json', '--data-dir', link])).data_dir, folder)
  })
})

describe('files of the data folder', () => {
  test('can only be accessed by their owner from the first start on', async () => {
    const folder = join(tempFolder(), 'made', 'by winnow')
    const served = await startServe(['--data-dir', folder])
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    while (!existsSync(join(folder, 'winnow.log'))) await sleep(5)
    for (const name of ['winnow.db', 'winnow.db-wal', 'winnow.lock', 'winnow.log'])
      assert.equal((statSync(join(folder, name)).mode & 0o777).toString(8), '600', name)
    await served.stop()
  })

  test('lose permissions for other users at the next start, as does the folder if it contains nothing else', async () => {
    const folder = tempFolder()
    await (await startServe(['--data-dir', folder])).stop()
    for (const name of ['backups', 'snapshots']) mkdirSync(join(folder, name))
    const names = ['winnow.db', 'winnow.log', 'backups', 'snapshots']
    const modes = () => ['', ...names].map(name => (statSync(join(folder, name)).mode & 0o777).toString(8))
    for (const name of ['', ...names]) chmodSync(join(folder, name), 0o755)
    assert.match((await run(['doctor', '--data-dir', folder])).stdout, /other users of this machine can read/)
    await (await startServe(['--data-dir', folder])).stop()
    assert.deepEqual(modes(), ['700', '600', '600', '700', '700'])

    writeFileSync(join(folder, 'of somebody else'), '')
    for (const name of ['', ...names]) chmodSync(join(folder, name), 0o755)
    const served = await startServe(['--data-dir', folder])
    assert.deepEqual(modes(), ['755', '600', '600', '700', '700'], 'what others may be using stays open')
    assert.match(
      await output(['status', '--data-dir', folder]),
      /^Warning: Other users .* can read the data folder/m,
    )
    await served.stop()
  })
})

describe('after `kill -9`', () => {
  const folder = tempFolder()
  const data = ['--data-dir', folder]

  const crash = async () => {
    const served = await startServe(data)
    const { secret } = await askOwner(folder, '/admin/keys', {})
    served.signal('SIGKILL')
    assert.equal(await served.ended, null)
    assert.equal(lockOf(folder).pid, served.pid, 'the lock file is left behind')
    return secret as string
  }

  test('the next start has everything that was answered', async () => {
    const key = await crash()
    const next = await startServe(data)
    assert.equal(lockOf(folder).pid, next.pid)
    const answer = await fetch(`${next.url}/v1/credits`, { headers: { 'x-api-key': key } })
    assert.equal(answer.status, 200)
    await next.stop()
  })

  test('commands work at once', async () => {
    await crash()
    assert.equal((await run(['status', ...data])).code, 1)
    assert.equal(JSON.parse(await output(['keys', 'list', '--json', ...data])).length, 2)
  })

  test('a restore works at once', async () => {
    const backup = join(tempFolder(), 'backup.db')
    await output(['backup', backup, ...data])
    await crash()
    assert.match(
      await output(['restore', backup, ...data]),
      /^Restored .*\nThe store that was there is kept as /,
    )
    assert.equal(JSON.parse(await output(['keys', 'list', '--json', ...data])).length, 2)
  })
})
