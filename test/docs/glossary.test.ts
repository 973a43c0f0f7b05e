import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const GLOSSARY = join(ROOT, 'docs/glossary.md')

/** The words in the glossary's last table, with the terms that replace them. */
function unusedWords(): { word: string; instead: string }[] {
  const table = readFileSync(GLOSSARY, 'utf8').split('## Words that are not used')[1]!
  const rows = [...table.matchAll(/^\| (?!---|Not )(.+?) \| (.+?) \|$/gm)]
  return rows.flatMap(([, words, replacement]) =>
    words!.split(', ').map(word => ({ word, instead: replacement! })),
  )
}

const filesBelow = (folder: string, suffix: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => suffix.test(name) && !name.includes('node_modules'))
    .map(name => join(ROOT, folder, name))

/** Sources, and documentation for users; records of measurements and decisions keep their words. */
const FILES = [
  ...['server', 'renderer', 'extension', 'electron', 'bin'].flatMap(folder =>
    filesBelow(folder, /\.(tsx?|mjs)$/),
  ),
  ...filesBelow('docs', /^[^/]+\.md$/).filter(file => file !== GLOSSARY && !file.endsWith('benchmarks.md')),
  join(ROOT, 'README.md'),
]

/** Where a word or its plural occurs, as file:line. */
function usesOf(word: string): string[] {
  const pattern = new RegExp(`(?<![\\w-])${word.replaceAll(' ', '\\s+')}s?(?![\\w-])`, 'i')
  return FILES.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file.slice(ROOT.length)}:${index + 1}`] : [])),
  )
}

describe('a word that the glossary rules out', () => {
  test('is listed there, as are at least nine others', () => assert.ok(unusedWords().length >= 10))

  for (const { word, instead } of unusedWords())
    test(`“${word}” is not used: the term is ${instead}`, () => assert.deepEqual(usesOf(word), []))
})
