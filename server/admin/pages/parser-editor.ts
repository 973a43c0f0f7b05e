import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { idField, webAddress } from '../../operations/fields.ts'
import { type OpenedPage, openUpload } from '../../operations/open-upload.ts'
import { type Context, defineOperation, ownerOf, type UploadedFile } from '../../operations/operation.ts'
import { READ_ON_S } from '../../operations/pages/page-to-read.ts'
import { answerWithText, shownText } from '../../operations/pages/shown-text.ts'
import { exampleBody, exampleData, examplePage } from '../../operations/parsers/examples.ts'
import { nullReason } from '../../operations/parsers/explained.ts'
import { problemsOf } from '../../operations/parsers/schema-problems.ts'
import { problem } from '../../operations/parsers/validate-parser.ts'
import { identityOf } from '../../operations/scraping/page-attempt.ts'
import { type PageRequest, pageEitherWay } from '../../operations/scraping/page-ways.ts'
import { FETCH_MODES } from '../../operations/scraping/page-workers.ts'
import { MAX_PAGE_BYTES, uploadedPage } from '../../operations/uploads.ts'
import { decodeText, decodeToUtf8 } from '../../pages/charset.ts'
import type { CookieJar } from '../../pages/cookie-jar.ts'
import type { ParserSchema } from '../../parsers/parser-schema.ts'
import { usesNetwork } from '../../parsers/uses-network.ts'
import { readRecordedPage } from '../../saved-files/recorded-page.ts'
import type { SessionRef } from '../../sessions/sessions.ts'
import { withoutLooks } from '../../snapshot/browser-looks.ts'
import { createSnapshotFiles } from '../../store/snapshot-files.ts'
import { accountField } from '../accounts/accounts.ts'
import { type AdminServices, accountNamed } from '../services.ts'
import { editedFetch, editedFetchFields } from './edited-fetch.ts'
import { takeSnapshot } from './take-snapshot.ts'

const MAX_SCHEMA_BYTES = 1_048_576

const uploadedJson = z.custom<UploadedFile>().meta({ type: 'string', format: 'binary' })

const tried = z.object({
  problems: z.array(problem).describe('All that is wrong with the schema; nothing is read then.'),
  data: z.record(z.string(), z.unknown()).nullable(),
  nulls: z.array(nullReason),
  fields: z
    .record(z.string(), z.object({ filled: z.int(), total: z.int() }))
    .describe('How often each field had a value, by its path without indices.'),
  trace: z.array(z.record(z.string(), z.unknown())).describe('How each field got its value.'),
})

