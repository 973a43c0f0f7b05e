import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { dependencies, devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

/** What is imported at run time: types are erased. */
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

describe('a plain `npm install`, which leaves out the development packages', () => {
  const files = globSync('{bin,build,electron,renderer,server}/**/*.{ts,tsx,mjs}', { cwd: root })
  const used = new Map(files.flatMap(file => packagesOf(file).map(name => [name, file])))

  test('brings every package that the service, the desktop shell, the pages and their build import', () => {
    const missing = [...used].filter(([name]) => !(name in dependencies))
    assert.deepEqual(missing, [])
  })

  test('looks at all of them', () => {
    for (const name of ['express', 'electron', 'react', '@mantine/core', 'vite', 'playwright-core'])
      assert.ok(used.has(name), name)
  })

  test('brings no package under both names', () => {
    assert.deepEqual(
      Object.keys(dependencies).filter(name => name in devDependencies),
      [],
    )
  })
})
