import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const renderer = fileURLToPath(new URL('../../renderer/', import.meta.url))

/** What each room of the pages may use beside itself; the files on top see all of them. */
const MAY_USE: Record<string, string[]> = {
  lib: [],
  ui: ['lib'],
  features: ['lib', 'ui'],
  // The list of pages is what it shows.
  shell: ['lib', 'ui', 'routes.tsx'],
}

const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter(name =>
  /\.tsx?$/.test(name),
)

const isInside = (path: string) => !path.startsWith('..')
const roomOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : null)
/** The page that a file belongs to, where it belongs to one alone. */
const featureOf = (path: string) => (roomOf(path) === 'features' ? path.split('/')[1] : undefined)

const importsOf = (file: string) =>
  [...readFileSync(join(renderer, file), 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g)]
    .map(match => relative(renderer, resolve(renderer, dirname(file), match[1]!)))
    .filter(isInside)

describe('the pages', () => {
  for (const file of files.filter(name => roomOf(name) !== null))
    test(file, () => {
      const room = roomOf(file)!
      const allowed = MAY_USE[room]
      assert.ok(allowed, `${room} is no known room; add it to MAY_USE`)
      for (const target of importsOf(file)) {
        const other = roomOf(target) ?? target
        assert.ok(other === room || allowed.includes(other), `${room} must not use ${target}`)
        assert.ok([undefined, featureOf(file)].includes(featureOf(target)), `not its own page: ${target}`)
      }
    })
})
