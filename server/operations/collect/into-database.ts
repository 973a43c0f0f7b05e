import { AppError } from '../../base/errors.ts'
import { createDefinitionChange } from '../../databases/change-definition.ts'
import { checkDefinition } from '../../databases/check-definition.ts'
import { columnNamed } from '../../databases/read-filters.ts'
import { parsePath } from '../../parsers/json/json-path.ts'
import type { DatabaseDocument, DatabaseRecord } from '../../store/databases/databases.ts'
import { columnOf } from '../databases/records.ts'
import { MAX_DEPENDANTS } from '../dependants.ts'
import { accountOf, type Context } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import type { CollectBody } from './body.ts'

type IntoDatabase = NonNullable<CollectBody['into']>

/**
 * Changes the paths of the columns of an existing database to match future results, and adds new columns. Returns the id of
 * the database. Throws 404, 400 for an unknown column or an invalid path, and 409 if crons that use the present paths fill it
 * or its rows do not fit a new column.
 */
export async function intoDatabase(
  services: Services,
  context: Context,
  into: IntoDatabase,
): Promise<string> {
  const { store, now } = services
  const accountId = accountOf(context)
  const before = found(await store.databases.find(accountId, into.id), 'id')
  const document = documentOf(before, into)
  const isMoved = !readsAsBefore(before, document)
  if (!isMoved && document.columns.length === before.columns.length) return before.id
  const crons = isMoved ? await store.crons.naming(accountId, before.id, MAX_DEPENDANTS) : []
  if (crons.length) throw othersFillIt(crons)
  const { addColumns } = createDefinitionChange(store, now)
  const added = addColumns(accountId, before, document)
  context.write(
    await added.catch(error => {
      throw namedIn(into, error)
    }),
  )
  return before.id
}

function documentOf(
  before: DatabaseRecord,
  { rows_path = before.rows_path, paths, columns: more = [] }: IntoDatabase,
): DatabaseDocument {
  const mappedPaths = new Map(Object.entries(paths))
  for (const [name, path] of mappedPaths) {
    columnNamed(before.columns, name, `paths.${name}`)
    if (parsePath(path) === null) throw noPath(name)
  }
  more.forEach(({ name }, i) => {
    if (before.columns.some(column => column.name === name)) throw columnIsThere(name, i)
  })
  const {
    id: _id,
    version: _version,
    row_count: _rows,
    created_at: _at,
    updated_at: _changed,
    ...rest
  } = before
  const own = before.columns.map(column => ({ ...column, path: mappedPaths.get(column.name) ?? column.path }))
  const document = { ...rest, rows_path, columns: [...own, ...more.map(columnOf)] }
  checkDefinition(document)
  return document
}

const readsAsBefore = (before: DatabaseRecord, { rows_path, columns }: DatabaseDocument) =>
  rows_path === before.rows_path && before.columns.every(({ path }, i) => path === columns[i]!.path)

/** Returns the error of a new column with its place in the input (`columns[0].name`) instead of its name. */
function namedIn({ columns = [] }: IntoDatabase, thrown: unknown): unknown {
  if (!(thrown instanceof AppError)) return thrown
  const index = columns.findIndex(({ name }) => name === thrown.facts.field)
  const field = index < 0 ? thrown.facts.field : `columns[${index}].name`
  return new AppError(thrown.code, thrown.message, { ...thrown.facts, ...(field && { field }) })
}

const noPath = (name: string) =>
  new AppError('invalid_input', 'It must be a path, such as `offers[0].price`.', {
    field: `paths.${name}`,
    hint: 'Name the field of the result that holds the value.',
  })

const columnIsThere = (name: string, index: number) =>
  new AppError('invalid_input', `The database already has a column \`${name}\`.`, {
    field: `columns[${index}].name`,
    hint: 'Say in `paths` what fills it, or give the new column another name.',
  })

const othersFillIt = (dependants: string[]) =>
  new AppError('conflict', 'Crons fill this database with results of another shape.', {
    extra: { dependants },
    hint: 'Collect into a new database, or give the fields of the parser the names that the columns read.',
  })
