import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { groupDigits } from '../../server/base/counted.ts'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
const data = ['--data-dir', folder]
const files = tempFolder()
const backup = join(files, 'backup.db')

const balanceIn = async (dataDir: string) =>
  JSON.parse(await output(['credits', 'show', '--json', '--data-dir', dataDir])).balance

describe('a backup that is taken while the service is in use', () => {
  let served: ServiceProcess
  let key: string
  let parserId: string

  const post = (path: string, body: RequestInit['body'], type = 'application/json') =>
    fetch(served.url + path, {
      method: 'POST',
      headers: { 'x-api-key': key, ...(type && { 'content-type': type }) },
      body: body!,
    })
  const parse = async () => {
    const form = new FormData()
    form.append('html', new Blob(['<h1>Kettle</h1>']))
    const answer = await post(`/v1/parse/${parserId}`, form, '')
    assert.equal(answer.status, 200, await answer.text())
  }

  before(async () => {
    served = await startServe(data)
    key = await output(['keys', 'create', ...data])
    const created = await post('/v1/parsers', '{"name": "shop", "schema": {"fields": {"title": "h1"}}}')
    parserId = ((await created.json()) as { id: string }).id
  })

  test('contains only whole calls, however many end in the meantime', async () => {
    let calling = true
    const caller = async () => {
      while (calling) await parse()
    }
    const callers = [caller(), caller()]
    const printed = await output(['backup', backup, ...data])
    calling = false
    await Promise.all(callers)
    assert.equal(printed, `Wrote ${backup} (${groupDigits(statSync(backup).size)} bytes).`)

    const spent = 1_000 - (await balanceIn(folder))
    const copy = tempFolder()
    await output(['restore', backup, '--data-dir', copy])
    const spentInCopy = 1_000 - (await balanceIn(copy))
    assert.ok(spentInCopy <= spent, `${spentInCopy} of ${spent}`)
    const parser = JSON.parse(await output(['call', 'parser-get', `id=${parserId}`, '--data-dir', copy]))
    assert.equal(parser.stats.runs, spentInCopy, 'a call and its credit are in it together')
  })

  test('can only be read by its owner', () => {
    assert.equal(statSync(backup).mode & 0o077, 0)
  })

  test('never overwrites a file, and is refused for a folder that does not exist', async () => {
    const bytes = readFileSync(backup)
    const again = await run(['backup', backup, ...data])
    assert.deepEqual(again.code, 1)
    assert.match(again.stderr, /^This file exists already\. \(file\)\nChoose another name\.\n$/)
    assert.deepEqual(readFileSync(backup), bytes)
    const nowhere = await run(['backup', join(files, 'no', 'folder.db'), ...data])
    assert.equal(nowhere.code, 1)
    assert.match(
      nowhere.stderr,
      /^This file cannot be created \(ENOENT\)\. \(file\)\nChoose a folder that exists/,
    )
  })

  test('with `--json` reports file and size', async () => {
    const file = join(files, 'second.db')
    assert.deepEqual(JSON.parse(await output(['backup', file, '--json', ...data])), {
      file,
      bytes: statSync(file).size,
    })
    assert.equal(await served.stop(), 0)
  })
})

describe('winnow restore', () => {
  test('restores an earlier state, and keeps the present store aside', async () => {
    const file = join(files, 'third.db')
    const earlier = await balanceIn(folder)
    await output(['backup', file, ...data])
    await output(['credits', 'grant', '500', ...data])
    const restored = JSON.parse(await output(['restore', file, '--json', ...data]))
    assert.equal(restored.data_dir, folder)
    assert.equal(await balanceIn(folder), earlier)
    await output(['restore', restored.kept_aside, ...data])
    assert.equal(await balanceIn(folder), earlier + 500)
  })

  test('creates the folder if there is none', async () => {
    const fresh = join(tempFolder(), 'fresh')
    assert.equal(await output(['restore', backup, '--data-dir', fresh]), `Restored ${backup} into ${fresh}.`)
    assert.ok(existsSync(join(fresh, 'winnow.db')))
  })

  test('refuses files that are no backup with exit code 1, and changes nothing', async () => {
    const earlier = await balanceIn(folder)
    const text = join(files, 'notes.txt')
    writeFileSync(text, 'These are no rows. '.repeat(300))
    mkdirSync(join(files, 'a folder'))
    for (const [file, says] of [
      [text, /notes\.txt is damaged, or not a backup of Winnow\./],
      [join(files, 'none.db'), /There is no file .*none\.db\./],
      [join(files, 'a folder'), /a folder/],
    ] as const) {
      const { code, stdout, stderr } = await run(['restore', file, ...data])
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, says)
    }
    assert.equal(await balanceIn(folder), earlier)
  })
})

/** Kills the process when it is about to rename a file to its final name. */
const KILLED_AT_RENAME = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  fs.renameSync = () => process.kill(process.pid, 'SIGKILL')
  syncBuiltinESMExports()
`)}`

test('a restore that is killed leaves the store unchanged, and nothing else remains after the next start', async () => {
  const [first, other] = [tempFolder(), tempFolder()]
  await output(['credits', 'grant', '5', '--data-dir', first])
  await output(['keys', 'create', '--data-dir', other])
  const winnow = fileURLToPath(new URL('../../bin/winnow.mjs', import.meta.url))
  const { signal } = spawnSync(process.execPath, [
    '--import',
    KILLED_AT_RENAME,
    winnow,
    'restore',
    join(other, 'winnow.db'),
    '--data-dir',
    first,
  ])
  const copies = () => readdirSync(first).filter(name => name.includes('restore'))
  assert.deepEqual([signal, copies().length > 0], ['SIGKILL', true])
  assert.deepEqual([await balanceIn(first), copies()], [1_005, []])
})
