import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { tempFolder } from '../support/temp-folder.ts'
import { changesOf } from './changes.ts'
import { copyTree } from './copy.ts'
import { type Mutant, type MutantResult, sampleMutants, tryMutants } from './mutants.ts'
import { TESTS_BY_SOURCE, testsOf } from './tests-by-source.ts'

const SOURCE = `export const isAdult = (age: number) => age >= 18

export function greet(name: string | null): string {
  if (name === null) return 'Hello'
  return name
}
`
const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAdult } from '../../server/people/age.ts'

test('who is eighteen is an adult, who is seventeen is not', () => {
  assert.ok(isAdult(18))
  assert.ok(!isAdult(17))
})
`

/** Creates a tree with one folder of sources, whose test covers one of two functions. */
function smallTree(): string {
  const root = tempFolder()
  const files = {
    'test/people/other.test.ts':
      "import { test } from 'node:test'\ntest('nothing is wrong here', () => {})\n",
    'package.json': '{"type":"module"}',
    'server/people/age.ts': SOURCE,
    'test/people/age.test.ts': TEST,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

async function runAll(folder: string, mutants: Mutant[]): Promise<MutantResult[]> {
  const results: MutantResult[] = []
  for await (const trial of tryMutants(folder, mutants, { people: ['people'] })) results.push(trial)
  return results
}

describe('testing changed sources', () => {
  test('shows which changes a test notices and which survive, and leaves the tree unchanged', async () => {
    const root = smallTree()
    using copy = copyTree(root)
    const mutants = sampleMutants(copy.folder, [], { seed: 1, count: 100 })
    const results = await runAll(copy.folder, mutants)
    const byLine = results.sort((a, b) => a.line - b.line || a.start - b.start)
    const title = 'who is eighteen is an adult, who is seventeen is not'
    const file = 'test/people/age.test.ts'
    assert.deepEqual(
      byLine.map(({ after, result, failure }) => [after, result, failure?.title, failure?.file]),
      [
        ['export const isAdult = (age: number) => age > 18', 'noticed', title, file],
        ['export const isAdult = (age: number) => age >= 19', 'noticed', title, file],
        [';', 'survived', undefined, undefined],
        ["if (name !== null) return 'Hello'", 'survived', undefined, undefined],
      ],
    )
    assert.equal(readFileSync(join(root, 'server/people/age.ts'), 'utf8'), SOURCE)
    assert.equal(readFileSync(join(copy.folder, 'server/people/age.ts'), 'utf8'), SOURCE)
  })

  test('selects the same changes for the same seed', () => {
    const root = smallTree()
    const sampleWith = (seed: number) => sampleMutants(root, ['people/age.ts'], { seed, count: 2 })
    assert.deepEqual(sampleWith(3), sampleWith(3))
    assert.notDeepEqual(sampleWith(3), sampleWith(4))
    assert.deepEqual(
      sampleMutants(root, ['people/age.ts:4'], { seed: 3, count: 9 }).map(({ line }) => line),
      [4, 4],
    )
  })

  test('reports a change as unclear when the test also fails without it', async () => {
    const root = smallTree()
    writeFileSync(join(root, 'test/people/age.test.ts'), TEST.replace('isAdult(18)', 'isAdult(8)'))
    const results = await runAll(root, sampleMutants(root, [], { seed: 1, count: 1 }))
    assert.deepEqual(
      results.map(({ result }) => result),
      ['unclear'],
    )
  })
})

describe('the possible changes of a source', () => {
  const afterEach = (source: string) => changesOf('source.ts', source).map(({ after }) => after)

  test('are those of operators, small numbers, booleans, negations, statements and SQL operators', () => {
    assert.deepEqual(afterEach('const a = (b /* c */) && !d'), [
      'const a = (b /* c */) || !d',
      'const a = (b /* c */) && d',
    ])
    assert.deepEqual(afterEach('const a = b - 1, c = true'), [
      'const a = b + 1, c = true',
      'const a = b - 2, c = true',
      'const a = b - 1, c = false',
    ])
    assert.deepEqual(afterEach('clear(a)'), [';'])
    assert.deepEqual(afterEach('const a = `SELECT 1 FROM b WHERE c > ?`'), [
      'const a = `SELECT 1 FROM b WHERE c >= ?`',
    ])
  })

  test('do not include types, strings and large numbers', () => {
    assert.deepEqual(afterEach("type A = 1 | true; const a = 'b' + c, d: 2 = 5000, e = f as 3"), [])
  })
})

test('every part of the service has tests that should notice its changes', () => {
  for (const start of Object.keys(TESTS_BY_SOURCE))
    assert.notEqual(testsOf('.', `server/${start}`).length, 0, start)
})
