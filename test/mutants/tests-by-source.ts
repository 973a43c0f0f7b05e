import { globSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Which tests should notice the change of a source: folders and files of tests by the beginning of the source's path
 * below `server/`. The longest beginning applies.
 */
export type TestsBySource = Record<string, string[]>

export const TESTS_BY_SOURCE: TestsBySource = {
  '': ['lifecycle/{stop,backup,log,due-loop,clock-set-back,unusable-folder,ownership}.test.ts', 'http'],
  accounts: ['accounts', 'operations', 'http'],
  admin: ['admin', 'operations'],
  base: ['accounts', 'crons', 'http', 'lifecycle/due-loop.test.ts', 'operations', 'store', 'webhooks'],
  cli: ['cli'],
  'cli.ts': ['cli'],
  crons: ['crons'],
  databases: ['databases', 'jobs'],
  docs: ['docs', 'operations'],
  html: ['html', 'parsers'],
  http: ['http', 'accounts'],
  jobs: ['jobs'],
  log: ['lifecycle/{log,faults-in-handlers,uncaught-errors}.test.ts'],
  mcp: ['mcp'],
  operations: ['operations', 'http', 'accounts'],
  'operations/batches': ['jobs', 'databases'],
  'operations/crons': ['crons', 'operations'],
  'operations/databases': ['databases'],
  'operations/jobs': ['jobs'],
  'operations/parsers': ['operations', 'parsers'],
  'operations/prebuilt': ['extraction', 'prebuilt'],
  'operations/scraping': ['extraction', 'http', 'operations'],
  'operations/webhooks': ['webhooks', 'operations'],
  'operations/workflows': ['workflows'],
  pages: ['pages', 'extraction'],
  parsers: ['parsers'],
  prebuilt: ['prebuilt', 'extraction'],
  'prebuilt/photosocial': ['prebuilt/photosocial', 'prebuilt/*.test.ts', 'extraction'],
  'prebuilt/realty': ['prebuilt/realty', 'prebuilt/*.test.ts', 'extraction'],
  'prebuilt/shortvideo': ['prebuilt/shortvideo', 'prebuilt/*.test.ts', 'extraction'],
  'prebuilt/videosite': ['prebuilt/videosite', 'prebuilt/*.test.ts', 'extraction'],
  settings: ['settings', 'operations', 'admin'],
  store: ['store', 'jobs', 'admin'],
  'store/accounts': ['accounts', 'operations', 'store'],
  'store/crons': ['crons', 'store'],
  'store/databases': ['databases', 'store', 'jobs'],
  'store/file': [
    'store',
    'lifecycle/{stop,backup,ownership,damaged-store,lost-changes,unusable-folder}.test.ts',
  ],
  'store/jobs': ['jobs', 'store'],
  'store/parsers': ['operations', 'store'],
  'store/webhooks': ['webhooks', 'store', 'operations'],
  'store/workflows': ['workflows', 'store'],
  threads: ['threads', 'extraction'],
  webhooks: ['webhooks'],
  workflows: ['workflows'],
}

/** Tests that measure their own memory, and therefore work only in a process of their own. */
const ALONE = ['test/extraction/{hostile-input,parse-load}.test.ts']

const startsWith = (path: string, start: string) =>
  start === '' || path === start || path.startsWith(`${start}/`)

const wordsOf = (path: string) => basename(path).split(/[-.]/)

/** The test files for a source, relative to the tree; those with the most similar names come first. */
export function testsOf(
  root: string,
  source: string,
  testsBySource: TestsBySource = TESTS_BY_SOURCE,
): string[] {
  const path = source.replace(/^server\//, '')
  const starts = Object.keys(testsBySource).filter(start => startsWith(path, start))
  const prefix = starts.sort((a, b) => b.length - a.length)[0]
  if (prefix === undefined)
    throw new Error(`No tests are named for ${source}; add its folder to TESTS_BY_SOURCE.`)
  const patterns = testsBySource[prefix]!.map(
    testPath => `test/${testPath}${testPath.endsWith('.ts') ? '' : '/**/*.test.ts'}`,
  )
  const words = wordsOf(source)
  const likeness = (test: string) => wordsOf(test).filter(word => words.includes(word)).length
  const files = patterns.flatMap(pattern => globSync(pattern, { cwd: root, exclude: ALONE }).sort())
  return [...new Set(files)].sort((a, b) => likeness(b) - likeness(a))
}
