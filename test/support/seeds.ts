import { randomInt } from 'node:crypto'

/**
 * Whether seeded tests run long. `npm test` uses the same seed and a small number of attempts each time; `npm run test:long`
 * uses a new seed and makes attempts for minutes. `WINNOW_SEED` sets the seed in both. A test reports its seed in its title or
 * as a diagnostic:
 *
 *     test(`any path has an answer (WINNOW_SEED=${SEED})`, async () => {
 *       const random = randomFrom(SEED)
 *       for (const _ of attempts(200, { minutes: 4 })) await check(pathOf(random))
 *     })
 *
 *     test(`any query has an answer (WINNOW_SEED=${SEED})`, () =>
 *       fc.assert(fc.asyncProperty(query, check), fastCheck({ runs: 200, longRuns: 200_000, examples: [['a&a']] })))
 *
 * Keep a seed that made a test fail as a case: pass it to `seedsWith`, or add the failing value to the `examples`.
 */
export const isLong = Boolean(process.env.WINNOW_TEST_LONG)

const DEFAULT_SEED = 1

/** The seed of the seeded tests in this run: an integer from 0 to below 2 ** 31. */
export const SEED = Number(process.env.WINNOW_SEED ?? (isLong ? randomInt(2 ** 31) : DEFAULT_SEED))

/** The seeds of a test: first those that once failed, then that of this run. If WINNOW_SEED is set, only that one. */
export const seedsWith = (...found: number[]): number[] =>
  process.env.WINNOW_SEED === undefined ? [...new Set([...found, SEED])] : [SEED]

/** Returns a function that returns numbers from 0 to below 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The number of rounds of a seeded test: twenty times as many in `npm run test:long`. */
export const rounds = (count: number): number => (isLong ? count * 20 : count)

/** Yields the numbers of a test's attempts: `count` of them, or as many as fit into `minutes` in `npm run test:long`. */
export function* attempts(count: number, { minutes }: { minutes: number }): Generator<number> {
  const end = performance.now() + minutes * 60_000
  for (let attempt = 0; isLong ? performance.now() < end : attempt < count; attempt++) yield attempt
}

/** Parameters for `assert` of fast-check, which prints the seed and the smallest failing case if a property fails. */
export const fastCheck = <Case>({
  runs,
  longRuns,
  examples = [],
}: {
  runs: number
  longRuns: number
  /** Cases that failed once. They are tried first. */
  examples?: Case[]
}) => ({ seed: SEED, numRuns: isLong ? longRuns : runs, examples })
