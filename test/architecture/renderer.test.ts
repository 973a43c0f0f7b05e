import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
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

/** What a file imports that its room must not use, in words. */
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

test('the pages import from their own room and those below', () => {
  assert.deepEqual(files.flatMap(faultsOf), [])
})

test('the extension shares with the app and the service what runs without either', () => {
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

test('a button with words says why it is disabled: it is an ExplainedButton with a reason', () => {
  const silent = files.filter(file => DISABLED_BUTTON.test(readFileSync(join(renderer, file), 'utf8')))
  assert.deepEqual(silent, [])
})
