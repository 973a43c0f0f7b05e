import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom } from '../support/seeds.ts'
import { type Change, changesOf, withChange } from './changes.ts'
import { type Failure, firstFailure } from './copy.ts'
import { TESTS_BY_SOURCE, type TestsBySource, testsOf } from './tests-by-source.ts'

/** A change of one source file, with its path in the tree. */
export interface Mutant extends Change {
  source: string
}

export interface MutantResult extends Mutant {
  /** `unclear` means that the test also fails without the change. */
  result: 'noticed' | 'survived' | 'unclear'
  /** The test that failed, if one did. */
  failure: Failure | null
}

/** Sources that are compiled before use: only the test that compares both versions would notice a change. */
const IGNORED_SOURCES = ['**/*.d.ts', 'server/html/tree-construction/**', 'server/html/tree/tree-module.ts']

/** The changes in a part of `server/`: a folder, a file or a line, such as `store/jobs` or `crons/firing.ts:12`. */
function mutantsIn(root: string, part: string): Mutant[] {
  const [path, line] = part.replace(/^server\//, '').split(':')
  const pattern = path?.endsWith('.ts') ? `server/${path}` : join('server', path ?? '', '**/*.ts')
  const sources = globSync(pattern, { cwd: root, exclude: IGNORED_SOURCES }).sort()
  if (!sources.length) throw new Error(`There is no source ${pattern}.`)
  return sources
    .flatMap(source =>
      changesOf(source, readFileSync(join(root, source), 'utf8')).map(change => ({ source, ...change })),
    )
    .filter(mutant => line === undefined || mutant.line === Number(line))
}

function shuffle<Value>(values: Value[], random: () => number): Value[] {
  const keyed = values.map(value => ({ value, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value)
}

/** Selects `count` changes in parts of `server/`; the same ones for the same seed and sources. */
export function sampleMutants(
  root: string,
  parts: string[],
  { seed, count }: { seed: number; count: number },
) {
  const all = (parts.length ? parts : ['']).flatMap(part => mutantsIn(root, part))
  return shuffle(all, randomFrom(seed)).slice(0, count)
}

async function testMutant(folder: string, mutant: Mutant, tests: string[]): Promise<Failure | null> {
  const file = join(folder, mutant.source)
  const source = readFileSync(file, 'utf8')
  try {
    writeFileSync(file, withChange(source, mutant))
    return await firstFailure(folder, tests)
  } finally {
    writeFileSync(file, source)
  }
}

/** Runs the tests for each change in `folder`, a copy of the tree, which is the same as before at the end. */
export async function* tryMutants(
  folder: string,
  mutants: Mutant[],
  testsBySource: TestsBySource = TESTS_BY_SOURCE,
): AsyncGenerator<MutantResult> {
  for (const mutant of mutants) {
    const failure = await testMutant(folder, mutant, testsOf(folder, mutant.source, testsBySource))
    const isUnclear = failure && (await firstFailure(folder, [failure.file]))
    const result = isUnclear ? 'unclear' : failure ? 'noticed' : 'survived'
    yield { ...mutant, result, failure }
  }
}
