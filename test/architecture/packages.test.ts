import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { dependencies, devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

/** Imports at run time, without those of types. */
const IMPORTS = [
  /^(?:import|export) (?:\{[^}]*\}|\*(?: as \w+)?|\w+(?:, \{[^}]*\})?) from '([^'.][^']*)'/gm,
  /^import '([^'.][^']*)'/gm,
  /await import\('([^'.][^']*)'\)/g,
]

const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

function packagesOf(file: string): string[] {
  const text = readFileSync(`${root}${file}`, 'utf8')
  const names = IMPORTS.flatMap(pattern => [...text.matchAll(pattern)].map(([, name]) => name!))
  return names.filter(name => !isBuiltin(name)).map(packageOf)
}

describe('`npm install` without development packages', () => {
  const files = globSync('{bin,build,electron,renderer,server}/**/*.{ts,tsx,mjs}', { cwd: root })
  const usedPackages = new Map(files.flatMap(file => packagesOf(file).map(name => [name, file])))

  test('installs every package that the service, the desktop app, the pages and the build import', () => {
    const missing = [...usedPackages].filter(([name]) => !(name in dependencies))
    assert.deepEqual(missing, [])
  })

  test('is checked against imports found in all of these folders', () => {
    for (const name of ['express', 'electron', 'react', '@mantine/core', 'vite', 'playwright-core'])
      assert.ok(usedPackages.has(name), name)
  })

  test('lists no package as both a dependency and a development dependency', () => {
    assert.deepEqual(
      Object.keys(dependencies).filter(name => name in devDependencies),
      [],
    )
  })
})
