import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import {
  holdsList,
  markUnread,
  markWithoutLists,
  markWrongLists,
} from '../../parsers/paging/unread-fields.ts'
import { hasFurtherPages, type ParseResult } from '../../parsers/parse-result.ts'
import { usesNetwork } from '../../parsers/uses-network.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import type { SerializedResult } from '../../threads/tasks.ts'
import { idField } from '../fields.ts'
import { type OpenedPage, openUpload } from '../open-upload.ts'
import { type Context, defineOperation, ownerOf, type UploadedFile } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { charsetField, MAX_PAGE_BYTES, uploadedPage } from '../uploads.ts'
import { exampleData, exampleParser } from './examples.ts'

/** The data that a parser returns. Its shape follows the parser's schema. */
export const parsedData = z
  .record(z.string(), z.unknown())
  .describe("The data; its shape is the parser's `output_schema`.")

/**
 * Returns a function that finds the parser named by an input. Throws 404, or 409 for an archived parser. Pass `field` if its
 * id is not in the path.
 */
export const ownParser =
  ({ store }: Services, field?: string) =>
  async (input: { parserId: string }, { account }: { account: { id: string } }): Promise<ParserRecord> => {
    const parser = found(await store.parsers.find(account.id, input.parserId), field)
    if (parser.status === 'archived')
      throw new AppError('conflict', 'This parser is archived.', {
        ...(field !== undefined && { field }),
        hint: 'Set its status to `active` to run it.',
      })
    return parser
  }

/** Returns the key of a parser version in the cache of the threads. */
export const parserKey = ({ id, version }: Pick<ParserRecord, 'id' | 'version'>) => `${id} ${version}`

/** Reports the outcome of a parse to the call: fill counts and, if requested, the trace, extended by `more`. */
export function noteParse(context: Context, result: SerializedResult, more: Record<string, unknown> = {}) {
  context.countFills(result.fields)
  context.trace(() => ({ ...more, nulls: result.nulls, fields: result.trace }))
}

/** Returns the form in which a thread serializes large data, for a call whose value is passed on unread. */
export const writtenFor = ({ sendsJson, storesOnly }: Pick<Context, 'sendsJson' | 'storesOnly'>) =>
  storesOnly ? ('packed' as const) : sendsJson ? ('json' as const) : undefined

/** An uploaded page, with the charset and URL that the client names. */
interface Upload {
  html: UploadedFile
  charset?: string | undefined
  url?: string | undefined
}

type VersionedSchema = Pick<ParserRecord, 'id' | 'version' | 'schema'>

/** Returns what a parser reads from an uploaded page. */
export async function readUpload(
  services: Pick<Services, 'extraction'>,
  parser: VersionedSchema,
  upload: Upload,
  context: Context,
): Promise<SerializedResult> {
  context.stage?.('parse')
  return readOpened(services, parser, await openFor(services, parser, upload, context), context)
}

/** Returns the page of an upload, with its network responses if the parser reads them. */
export const openFor = (
  services: Pick<Services, 'extraction'>,
  { schema }: Pick<VersionedSchema, 'schema'>,
  { html, charset, url }: Upload,
  context: Context,
): Promise<OpenedPage> =>
  openUpload(
    services,
    html,
    { charset, url, withAnswers: usesNetwork(schema) },
    { owner: ownerOf(context), signal: context.signal },
  )

/** Returns what a parser reads from a page. The page's bytes are transferred and no longer usable afterwards. */
export async function readOpened(
  services: Pick<Services, 'extraction'>,
  parser: VersionedSchema,
  page: OpenedPage,
  context: Context,
): Promise<SerializedResult> {
  const task = {
    key: parserKey(parser),
    schema: parser.schema,
    ...page,
    trace: context.debug,
    isUnattended: context.stage !== undefined,
    owner: ownerOf(context),
    writes: writtenFor(context),
  }
  const result = await services.extraction.parseWritten(task, context.signal)
  if (hasFurtherPages(result)) context.notice('pages_not_followed')
  for (const { into, names } of result.links ?? []) markUnread(into, names)
  if (result.links?.some(({ into, names }) => holdsList(into, names))) markWithoutLists(result.data)
  markWrongLists(result.data, result.wrongLists)
  if (result.next !== undefined) context.markPartial()
  return result
}

/** `POST /v1/parse/{parserId}`: applies a parser to uploaded HTML. */
export function parseOperations(services: Services) {
  const { settings } = services

  const parse = defineOperation({
    id: 'parse',
    group: 'extraction',
    summary: 'Apply a parser to uploaded HTML.',
    description:
      'Nothing is fetched. A field that the page does not have is null; a required one ends the call with 422, free.',
    method: 'POST',
    path: '/v1/parse/{parserId}',
    access: 'run',
    input: z.strictObject({
      parserId: idField('parser'),
      html: uploadedPage
        .describe(
          'The page: one part named `html`, 16 MB at most; HTML, or a page as a browser saved it (MHTML, HAR, WARC, zip).',
        )
        .meta({ title: 'Page' }),
      charset: charsetField,
    }),
    output: parsedData,
    example: {
      input: {
        parserId: exampleParser.id,
        html: { bytes: new Uint8Array([60]), name: 'page.html', contentType: 'text/html' },
      },
      output: exampleData,
    },
    files: { html: { max: 1, maxBytes: MAX_PAGE_BYTES, description: 'The page to parse.' } },
    answer: 'value',
    faces: {
      tool: {
        name: 'parser_parse_html',
        group: 'parsers',
        hints: READS,
        omits: ['charset'],
        description: 'Nothing is fetched. A page without a required field is free.',
      },
      node: true,
    },
    cost: () => settings.values.price_parse,
    runsParser: true,
    own: ownParser(services),
    async run({ html, charset }, context) {
      const result = await readUpload(services, context.owned, { html, charset, url: html.url }, context)
      noteParse(context, result)
      return result.data as ParseResult['data']
    },
  })
  return [parse] as const
}
