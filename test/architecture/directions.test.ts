import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../server/', import.meta.url))

/**
 * The folders of the service from the bottom up. A folder may import from those below it, never from those beside or
 * above it.
 */
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
const ROOMS_ABOVE: Record<string, string> = {
  'app.ts': 'app',
  'cli.ts': 'cli',
}
/** Folders whose code may not do I/O. */
const PURE_ROOMS = ['html', 'parsers', 'prebuilt', 'reading', 'snapshot']

const roomOf = (file: string) => {
  const path = relative(server, file)
  return path.includes('/') ? path.split('/')[0]! : (ROOMS_ABOVE[path] ?? 'base')
}
const floorOf = (room: string) => FLOORS.findIndex(rooms => rooms.includes(room))

const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map(name => join(server, name))

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(match => match[1]!)

/** Describes each import of a file that its folder may not use. */
function faultsOf(file: string): string[] {
  const room = roomOf(file)
  const path = relative(server, file)
  if (floorOf(room) === -1) return [`${path}: ${room} is no known room; add it to FLOORS`]
  return importsOf(file).flatMap(name => {
    if (PURE_ROOMS.includes(room) && name.startsWith('node:'))
      return [`${path}: ${room} is pure, without ${name}`]
    const target = name.startsWith('.') ? roomOf(resolve(dirname(file), name)) : room
    return target === room || floorOf(target) < floorOf(room) ? [] : [`${path} must not use ${name}`]
  })
}

test('files of the service import only from their own folder and those below it', () => {
  assert.deepEqual(files.flatMap(faultsOf), [])
})

describe('the desktop app', () => {
  const electron = fileURLToPath(new URL('../../electron/', import.meta.url))
  const shell = readdirSync(electron).filter(name => name.endsWith('.ts'))

  test('is not imported by the service', () => {
    for (const file of files)
      assert.ok(!importsOf(file).some(name => /(^|\/)electron(\/|$)/.test(name)), relative(server, file))
  })

  test('has no top-level `await`, because Electron is ready only after its main module has run', () => {
    for (const name of shell)
      assert.doesNotMatch(readFileSync(join(electron, name), 'utf8'), /^await |^const .*= await /m, name)
  })

  test('has a preload script that imports only Electron and the list of channels', () => {
    assert.deepEqual(importsOf(join(electron, 'preload.ts')), ['electron', './bridge.ts'])
    assert.deepEqual(importsOf(join(electron, 'bridge.ts')), ['./updates.ts'], 'for a type alone')
  })
})
