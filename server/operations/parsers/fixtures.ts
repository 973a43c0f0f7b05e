import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { StandalonePage } from '../../store/jobs/files.ts'
import type { Page } from '../../store/page-of.ts'
import type { Fixture, NewFixture, UnreadFixture } from '../../store/parsers/fixtures.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import { idField, nothing, pageShape, shortListFields } from '../fields.ts'
import { accountOf, type Context, defineOperation, LARGE_BODY, ownerOf } from '../operation.ts'
import { packPage, unpackPage, wholePage } from '../page-codec.ts'
import { answerWithText } from '../pages/shown-text.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { pageBytes } from '../uploads.ts'
import { asAnswer, asWritten, writeList, writeObject } from '../written-json.ts'
import { examplePage, exampleParser } from './examples.ts'
import { changedFixture, exampleFixture, fixtureIds, fixtureShape, newFixture } from './fixture-shapes.ts'
import { parserKey } from './parse.ts'
import { readExpected } from './run-fixtures.ts'

/** Maximum number of fixtures of a parser, so that checking all of them ends soon. */
const MAX_FIXTURES = 100

/** Operations for the pages saved with a parser and their expected results. */
export function fixtureOperations(services: Services) {
  const { store, extraction, now } = services
  const own = async ({ id }: { id: string }, { account }: Caller): Promise<ParserRecord> =>
    found(await store.parsers.find(account.id, id))
  const ids = { id: exampleParser.id, fixture_id: exampleFixture.id }

  const list = defineOperation({
    id: 'fixture-list',
    group: 'parsers',
    summary: 'List the pages saved with a parser, oldest first.',
    method: 'GET',
    path: '/v1/parsers/{id}/fixtures',
    access: 'read',
    input: z.strictObject({ id: idField('parser'), ...shortListFields }),
    output: pageShape(fixtureShape),
    example: {
      input: { id: exampleParser.id },
      output: { data: [exampleFixture], has_more: false, next_cursor: null },
    },
    answer: 'value',
    own,
    async run({ id, ...query }, { sendsJson }) {
      const { data, ...page } = await store.fixtures.list(id, query)
      if (sendsJson)
        return asAnswer<Page<Fixture>>(writeObject({ data: writeList(data.map(writeFixture)), ...page }))
      return { data: await Promise.all(data.map(readExpected)), ...page }
    },
  })

  const create = defineOperation({
    id: 'fixture-create',
    group: 'parsers',
    summary: 'Save a page with a parser, and what it should read from it.',
    description: `Nothing is fetched. A parser has ${MAX_FIXTURES} at most.`,
    method: 'POST',
    path: '/v1/parsers/{id}/fixtures',
    body: LARGE_BODY,
    access: 'manage',
    input: newFixture,
    output: fixtureShape,
    example: {
      input: { id: exampleParser.id, name: exampleFixture.name, html: examplePage },
      output: exampleFixture,
    },
    answer: 'created',
    own,
    async run(input, context) {
      const { owned: parser } = context
      assertUnderLimit(services, parser.id)
      const page = await pageFor(services, input, context)
      const expected = input.expected === undefined ? await readNow(parser, page, context) : input.expected
      await setImmediate()
      const saved = saveWith(services, parser.id, { name: input.name, expected, page }, context)
      await setImmediate()
      return answerWith(saved, expected, context)
    },
  })

  /** Returns the data that the saved parser version reads from a page now; as JSON if they are large and nobody inspects them. */
  async function readNow(parser: ParserRecord, stored: StandalonePage, context: Context) {
    const { contentType, url } = stored
    const page = { bytes: await unpackPage(stored), contentType, at: now(), ...(url && { url }) }
    const reader = { key: parserKey(parser), schema: parser.schema }
    const writes = context.sendsJson ? ('json' as const) : undefined
    const task = { ...reader, ...page, trace: false, writes, owner: ownerOf(context) }
    return (await extraction.parseWritten(task, context.signal)).data
  }

  const page = defineOperation({
    id: 'fixture-page',
    group: 'parsers',
    summary: 'Read a page saved with a parser.',
    method: 'GET',
    path: '/v1/parsers/{id}/fixtures/{fixture_id}/page',
    access: 'read',
    input: z.strictObject(fixtureIds),
    output: z.object({ url: z.string().nullable(), html: z.string().describe('The page as text.') }),
    example: { input: ids, output: { url: exampleFixture.url, html: examplePage } },
    answer: 'value',
    own,
    async run({ fixture_id }, context) {
      const stored = found(await store.fixtures.page(context.owned.id, fixture_id))
      const { url, contentType } = stored
      const page = { contentType, bytes: await unpackPage(stored) }
      return answerWithText(services, { facts: { url }, shows: ['html'], ...page }, context)
    },
  })

  const replace = defineOperation({
    id: 'fixture-replace',
    group: 'parsers',
    summary: 'Change the name of a saved page, or what is expected of it.',
    method: 'PUT',
    path: '/v1/parsers/{id}/fixtures/{fixture_id}',
    body: LARGE_BODY,
    access: 'manage',
    input: changedFixture,
    output: fixtureShape,
    example: {
      input: { ...ids, name: exampleFixture.name, expected: exampleFixture.expected },
      output: exampleFixture,
    },
    answer: 'value',
    own,
    async run({ fixture_id, name, expected }, context) {
      await setImmediate()
      const replaced = found(await store.fixtures.replace(context.owned.id, fixture_id, { name, expected }))
      await setImmediate()
      return answerWith(replaced, expected, context)
    },
  })

  const remove = defineOperation({
    id: 'fixture-delete',
    group: 'parsers',
    summary: 'Delete a page saved with a parser.',
    method: 'DELETE',
    path: '/v1/parsers/{id}/fixtures/{fixture_id}',
    access: 'manage',
    input: z.strictObject(fixtureIds),
    output: nothing,
    example: { input: ids, output: null },
    answer: 'empty',
    own,
    async run({ fixture_id }, { owned }) {
      found((await store.fixtures.remove(owned.id, fixture_id)) || null)
      return null
    },
  })

  return [list, create, page, replace, remove] as const
}

