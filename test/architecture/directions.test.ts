import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../server/', import.meta.url))

/** Rooms from the ground up. A room may use those below it, never one beside or above it. */
const FLOORS = [
  ['base'],
  ['settings'],
  ['log'],
  ['html'],
  ['parsers', 'prebuilt', 'pages'],
  ['reading', 'saved-files', 'snapshot'],
  ['store'],
  ['accounts', 'sessions', 'threads', 'databases', 'webhooks'],
  ['jobs', 'crons'],
  ['workflows'],
  ['operations'],
  ['docs'],
  ['admin', 'http', 'remote'],
  ['mcp'],
  ['app'],
  ['cli'],
]
const ON_TOP: Record<string, string> = {
  'app.ts': 'app',
  'cli.ts': 'cli',
}
/** What can do no I/O. */
const PURE = ['html', 'parsers', 'prebuilt', 'reading', 'snapshot']

const roomOf = (file: string) => {
  const path = relative(server, file)
  return path.includes('/') ? path.split('/')[0]! : (ON_TOP[path] ?? 'base')
}
const floorOf = (room: string) => FLOORS.findIndex(rooms => rooms.includes(room))

const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map(name => join(server, name))

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(match => match[1]!)

/** What a file imports that its room must not use, in words. */
function faultsOf(file: string): string[] {
  const room = roomOf(file)
  const path = relative(server, file)
  if (floorOf(room) === -1) return [`${path}: ${room} is no known room; add it to FLOORS`]
  return importsOf(file).flatMap(name => {
    if (PURE.includes(room) && name.startsWith('node:')) return [`${path}: ${room} is pure, without ${name}`]
    const target = name.startsWith('.') ? roomOf(resolve(dirname(file), name)) : room
    return target === room || floorOf(target) < floorOf(room) ? [] : [`${path} must not use ${name}`]
  })
}

test('imports of the service point downward only', () => {
  assert.deepEqual(files.flatMap(faultsOf), [])
})

describe('the desktop shell', () => {
  const electron = fileURLToPath(new URL('../../electron/', import.meta.url))
  const shell = readdirSync(electron).filter(name => name.endsWith('.ts'))

  test('is used by nobody below it', () => {
    for (const file of files)
      assert.ok(!importsOf(file).some(name => /(^|\/)electron(\/|$)/.test(name)), relative(server, file))
  })

  test('waits for nothing at the top of a module: Electron gets ready only after its main module has run', () => {
    for (const name of shell)
      assert.doesNotMatch(readFileSync(join(electron, name), 'utf8'), /^await |^const .*= await /m, name)
  })

  test('has a preload that imports the bridge’s channels and nothing else of ours', () => {
    assert.deepEqual(importsOf(join(electron, 'preload.ts')), ['electron', './bridge.ts'])
    assert.deepEqual(importsOf(join(electron, 'bridge.ts')), ['./updates.ts'], 'for a type alone')
  })
})
