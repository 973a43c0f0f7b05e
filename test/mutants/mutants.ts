import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom } from '../support/seeds.ts'
import { type Change, changesOf, withChange } from './changes.ts'
import { firstFailure } from './copy.ts'
import { ROOMS, type Rooms, testsOf } from './rooms.ts'

/** A change of one source, by its path in the tree. */
export interface Mutant extends Change {
  source: string
}

export interface Trial extends Mutant {
  /** The title of a test that noticed the change; `null` where none did. */
  noticedBy: string | null
}

/** Part of `server/`: a folder, a file, or a line of one, as in `store/jobs` or `crons/firing.ts:12`. */
function mutantsIn(root: string, part: string): Mutant[] {
  const [path, line] = part.replace(/^server\//, '').split(':')
  const pattern = path?.endsWith('.ts') ? `server/${path}` : join('server', path ?? '', '**/*.ts')
  const sources = globSync(pattern, { cwd: root, exclude: ['**/*.d.ts'] }).sort()
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

/** `count` changes of some parts of `server/`, the same for the same seed and sources. */
export function sampleMutants(
  root: string,
  parts: string[],
  { seed, count }: { seed: number; count: number },
) {
  const all = (parts.length ? parts : ['']).flatMap(part => mutantsIn(root, part))
  return shuffle(all, randomFrom(seed)).slice(0, count)
}

/** Runs the tests of a room without any change: how long they may take, in milliseconds. Throws where they fail. */
async function timeLimit(folder: string, tests: string[]): Promise<number> {
  const startedAt = performance.now()
  const failure = await firstFailure(folder, tests, 30 * 60_000)
  if (failure !== null) throw new Error(`The tests fail without any change: ${failure}`)
  return (performance.now() - startedAt) * 3 + 60_000
}

/** Runs the tests of each mutant's room in `folder`, a copy of the tree, which is left as it was. */
export async function* tryMutants(
  folder: string,
  mutants: Mutant[],
  rooms: Rooms = ROOMS,
): AsyncGenerator<Trial> {
  const limits = new Map<string, number>()
  for (const mutant of mutants) {
    const tests = testsOf(folder, mutant.source, rooms)
    const room = tests.toSorted().join()
    const limit = limits.get(room) ?? (await timeLimit(folder, tests))
    limits.set(room, limit)
    const file = join(folder, mutant.source)
    const source = readFileSync(file, 'utf8')
    try {
      writeFileSync(file, withChange(source, mutant))
      yield { ...mutant, noticedBy: await firstFailure(folder, tests, limit) }
    } finally {
      writeFileSync(file, source)
    }
  }
}
