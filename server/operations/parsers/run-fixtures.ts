import type { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { bufferOf } from '../../base/own-buffer.ts'
import { parseOwnJson } from '../../base/text/parse-in-pieces.ts'
import { differences } from '../../parsers/differences.ts'
import type { Json } from '../../parsers/parser-schema.ts'
import type { Fixture, FixtureAbout, UnreadFixture } from '../../store/parsers/fixtures.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import { type Context, ownerOf } from '../operation.ts'
import { unpackPage } from '../page-codec.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import type { checkedFixture } from './fixture-shapes.ts'
import { parserKey } from './parse.ts'

type CheckedFixture = z.infer<typeof checkedFixture>

/** The outcome of reading a page: its data, or the error. */
type ReadOutcome = { data: Json } | { error: string }

/** A schema with its key in the cache of the threads. */
interface KeyedSchema {
  key: string
  schema: ParserRecord['schema']
}

export const savedReader = (parser: ParserRecord): KeyedSchema => ({
  key: parserKey(parser),
  schema: parser.schema,
})

/** Returns the page of a fixture as a parse task. Relative times on the page count from when it was saved. */
export async function fixtureTask(
  { store }: Services,
  parserId: string,
  { id, url, created_at }: FixtureAbout,
) {
  const page = found(await store.fixtures.page(parserId, id))
  return {
    bytes: await unpackPage(page),
    contentType: page.contentType,
    at: Date.parse(created_at),
    ...(url && { url }),
  }
}

/** Reads a fixture. A parse error that is due to the page is returned as an outcome. */
export async function readFixture(
  services: Services,
  parserId: string,
  fixture: FixtureAbout,
  reader: KeyedSchema,
  context: Context<unknown>,
): Promise<ReadOutcome> {
  const page = await fixtureTask(services, parserId, fixture)
  const task = { ...reader, ...page, trace: false, writes: 'json' as const, owner: ownerOf(context) }
  try {
    const { data } = await services.extraction.parseWritten(task, context.signal)
    return { data: (data instanceof Uint8Array ? await parseOwnJson(bufferOf(data)) : data) as Json }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error
    return { error: error.message }
  }
}

/** Returns a fixture with its expected result as a value. */
export const readExpected = async ({ expected, ...about }: UnreadFixture): Promise<Fixture> => ({
  ...about,
  expected: expected && ((await parseOwnJson(expected)) as Fixture['expected']),
})

/** Number of pages unpacked at the same time. */
const MAX_FIXTURES_AT_ONCE = 4

/**
 * Calls `work` for each fixture of a parser in order, a few at a time, because all expected results together may be very
 * large.
 */
export async function withFixtures<T>(
  { store }: Services,
  parserId: string,
  work: (fixture: Fixture) => Promise<T>,
) {
  const results: T[] = []
  let cursor: string | undefined
  do {
    const page = await store.fixtures.list(parserId, {
      limit: MAX_FIXTURES_AT_ONCE,
      ...(cursor && { cursor }),
    })
    results.push(...(await Promise.all(page.data.map(async fixture => work(await readExpected(fixture))))))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return results
}

/** Compares an outcome with the expected result. */
export async function checked(
  { id, name, expected }: Fixture,
  outcome: ReadOutcome,
): Promise<CheckedFixture> {
  const about = { id, name, error: null, differences: [] }
  if ('error' in outcome) return { ...about, state: 'error', error: outcome.error }
  if (expected === null) return { ...about, state: 'unknown' }
  const found = await differences(expected as Json, outcome.data)
  return { ...about, state: found.length ? 'failed' : 'passed', differences: found }
}

/** Returns where two outcomes differ. An outcome without data counts as null. */
export const changesOf = (before: ReadOutcome, after: ReadOutcome) =>
  differences(dataOf(before), dataOf(after))

const dataOf = (outcome: ReadOutcome): Json => ('data' in outcome ? outcome.data : null)

export const tallyOf = (fixtures: Pick<CheckedFixture, 'state'>[]) => {
  const count = (...states: CheckedFixture['state'][]) =>
    fixtures.filter(({ state }) => states.includes(state)).length
  return { passed: count('passed'), failed: count('failed', 'error'), unknown: count('unknown') }
}
