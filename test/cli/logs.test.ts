import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../http/support/until.ts'
import { output, run } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const entry = (msg: string, more = {}) =>
  `${JSON.stringify({ level: 30, time: '2026-01-15T09:30:00.000Z', ...more, msg })}\n`

function folderWith(...lines: string[]) {
  const folder = tempFolder()
  const file = join(folder, 'winnow.log')
  writeFileSync(file, lines.join(''))
  return { file, data: ['--data-dir', folder] }
}

describe('winnow logs', () => {
  test('prints the newest lines in a readable form', async () => {
    const request = { method: 'GET', path: '/v1/credits', status: 401, ms: 2, requestId: 'req_1' }
    const { data } = folderWith(entry('one'), entry('two', { level: 40 }), entry('request', request))
    assert.deepEqual((await output(['logs', '--lines', '2', ...data])).split('\n'), [
      '2026-01-15 09:30:00  warn   two',
      '2026-01-15 09:30:00  info   GET /v1/credits 401 in 2 ms  req_1',
    ])
  })

  test('prints the cause of a failure, and prints a line that is not JSON unchanged', async () => {
    const { data } = folderWith(
      entry('failed', { level: 50, err: { message: 'no such table' } }),
      'half a line\n',
    )
    assert.deepEqual((await output(['logs', ...data])).split('\n'), [
      '2026-01-15 09:30:00  error  failed  no such table',
      'half a line',
    ])
  })

  test('--json prints lines as they are in the file', async () => {
    const { data } = folderWith(entry('one'), entry('two'))
    assert.equal(await output(['logs', '--json', '-n', '1', ...data]), entry('two').trimEnd())
    assert.equal((await run(['logs', '-n', '0', ...data])).stdout, '')
  })

  test('refuses a number of lines below 0', async () => {
    const { data } = folderWith(entry('one'), entry('two'))
    const { code, stdout, stderr } = await run(['logs', '--lines=-1', ...data])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /0 or more/)
  })

  test('says that there is no log yet', async () => {
    const { code, stdout, stderr } = await run(['logs', '--data-dir', tempFolder()])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^There is no log yet: .*winnow\.log does not exist\.\n$/)
  })

  test('--follow prints lines once they are complete, and continues in the new file after a rotation', async () => {
    const { file, data } = folderWith(entry('one'))
    const program = fileURLToPath(new URL('../../bin/winnow.mjs', import.meta.url))
    const child = spawn(process.execPath, [program, 'logs', '--follow', ...data])
    let printed = ''
    child.stdout.on('data', chunk => {
      printed += chunk
    })
    const messages = () => printed.split('\n').map(line => line.split('info   ')[1])
    await until(async () => messages().includes('one'))
    const [start, end] = [entry('two').slice(0, 20), entry('two').slice(20)]
    appendFileSync(file, start)
    appendFileSync(file, end + entry('Käse'))
    await until(async () => messages().includes('Käse'))
    renameSync(file, `${file}.1`)
    writeFileSync(file, entry('four'))
    await until(async () => messages().includes('four'))
    assert.deepEqual(messages().slice(0, -1), ['one', 'two', 'Käse', 'four'])
    child.kill()
  })
})
