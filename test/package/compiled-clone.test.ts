import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tempFolder } from '../support/temp-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const SOURCES = ['server/cli.ts', 'server/other.ts', 'electron/main.ts', 'package.json', 'package-lock.json']
const COMPILERS = ['build/compile.mjs', 'build/late-packages.mjs', 'build/lean-imports.mjs']
const COMPILED = ['dist/server/cli.js', 'dist/package.json']

/** A clone whose command line prints its own file; its sources are an hour older than the compiled files. */
function smallClone() {
  const clone = tempFolder()
  for (const folder of ['bin', 'build']) cpSync(join(root, folder), join(clone, folder), { recursive: true })
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    writeFileSync(join(clone, file), text)
  }
  for (const file of [...SOURCES, ...COMPILED])
    write(
      file,
      file.endsWith('json') ? '{"type": "module"}' : `export const main = () => console.log('${file}')`,
    )
  const hourAgo = Date.now() / 1000 - 3600
  for (const file of ['server', 'electron', ...COMPILERS, ...SOURCES])
    utimesSync(join(clone, file), hourAgo, hourAgo)
  const run = (env = {}) =>
    spawnSync(process.execPath, [join(clone, 'bin/winnow.mjs')], {
      env: { ...process.env, NODE_COMPILE_CACHE: join(clone, 'cache'), ...env },
      encoding: 'utf8',
    }).stdout.trim()
  return { clone, run }
}

describe('the command line of a clone', () => {
  test('runs the compiled files when they are as new as the sources', () => {
    const { run } = smallClone()
    assert.equal(run(), 'dist/server/cli.js')
  })

  test('runs the sources when one was changed or removed later, or when nothing is compiled', () => {
    const changedClone = smallClone()
    writeFileSync(join(changedClone.clone, 'server/other.ts'), '// later')
    utimesSync(join(changedClone.clone, 'dist/package.json'), Date.now() / 1000 - 60, Date.now() / 1000 - 60)
    assert.equal(changedClone.run(), 'server/cli.ts')

    const removed = smallClone()
    utimesSync(join(removed.clone, 'dist/package.json'), Date.now() / 1000 - 60, Date.now() / 1000 - 60)
    assert.equal(removed.run(), 'dist/server/cli.js')
    rmSync(join(removed.clone, 'server/other.ts'))
    assert.equal(removed.run(), 'server/cli.ts')

    const freshClone = smallClone()
    rmSync(join(freshClone.clone, 'dist'), { recursive: true })
    assert.equal(freshClone.run(), 'server/cli.ts')
  })

  test('runs the sources under `node --watch`', () => {
    assert.equal(smallClone().run({ WATCH_REPORT_DEPENDENCIES: '1' }), 'server/cli.ts')
  })
})
