import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs, {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readLog } from '../../server/admin/read-log.ts'
import { AppError } from '../../server/base/errors.ts'
import { openLog } from '../../server/log/log.ts'
import { run } from '../support/run-cli.ts'
import { startTestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

const linesOf = (folder: string) =>
  readFileSync(join(folder, 'winnow.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(number => JSON.parse(number))

describe('the log', () => {
  test('contains refused and failed requests, and the causes of internal errors', async () => {
    const folder = tempFolder()
    const log = openLog(folder, 'info')
    log.request({ requestId: 'req_1', status: 200 })
    log.request({ requestId: 'req_2', status: 404 })
    log.error(new AppError('internal', 'Internal error.', { cause: new Error('no such table') }), 'req_3')
    await log.close()
    const [refusedLine, failedLine, ...others] = linesOf(folder)
    assert.deepEqual(others, [])
    assert.deepEqual([refusedLine.requestId, refusedLine.status], ['req_2', 404])
    assert.deepEqual([failedLine.requestId, failedLine.err.message], ['req_3', 'no such table'])
    assert.equal(statSync(join(folder, 'winnow.log')).mode & 0o077, 0)
  })

  test('contains every request at level `debug`, and none at level `silent`', async () => {
    for (const level of ['debug', 'silent']) {
      const folder = tempFolder()
      const log = openLog(folder, level)
      log.request({ status: 200 })
      await log.close()
      assert.equal(existsSync(join(folder, 'winnow.log')), level === 'debug')
    }
  })

  test('is renamed when it exceeds 16 MB', async () => {
    const folder = tempFolder()
    const file = join(folder, 'winnow.log')
    writeFileSync(file, '')
    truncateSync(file, 16_777_217)
    const log = openLog(folder, 'info')
    log.info('new')
    await log.close()
    assert.equal(statSync(`${file}.1`).size, 16_777_217)
    assert.equal(linesOf(folder).length, 1)
  })

  test('can be closed at once, and ignores later entries', async () => {
    const log = openLog(tempFolder(), 'info')
    log.info('early')
    await log.close()
    log.error(new Error('late'))
    log.request({ status: 500 })
  })

  test('that cannot be written reports this once, stops nothing else, and continues when there is space', async t => {
    const consoleError = t.mock.method(console, 'error', () => undefined)
    const createStream = t.mock.method(fs, 'createWriteStream')
    syncBuiltinESMExports()
    t.after(() => {
      createStream.mock.restore()
      syncBuiltinESMExports()
    })
    const folder = tempFolder()
    const file = join(folder, 'winnow.log')
    symlinkSync('/dev/full', file)
    const log = openLog(folder, 'info')
    for (let number = 1; number <= 3; number++) {
      log.info('no room')
      assert.equal(createStream.mock.callCount(), number, 'the file is opened anew')
      const stream = createStream.mock.calls.at(-1)!.result!
      await new Promise<void>(resolve => stream.once('close', () => resolve()))
    }
    assert.equal(consoleError.mock.callCount(), 1)
    assert.match(String(consoleError.mock.calls[0]!.arguments[0]), /^The log cannot be written: ENOSPC/)
    rmSync(file)
    log.info('room again')
    await log.close()
    assert.deepEqual(
      linesOf(folder).map(({ msg }) => msg),
      ['room again'],
    )
  })

  test('that is a pipe without a reader is reported, and neither closing nor reading it waits', {
    skip: process.platform === 'win32' && 'there are no such pipes',
    timeout: 60_000,
  }, async t => {
    const consoleError = t.mock.method(console, 'error', () => undefined)
    const folder = tempFolder()
    const file = join(folder, 'winnow.log')
    spawnSync('mkfifo', [file])
    const log = openLog(folder, 'info')
    log.info('nobody reads this')
    await log.close()
    assert.deepEqual(
      consoleError.mock.calls.map(call => call.arguments),
      [[`The log cannot be written: ${file} is a pipe that nobody reads`]],
    )
    assert.deepEqual(await readLog(folder, 'debug', 10), [])
  })

  for (const what of ['a folder', 'a device that never ends'])
    test(`that is ${what} has no lines to read`, async () => {
      const folder = tempFolder()
      const file = join(folder, 'winnow.log')
      if (what === 'a folder') mkdirSync(file)
      else symlinkSync('/dev/zero', file)
      assert.deepEqual(await readLog(folder, 'debug', 10), [])
      assert.deepEqual(await run(['logs', '--data-dir', folder]), {
        code: 1,
        stdout: '',
        stderr: `${file} is not a file, so there is no log to print.\n`,
      })
    })

  test('that exceeds 16 MB goes on in the same file if it cannot be renamed', async t => {
    const consoleError = t.mock.method(console, 'error', () => undefined)
    const folder = tempFolder()
    const file = join(folder, 'winnow.log')
    writeFileSync(file, '')
    truncateSync(file, 16_777_217)
    mkdirSync(`${file}.1`)
    const log = openLog(folder, 'info')
    log.info('after all')
    await log.close()
    assert.match(String(consoleError.mock.calls[0]!.arguments[0]), /^The log continues in the same file: E/)
    assert.match(readFileSync(file, 'utf8').slice(16_777_217), /after all/)
  })

  test('contains no keys, queries, inputs or bodies', async () => {
    const folder = tempFolder()
    const winnow = await startTestApp({ log_level: 'debug', data_dir: folder })
    await fetch(`${winnow.url}/v1/credits?api_key=${winnow.key}&colour=scarlet`)
    await winnow.call('/v1/parsers', { json: { name: 'vermilion', schema: 'crimson' } })
    await winnow.call('/v1/parse/ruby', { headers: { 'x-api-key': 'wk_wrong' }, body: 'maroon' })
    await winnow.stop()
    const text = readFileSync(join(folder, 'winnow.log'), 'utf8')
    assert.equal(linesOf(folder).filter(({ path }) => path?.startsWith('/v1/')).length, 3)
    for (const secret of [
      winnow.key,
      winnow.app.adminToken,
      'wk_wrong',
      'scarlet',
      'vermilion',
      'crimson',
      'maroon',
    ])
      assert.ok(!text.includes(secret), `${secret} is in the log`)
  })
})