/** Returns a fixture in the form in which it is answered: as JSON if nobody inspects it. */
const answerWith = (
  fixture: UnreadFixture,
  expected: NewFixture['expected'],
  { sendsJson }: Pick<Context, 'sendsJson'>,
): Fixture =>
  sendsJson || expected instanceof Uint8Array
    ? asAnswer<Fixture>(writeFixture(fixture), { id: fixture.id })
    : { ...fixture, expected }

const writeFixture = ({ expected, created_at, ...about }: UnreadFixture) =>
  writeObject({ ...about, expected: expected && asWritten(expected), created_at })

/** Throws 409 if a parser has the maximum number of saved pages. The transaction that saves a page checks again. */
export function assertUnderLimit({ store }: Pick<Services, 'store'>, parserId: string): void {
  if (store.fixtures.count(parserId) >= MAX_FIXTURES) throw tooMany()
}

/** Saves a page with a parser, in the transaction that ends the call. */
export function saveWith(
  { store, now }: Pick<Services, 'store' | 'now'>,
  parserId: string,
  page: Omit<NewFixture, 'id'>,
  context: Pick<Context, 'write'>,
): UnreadFixture {
  const created = store.fixtures.create(parserId, { ...page, id: newId('fix', now()) }, now())
  context.write(() => {
    assertUnderLimit({ store }, parserId)
    created.write()
  })
  return created.fixture
}

async function pageFor(
  { store }: Services,
  { html, job_id, url }: z.output<typeof newFixture>,
  context: Context,
): Promise<StandalonePage> {
  if (html !== undefined)
    return packPage({
      url: url ?? null,
      contentType: 'text/html; charset=utf-8',
      bytes: pageBytes(html, 'html'),
    })
  return wholePage(found(await store.jobFiles.page(accountOf(context), job_id!)))
}

const tooMany = () =>
  new AppError('conflict', `This parser has ${MAX_FIXTURES} saved pages.`, {
    hint: 'Delete those that show nothing that others do not.',
  })
