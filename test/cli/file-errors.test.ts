import assert from 'node:assert/strict'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileSentence } from '../../server/base/file-errors.ts'
import { run } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
const file = join(folder, 'a-file')
const subfolder = join(folder, 'a-folder')
writeFileSync(file, 'kept')
mkdirSync(subfolder)
const link = join(folder, 'a-link')
symlinkSync(join(folder, 'unplugged', 'data'), link)
const data = ['--data-dir', join(folder, 'data')]

test('the error of a failed copy names the target when writing fails, and the source when reading fails', () => {
  const messageOf = (code: string) =>
    fileSentence({ code, syscall: 'copyfile', path: '/from', dest: '/to/copy' })
  assert.match(messageOf('ENOSPC')!, /^The disk of \/to\/copy is full\./)
  assert.match(messageOf('EROFS')!, /^\/to\/copy is on a disk that can only be read\./)
  assert.match(messageOf('EACCES')!, /^\/from cannot be read/)
})

describe('an error about a file says what is wrong and what to do', () => {
  for (const [args, says] of [
    [['worker', 'key', file], `${file} exists already. Choose another name.`],
    [['worker', 'key', subfolder], `${subfolder} exists already. Choose another name.`],
    [
      ['worker', 'key', join(folder, 'none', 'key')],
      `${join(folder, 'none', 'key')} does not exist, or its folder does not.`,
    ],
    [['parse', subfolder, file], `${subfolder} is a folder. Name a file.`],
    [
      ['read', 'example.com', ...data],
      'There is no file example.com. An address begins with https:// or http://.',
    ],
    [['read', '', ...data], 'Name a file, or `-` for standard input.'],
    [['restore', subfolder, ...data], `${subfolder} is a folder. Name a file.`],
    [['keys', 'list', '--data-dir', file], `${file} is a file. Choose a folder.`],
    [
      ['keys', 'list', '--data-dir', link],
      `${link} leads to a folder that is not there. Connect its drive, or choose another folder.`,
    ],
    [['restore', file, '--data-dir', file], `${file} is a file. Choose a folder.`],
    [
      ['keys', 'list', '--data-dir', join(file, 'data')],
      `${join(file, 'data')} cannot be there: a part of this path is a file. Choose another folder.`,
    ],
    ...(existsSync('/proc/self')
      ? ([
          [
            ['keys', 'create', '--data-dir', '/proc/none/data'],
            '/proc/none cannot be created there. Choose another folder.',
          ],
        ] as const)
      : []),
    [
      ['worker', 'key', join(file, 'key')],
      `${join(file, 'key')} cannot be there: a part of this path is a file. Choose another folder.`,
    ],
  ] as const)
    test(args.slice(0, 2).join(' '), async () => {
      const { code, stdout, stderr } = await run([...args])
      assert.deepEqual([code, stdout, stderr], [1, '', `${says}\n`])
    })
})
