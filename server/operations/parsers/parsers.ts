import { z } from 'zod'
import { namedObject } from '../../base/fields/schema-names.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import { idField, pageShape, shortListFields, time } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found, IF_MATCH, replacedBy, resource } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS, REPLACES, shownOfList, WRITES } from '../tool-hints.ts'
import { allMarks, maskedVersions } from '../versions.ts'
import { parserBody, parserRecord, savedSchema } from './body.ts'
import { exampleBody, exampleDocument, exampleParser } from './examples.ts'
import { savedFetch } from './fetch.ts'
import { marksOf, masked, parserRecords } from './records.ts'

const version = namedObject('ParserVersion', {
  version: z.int(),
  ...parserBody.shape,
  schema: savedSchema,
  fetch: savedFetch,
  created_at: time,
})

/** The fields that parser tools return by default: enough to choose a parser. Schemas would fill a model's context. */
const SHOWN_FIELDS = ['id', 'name', 'description', 'status', 'version', 'output_type']

/** Fields that only help people recognise a parser's pages; tools omit them. */
const FOR_PEOPLE = ['match', 'test_urls']

/** Operations for parser records: list, get, create, replace, delete, restore, versions. */
export function parserOperations({ store, now }: Services) {
  const id = { id: idField('parser') }
  const kept = parserRecords(store, now)
  const own = async (
    input: { id: string },
    { account }: { account: { id: string } },
  ): Promise<ParserRecord> => found(await store.parsers.find(account.id, input.id))

  const records = resource({
    noun: 'parser',
    plural: 'parsers',
    body: parserBody,
    record: parserRecord,
    example: { body: exampleBody, record: exampleParser },
    store: kept,
    listTool: {
      name: 'parser_list',
      group: 'parsers',
      hints: READS,
      shows: shownOfList(SHOWN_FIELDS),
    },
    createTool: {
      name: 'parser_create',
      group: 'parsers',
      hints: WRITES,
      shows: SHOWN_FIELDS,
      omits: FOR_PEOPLE,
    },
    replaceTool: {
      name: 'parser_update',
      group: 'parsers',
      hints: REPLACES,
      summary: 'Change a parser; its version increases.',
      description: 'What you leave out stays as it is; `schema` and `fetch` are replaced as a whole.',
      keeps: true,
      shows: SHOWN_FIELDS,
      omits: FOR_PEOPLE,
    },
  })

  const versions = defineOperation({
    id: 'parser-versions',
    group: 'parsers',
    summary: 'List the versions of a parser, newest first.',
    method: 'GET',
    path: '/v1/parsers/{id}/versions',
    access: 'read',
    input: z.strictObject({ ...id, ...shortListFields }),
    output: pageShape(version),
    example: {
      input: { id: exampleParser.id },
      output: {
        data: [{ ...exampleDocument, version: 1, created_at: exampleParser.created_at }],
        has_more: false,
        next_cursor: null,
      },
    },
    answer: 'value',
    faces: {
      tool: {
        name: 'parser_versions',
        group: 'learning',
        hints: READS,
        shows: shownOfList(['version', 'created_at', 'schema']),
      },
    },
    own,
    run: input => maskedVersions(store.parsers, input, { marksOf, masked }),
  })

  const restoreVersion = defineOperation({
    id: 'parser-version-restore',
    group: 'parsers',
    summary: 'Restore an earlier version as the newest one.',
    description: `It is checked like any change: the session that it names may no longer exist. ${IF_MATCH}`,
    checksVersion: true,
    method: 'POST',
    path: '/v1/parsers/{id}/versions/{version}/restore',
    access: 'manage',
    input: z.strictObject({
      ...id,
      version: z.int().min(1).describe('The version to restore.').meta({ title: 'Version' }),
    }),
    output: parserRecord,
    example: { input: { id: exampleParser.id, version: 1 }, output: exampleParser },
    answer: 'value',
    versioned: true,
    faces: {
      tool: {
        name: 'parser_version_restore',
        group: 'learning',
        hints: WRITES,
        summary: 'Restore an earlier version of a parser as its newest one.',
        shows: SHOWN_FIELDS,
      },
    },
    own,
    async run(input, context) {
      const earlier = found(await store.parsers.at(accountOf(context), input.id, input.version), 'version')
      const { id: _, version: _version, created_at: _made, updated_at: _changed, ...document } = earlier
      const secret_headers = await allMarks(store.parsers.everyVersion(input.id), marksOf)
      const fetch = { ...document.fetch, secret_headers }
      const restored = { ...document, fetch }
      return replacedBy(await kept.replace(accountOf(context), input.id, restored, context.ifMatch), 'parser')
    },
  })

  return [...records, versions, restoreVersion] as const
}
