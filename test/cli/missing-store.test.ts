import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandPrefix, run } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const parent = tempFolder()

describe('a command that needs a store says which folder has none, and creates nothing', () => {
  const commands = [
    'keys list',
    'keys revoke key_1',
    'credits show',
    'accounts list',
    'platform list',
    'session list',
    'session delete shop',
    'storage',
    'compact',
    `backup ${join(parent, 'copy.db')}`,
  ]
  for (const command of commands)
    test(command.split(' ').slice(0, 2).join(' '), async () => {
      const folder = join(parent, 'mistyped')
      const { code, stdout, stderr } = await run([...command.split(' '), '--data-dir', folder])
      const start = `\`${commandPrefix} serve --data-dir ${folder}\``
      const says = `There is no store in ${folder}. Choose another folder with --data-dir, or create a store in this one: ${start}\n`
      assert.deepEqual([code, stdout, stderr], [1, '', says])
      assert.equal(existsSync(folder), false)
    })

  test('keys list in a folder that exists', async () => {
    const { code, stderr } = await run(['keys', 'list', '--data-dir', tempFolder()])
    assert.equal(code, 1)
    assert.match(stderr, /^There is no store in /)
  })
})

describe('a command that may come first creates a store, and says so once', () => {
  for (const command of [
    'keys create',
    'settings retries 3',
    'settings retries',
    'call credits',
    'credits grant 5',
    'accounts set default --unlimited',
  ])
    test(command, async () => {
      const folder = tempFolder()
      const first = await run([...command.split(' '), '--data-dir', folder])
      assert.deepEqual([first.code, first.stderr], [0, `Created a store in ${folder}.\n`])
      assert.equal((await run([...command.split(' '), '--data-dir', folder])).stderr, '')
    })
})

describe('a command that names nothing there is creates nothing', () => {
  for (const [command, says] of [
    ['settings prot', 'There is no setting prot. Did you mean port?\n'],
    [
      'doctor --live shortvido',
      'There is no platform shortvido. Platforms: photosocial, shortvideo, videosite, realty.\n',
    ],
    ['settings prot 1', 'There is no setting prot. Did you mean port?\n'],
  ] as const)
    test(command, async () => {
      const folder = join(parent, 'not yet there')
      const { code, stderr } = await run([...command.split(' '), '--data-dir', folder])
      assert.deepEqual([code, stderr], [1, says])
      assert.equal(existsSync(folder), false)
    })
})

describe('the default data folder', () => {
  test('is in the home folder of the user when HOME is empty', async () => {
    const { stdout } = await run(['status', '--json'], { HOME: '' }, {})
    assert.match(JSON.parse(stdout).data_dir, /^(?:\/|[A-Z]:).*\.winnow$/)
  })
})

test('backup and restore refuse an empty file name', async () => {
  for (const command of ['backup', 'restore']) {
    const { code, stdout, stderr } = await run([command, '', '--data-dir', join(parent, 'none')])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^error: command-argument value '' is invalid for argument 'file'\. Name a file\.$/m)
  }
})
