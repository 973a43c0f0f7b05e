import { randomInt } from 'node:crypto'

/** What seeded tests begin from: `WINNOW_SEED`, else a new one each time. */
export const SEED = Number(process.env.WINNOW_SEED ?? randomInt(2 ** 31))

const isLong = Boolean(process.env.WINNOW_TEST_LONG)

/** Milliseconds that a seeded test may take: seconds, or the minutes of `npm run test:long`. */
export const budgetMs = (seconds: number, longMinutes: number) =>
  isLong ? longMinutes * 60_000 : seconds * 1_000

/** Rounds of a seeded test: half as many as it names, or ten times as many by `npm run test:long`. */
export const rounds = (count: number) => (isLong ? count * 10 : Math.ceil(count / 2))
