import type { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { createDefinitionChange } from '../../databases/change-definition.ts'
import { checkDefinition } from '../../databases/check-definition.ts'
import { inferColumns, listsOf, stepOf } from '../../databases/infer-columns.ts'
import { proposeKey } from '../../databases/propose-key.ts'
import type { SavedProgress, WriteProgress } from '../../databases/write-rows.ts'
import { outputSchema } from '../../parsers/output-schema.ts'
import { listOf } from '../../parsers/paging/paged-list.ts'
import type { PageSchema, ParserSchema } from '../../parsers/parser-schema.ts'
import { kindsOf } from '../../parsers/resolve-schema.ts'
import type { Column, DatabaseDocument, DatabaseRecord } from '../../store/databases/databases.ts'
import type { Store } from '../../store/open-store.ts'
import { MAX_DEPENDANTS, openWork, refuseWhereNeeded } from '../dependants.ts'
import type { Context } from '../operation.ts'
import { found, type ResourceStore } from '../resource.ts'
import type { databaseBody } from './body.ts'

/** Finds the database named by an input. */
export type OwnDatabase = (
  input: { id: string },
  caller: { account: { id: string } },
) => Promise<DatabaseRecord>

/**
 * Returns the progress of a call that writes rows. A repeat with the same `Idempotency-Key` continues from there if the call
 * was interrupted.
 */
export const progressOf = ({ progress, keepProgress }: Context): SavedProgress => ({
  before: progress as WriteProgress | null,
  keep: keepProgress,
})

type DatabaseBody = z.output<typeof databaseBody>
type BodyColumn = NonNullable<DatabaseBody['columns']>[number]

/** The database records. If no columns are given, they come from the parser. */
export function databaseRecords(store: Store, now: () => number) {
  const { databases } = store
  const changes = createDefinitionChange(store, now)

  /** Returns the columns for the output of a parser, and the path of the rows in its result. */
  async function rowsOfParser(
    accountId: string,
    { from_parser, rows_path }: DatabaseBody,
  ): Promise<{ columns: Column[]; rows_path: string }> {
    if (from_parser === null)
      throw new AppError('invalid_input', '`columns` is missing.', {
        field: 'columns',
        hint: 'Name the columns, or a parser in `from_parser` whose fields become columns.',
      })
    const { schema } = found(await store.parsers.find(accountId, from_parser), 'from_parser')
    const path = rows_path ?? mainList(schema)
    const columns = inferColumns(outputSchema(schema), path)
    if (columns?.length) return { columns, rows_path: path }
    throw new AppError('invalid_input', 'The parser yields no list of objects there.', {
      field: 'rows_path',
      hint: 'Name a field of it with `all` and `fields`, or none where a result is a row.',
    })
  }

  async function documentOf(
    accountId: string,
    body: DatabaseBody,
    before?: DatabaseRecord,
  ): Promise<DatabaseDocument> {
    const { on_missing, ...rest } = body
    // The parser from which the columns once came may have been deleted.
    if (body.from_parser && body.columns && body.from_parser !== before?.from_parser)
      found(await store.parsers.find(accountId, body.from_parser), 'from_parser')
    const { columns, rows_path } = body.columns
      ? { columns: body.columns, rows_path: body.rows_path ?? '' }
      : await rowsOfParser(accountId, body)
    const document = {
      ...rest,
      rows_path,
      primary_key: body.primary_key ?? keyFor(body, columns),
      columns: columns.map(columnOf),
      on_missing: on_missing ?? (body.write_mode === 'replace' ? 'delete' : 'keep'),
    }
    checkDefinition(document)
    return document
  }

  return {
    list: databases.list,
    count: databases.count,
    find: databases.find,
    async create(accountId, body, write) {
      const document = await documentOf(accountId, body)
      const created = databases.create(accountId, newId('db', now()), document, now())
      write(created.write)
      return created.record
    },
    async replace(accountId, id, body, expected) {
      const before = await databases.find(accountId, id)
      if (!before) return null
      return changes.change(accountId, id, await documentOf(accountId, body, before), expected)
    },
    async remove(accountId, id, expected) {
      const openJobs = () => openWork(store.jobs.openOfDatabase(accountId, id, MAX_DEPENDANTS))
      const recheck = await refuseWhereNeeded(store, accountId, { noun: 'database', id, more: openJobs() })
      return databases.remove(accountId, id, now(), { expected, check: () => recheck(openJobs()) })
    },
    restore: (accountId, id) => databases.restore(accountId, id, now()),
  } satisfies ResourceStore<DatabaseBody, DatabaseRecord>
}

/** Returns a column for the store. The default path is its name. */
export const columnOf = ({ name, path = stepOf(name), type, nullable }: BodyColumn): Column => ({
  name,
  path,
  type,
  nullable,
})

/** Returns the path of the list that a parser reads: the one that spans pages, or its only field; '' if there is none. */
export function mainList(schema: ParserSchema): string {
  const lists = new Set(kindsOf(schema).map(listOfKind))
  return lists.size === 1 ? [...lists][0]! : ''
}

function listOfKind({ fields, paginate }: PageSchema): string {
  const names = Object.keys(fields)
  const list = paginate || names.length === 1 ? listOf(fields, paginate?.list) : ''
  return typeof list === 'string' && listsOf(outputSchema({ fields })).includes(list) ? list : ''
}

const keyFor = (
  { columns: own, write_mode }: DatabaseBody,
  columns: readonly Pick<Column, 'name' | 'type'>[],
) => (own || write_mode === 'append' ? [] : proposeKey(columns))