/** Operations of the parser editor, in addition to those of parsers: a page to look at, and a trial of a schema before it is saved. */
export function parserEditorOperations(services: AdminServices) {
  const { extraction } = services
  const snapshots = createSnapshotFiles(services.dataDir)

  async function keptPage(request: PageRequest) {
    const page = await services.pageCache.find(request.accountId, identityOf(services, request), READ_ON_S)
    return page && { page, mode: 'cache' as const }
  }

  /** Runs `work` with the cookies of a session if it can be used, otherwise without cookies. */
  async function withCookies<T>(place: SessionRef, work: (cookies?: CookieJar) => Promise<T>): Promise<T> {
    try {
      return await services.sessions.use(place, ({ cookies }) => work(cookies))
    } catch (error) {
      if (error instanceof AppError && error.code !== 'cancelled') return work()
      throw error
    }
  }

  /** Draws a page in UTF-8, and stores the snapshot if it has anything besides its text. The session is null if none was used. */
  async function drawn(
    page: OpenedPage & { session: SessionRef | null },
    fetches: boolean,
    context: Context,
  ) {
    const { bytes, looks, url, session } = page
    const contentType = 'text/html; charset=utf-8'
    const options = { fetches, looks, ...callerOf(context) }
    const draw = (cookies?: CookieJar) =>
      takeSnapshot(services, { bytes, contentType, url }, { ...options, cookies })
    const { had, ...snapshot } = await (session && fetches ? withCookies(session, draw) : draw())
    if (had) await snapshots.keep({ bytes, url }, snapshot)
    return snapshot
  }

  const fetchForEditor = defineOperation({
    id: 'page-fetch',
    group: 'admin',
    summary: 'Fetch a page as a parser would, to look at it.',
    description: 'Free. Private and local targets are refused, as in every fetch.',
    method: 'POST',
    path: '/admin/pages',
    access: 'admin',
    input: z.strictObject({
      url: z.string().min(1).max(8_192).describe('Address of the page.'),
      ...editedFetchFields,
      kept: z
        .boolean()
        .default(false)
        .describe('Take the page as a call kept it in the last hour, if one did.'),
    }),
    output: z.object({
      url: z.string().describe('Where the redirects ended.'),
      mode: z.enum([...FETCH_MODES, 'cache']).describe('How the page was fetched.'),
      ...shownText,
    }),
    example: {
      input: { url: 'https://shop.example/kettle' },
      output: { url: 'https://shop.example/kettle', mode: 'http', html: examplePage, har: null },
    },
    answer: 'value',
    async run(input, context) {
      const parser = { fetch: await editedFetch(services, input) }
      const { id: accountId } = await accountNamed(services, input.account)
      const request = { services, parser, url: input.url, accountId, context, withAnswers: true }
      const kept = input.kept ? await keptPage(request) : null
      const { page, mode } = kept ?? (await pageEitherWay(request))
      const { url, bytes, contentType } = page
      const facts = { url, mode }
      return answerWithText(services, { facts, shows: ['html', 'har'], bytes, contentType }, context)
    },
  })

  const openFile = defineOperation({
    id: 'page-open',
    group: 'admin',
    summary: 'Take the page out of a file that a browser or an archiver saved.',
    description: 'Free; nothing is fetched.',
    method: 'POST',
    path: '/admin/pages/open',
    access: 'admin',
    input: z.strictObject({ html: uploadedPage.describe('The file, 16 MB at most.') }),
    output: z.object({
      url: z.string().nullable().describe('The address that the file names.'),
      ...shownText,
    }),
    example: {
      input: { html: examplePart(examplePage) },
      output: { url: null, html: examplePage, har: null },
    },
    files: { html: { max: 1, maxBytes: MAX_PAGE_BYTES, description: 'The file.' } },
    answer: 'value',
    async run({ html }, context) {
      const facts = { withAnswers: true, withLooks: true }
      const page = await openUpload(services, html, facts, callerOf(context))
      if (page.looks?.size) await drawn({ ...page, bytes: await htmlOf(page), session: null }, false, context)
      const { bytes, contentType } = page
      const file = { url: page.url ?? null }
      return answerWithText(services, { facts: file, shows: ['html', 'har'], bytes, contentType }, context)
    },
  })

  const trySchema = defineOperation({
    id: 'schema-try',
    group: 'admin',
    summary: 'Read an available page with a schema that is not saved yet.',
    description: 'Free; nothing is fetched. A schema with errors returns its problems in place of data.',
    method: 'POST',
    path: '/admin/schemas/try',
    access: 'admin',
    input: z.strictObject({
      schema: uploadedJson.describe('The schema, as a part of JSON.'),
      html: uploadedPage.describe('The page, 16 MB at most.'),
      url: webAddress.optional().describe('Address of the page, which its links are relative to.'),
    }),
    output: tried,
    example: {
      input: { schema: examplePart(JSON.stringify(exampleBody.schema)), html: examplePart(examplePage) },
      output: { problems: [], data: exampleData, nulls: [], fields: {}, trace: [] },
    },
    files: {
      schema: { max: 1, maxBytes: MAX_SCHEMA_BYTES, description: 'The schema.' },
      html: { max: 1, maxBytes: MAX_PAGE_BYTES, description: 'The page.' },
    },
    answer: 'value',
    async run(input, context) {
      const schema = schemaOf(input.schema)
      const problems = await problemsOf(schema)
      if (problems.length) return { problems, data: null, nulls: [], fields: {}, trace: [] }
      const withAnswers = usesNetwork(schema as ParserSchema)
      const page = await openUpload(services, input.html, { url: input.url, withAnswers }, callerOf(context))
      const task = {
        key: context.requestId,
        schema: schema as ParserSchema,
        ...page,
        trace: true,
        owner: ownerOf(context),
      }
      const { data, nulls, fields, trace = [] } = await extraction.parse(task, context.signal)
      return { problems, data, nulls, fields, trace: trace as unknown as Record<string, unknown>[] }
    },
  })

  const showPage = defineOperation({
    id: 'page-show',
    group: 'admin',
    summary: 'Write a page so that it can be looked at, and each element carries its number.',
    description:
      'Free. Scripts are left out, and what is large is cut. Style sheets, pictures and fonts are put into the page; private and local targets are refused, as in every fetch.',
    method: 'POST',
    path: '/admin/pages/show',
    access: 'admin',
    input: z.strictObject({
      html: uploadedPage.describe('The page, 16 MB at most.'),
      url: webAddress.optional().describe('Address of the page, which what it loads is relative to.'),
      session: idField('session')
        .optional()
        .describe('Id of the session that the page was fetched with; what it loads of its hosts is, too.'),
      account: accountField,
      look: z
        .enum(['plain', 'kept', 'fetched'])
        .default('plain')
        .describe(
          'Its style sheets, pictures and fonts: none (`plain`), as far as they were fetched before (`kept`), or fetched now if they were not.',
        ),
    }),
    output: z.object({
      html: z.string().describe('The page, each element with its number in `data-winnow`.'),
      cut: z.boolean().describe('The page continues after what is shown.'),
      missing: z.int().describe('Style sheets, pictures and fonts that are not in it.'),
    }),
    example: {
      input: { html: examplePart('<p>Kettle') },
      output: { html: '<html data-winnow="0">…', cut: false, missing: 0 },
    },
    files: { html: { max: 1, maxBytes: MAX_PAGE_BYTES, description: 'The page.' } },
    answer: 'value',
    async run({ html, url, look, session: id, account }, context) {
      const withLooks = look !== 'plain'
      const page = await openUpload(services, html, { url, withLooks }, callerOf(context))
      const whole = await decodeToUtf8(page.bytes, page.contentType)
      const bytes = withLooks ? whole : withoutLooks(whole)
      const kept = withLooks ? await snapshots.find({ bytes, url: page.url }, services.now()) : null
      if (kept) return kept
      const session = id === undefined ? null : { accountId: (await accountNamed(services, account)).id, id }
      return drawn({ ...page, bytes, session }, look === 'fetched', context)
    },
  })
  return [fetchForEditor, openFile, trySchema, showPage] as const
}

/** Returns the HTML of a page in UTF-8, even if it was saved together with what it fetched. */
async function htmlOf(page: OpenedPage): Promise<Uint8Array> {
  const { bytes, contentType } = (await readRecordedPage(page)) ?? page
  return decodeToUtf8(bytes, contentType)
}

/** Calls of the machine's owner have no account. */
const callerOf = (context: Context) => ({ owner: ownerOf(context), signal: context.signal })

function schemaOf({ bytes }: UploadedFile): unknown {
  try {
    return JSON.parse(decodeText(bytes, 'application/json'))
  } catch (cause) {
    const facts = { field: 'schema', hint: (cause as Error).message, cause }
    throw new AppError('invalid_input', 'The schema is not valid JSON.', facts)
  }
}

function examplePart(text: string): UploadedFile {
  return { bytes: new TextEncoder().encode(text), name: null, contentType: null }
}
