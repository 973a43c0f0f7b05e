import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const renderer = fileURLToPath(new URL('../../renderer/', import.meta.url))

/** Which folders each folder of the app may import from, besides itself; files at the top may import from all. */
const MAY_USE: Record<string, string[]> = {
  lib: [],
  ui: ['lib'],
  features: ['lib', 'ui'],
  // It shows the list of pages.
  shell: ['lib', 'ui', 'routes.tsx'],
}

const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter(name =>
  /\.tsx?$/.test(name),
)

const isInside = (path: string) => !path.startsWith('..')
const roomOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : null)
/** The page that a file belongs to, if it belongs to a single one. */
const featureOf = (path: string) => (roomOf(path) === 'features' ? path.split('/')[1] : undefined)

const importsOf = (file: string) =>
  [...readFileSync(join(renderer, file), 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g)]
    .map(match => relative(renderer, resolve(renderer, dirname(file), match[1]!)))
    .filter(isInside)

/** Describes each import of a file that its folder may not use. */
function faultsOf(file: string): string[] {
  const room = roomOf(file)
  const allowed = room === null ? null : MAY_USE[room]
  if (room === null || allowed === null) return []
  if (!allowed) return [`${file}: ${room} is no known room; add it to MAY_USE`]
  return importsOf(file).flatMap(target => {
    const other = roomOf(target) ?? target
    if (other !== room && !allowed.includes(other)) return [`${file} must not use ${target}`]
    return [undefined, featureOf(file)].includes(featureOf(target))
      ? []
      : [`${file} uses ${target} of another page`]
  })
}

test('files of the app import only from their own folder and those below it', () => {
  assert.deepEqual(files.flatMap(faultsOf), [])
})

test('the extension imports from the app and the service only modules that run without them', () => {
  const extension = join(renderer, '../extension')
  const MAY_SHARE =
    /^\.\.\/(?:renderer\/(?:lib|ui)\/[\w/-]+\.ts|server\/(?:base\/app-paths|pages\/browser\/visible-html|saved-files\/(?:saved-file|write-har))\.ts)$/
  for (const name of readdirSync(extension).filter(file => file.endsWith('.ts'))) {
    const text = readFileSync(join(extension, name), 'utf8')
    for (const [, imported] of text.matchAll(/^import (?!type ).*'([^']+)'$/gm))
      assert.ok(imported!.startsWith('./') || MAY_SHARE.test(imported!), `${name}: ${imported}`)
  }
})

const DISABLED_BUTTON = /<Button\b(?:=>|[^>])*\sdisabled=/

test('a disabled button with text is an `ExplainedButton`, which gives the reason', () => {
  const silent = files.filter(file => DISABLED_BUTTON.test(readFileSync(join(renderer, file), 'utf8')))
  assert.deepEqual(silent, [])
})
