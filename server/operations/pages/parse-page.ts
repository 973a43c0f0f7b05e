import { z } from 'zod'
import { newId } from '../../base/ids.ts'
import { CALL } from '../../store/databases/row-digests.ts'
import type { JobRows } from '../../store/jobs/rows.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import type { SerializedResult } from '../../threads/tasks.ts'
import { idField } from '../fields.ts'
import { databaseField, jobRowsShape, writeJobRows } from '../jobs/database.ts'
import type { OpenedPage } from '../open-upload.ts'
import { accountOf, type Context, defineOperation } from '../operation.ts'
import { packPage } from '../page-codec.ts'
import { exampleData, exampleParser } from '../parsers/examples.ts'
import { explainedFields, withData } from '../parsers/explained.ts'
import { fixtureName } from '../parsers/fixture-shapes.ts'
import { assertUnderLimit, saveWith } from '../parsers/fixtures.ts'
import { noteParse, openFor, ownParser, readOpened } from '../parsers/parse.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { pageBody, uploadFields } from './page-source.ts'

type PageData = Record<string, unknown>
type OwnContext = Context<ParserRecord>

/**
 * `POST /v1/pages/parse`: reads an uploaded page with a saved parser, explains nulls, and stores the data or the page on
 * request.
 */
export function pageParseOperations(services: Services) {
  const { store, settings } = services
  const ownedParser = ownParser(services, 'parser_id')

  const parse = defineOperation({
    id: 'page-parse',
    group: 'extraction',
    summary: 'Apply a parser to an uploaded page, and store the data or the page.',
    description:
      'Each null comes with its reason. If the call asks for it, the data is written into a database, and the page is saved with the parser. Nothing is fetched; a page that lacks a required field is a 422, free.',
    method: 'POST',
    path: '/v1/pages/parse',
    access: 'run',
    input: z.strictObject({
      parser_id: idField('parser'),
      ...uploadFields,
      database_id: databaseField,
      save_as: fixtureName
        .optional()
        .describe('Saves the page with the parser under this name, with the data as the expected result.')
        .meta({ title: 'Name of the saved page' }),
    }),
    output: z.object({
      data: explainedFields.data,
      nulls: explainedFields.nulls,
      rows: jobRowsShape.nullable().describe('What happened to the rows; null without a database.'),
      fixture_id: z.string().nullable().describe('Id of the page that was kept with the parser.'),
    }),
    example: {
      input: {
        parser_id: exampleParser.id,
        html: { bytes: new Uint8Array([60]), name: 'page.html', contentType: 'text/html' },
      },
      output: { data: exampleData, nulls: [], rows: null, fixture_id: null },
    },
    files: pageBody.files,
    once: true,
    answer: 'value',
    cost: () => settings.values.price_parse,
    runsParser: true,
    async own({ parser_id, database_id }, caller) {
      if (database_id !== undefined)
        found(await store.databases.find(caller.account.id, database_id), 'database_id')
      return ownedParser({ parserId: parser_id }, caller)
    },
    async run({ database_id, save_as, ...upload }, context) {
      const parser = context.owned
      const isUsed = database_id !== undefined || save_as !== undefined
      if (save_as !== undefined) assertUnderLimit(services, parser.id)
      const page = await openFor(services, parser, upload, context)
      const kept = save_as === undefined ? null : await packPage({ ...page, url: page.url ?? null })
      const reading = { ...context, sendsJson: !isUsed && context.sendsJson }
      const result = await readOpened(services, parser, page, reading)
      noteParse(context, result)
      const { data, nulls } = result
      const rows = database_id === undefined ? null : await writeRows(page, result, database_id, context)
      const fixture =
        kept &&
        saveWith(services, parser.id, { name: save_as!, page: kept, expected: data as PageData }, context)
      return withData(data, { nulls, rows, fixture_id: fixture?.id ?? null })
    },
  })

  /** Writes the rows before the call ends. Their changes are reported as those of one call. */
  function writeRows({ url }: OpenedPage, read: SerializedResult, databaseId: string, context: OwnContext) {
    const call = { id: newId(CALL, services.now()), account_id: accountOf(context), batch_id: null }
    const source = { job_id: null, parser_version: context.owned.version, url: url ?? null }
    const result = { value: read.data, source, isPartial: read.next !== undefined }
    return store.write((): JobRows => writeJobRows(services, call, databaseId, result))
  }
  return [parse] as const
}
