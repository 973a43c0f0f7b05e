import type { CollectDraft, CollectedColumn } from '../../lib/collect-start.ts'
import { newSchedule, type Schedule } from '../../ui/crons/schedule.ts'
import type { CollectBody, Database, List, Preview } from './api.ts'
import { runOf } from './source.ts'

/** Columns and keys as the preview proposes them. */
export const AS_PROPOSED: Pick<CollectDraft, 'columns' | 'keys' | 'paths' | 'added'> = {
  columns: undefined,
  keys: undefined,
  paths: {},
  added: undefined,
}

/** The list that is collected: the one that was chosen, or the most likely one. */
export const listOf = ({ rowsPath }: CollectDraft, { lists }: Preview): List | undefined =>
  lists.find(({ rows_path }) => rows_path === rowsPath) ?? lists[0]

/** The columns of a new database, as proposed until one was changed. */
export const columnsOf = ({ columns }: CollectDraft, list: List): CollectedColumn[] => columns ?? list.columns

/** The columns that tell rows apart, among those that are not left out. */
export function keysOf(draft: CollectDraft, list: List): string[] {
  const names = columnsOf(draft, list).flatMap(({ name, isLeftOut }) => (isLeftOut ? [] : [name]))
  return (draft.keys ?? list.primary_key).filter(name => names.includes(name))
}

export const scheduleOf = ({ expression, timezone }: CollectDraft): Schedule => {
  const usual = newSchedule()
  return { expression: expression ?? usual.expression, timezone: timezone ?? usual.timezone }
}

const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The field of the result that a column of a database reads: the chosen one, its own path, or one of its name. */
export function pathFor(
  draft: CollectDraft,
  list: List,
  { name, path }: Database['columns'][number],
): string {
  const chosen = draft.paths[name]
  if (chosen !== undefined) return chosen
  const known = list.columns.find(column => column.path === path)
  return (known ?? list.columns.find(column => bare(column.name) === bare(name)))?.path ?? path
}

/** The fields of the result that no column of a database reads, and that may become new ones, under names that are free. */
export function spareColumns(draft: CollectDraft, list: List, { columns }: Database): CollectedColumn[] {
  const read = new Set(columns.map(column => pathFor(draft, list, column)))
  const taken = new Set(columns.map(({ name }) => name))
  return list.columns
    .filter(({ path }) => !read.has(path))
    .map(column => ({ ...column, name: freeName(column.name, taken), nullable: true }))
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2, free = name; ; n++) {
    if (!taken.has(free)) return free
    free = `${name} ${n}`
  }
}

/** What a new database is called unless somebody says otherwise. */
export const nameOf = ({ name }: CollectDraft, source: string) => name ?? source

interface Choices {
  draft: CollectDraft
  list: List
  /** The database that is there already; null for a new one. */
  database: Database | null
  /** The name of the parser or API. */
  source: string
}

/** The call that sets everything up. */
export function bodyOf(choices: Choices): CollectBody {
  const { draft, database, source } = choices
  const name = database?.name ?? nameOf(draft, source)
  return {
    ...runOf(draft),
    ...(database ? { into: intoOf(choices, database) } : { database: newDatabaseOf(choices, name) }),
    ...(draft.isScheduled && { cron: { name, ...scheduleOf(draft) } }),
    ...(draft.notifies !== null && { webhook: { url: draft.notifies } }),
  }
}

function intoOf({ draft, list }: Choices, database: Database): NonNullable<CollectBody['into']> {
  const added = spareColumns(draft, list, database).filter(({ path }) => draft.added?.includes(path))
  return {
    id: database.id,
    rows_path: list.rows_path,
    paths: Object.fromEntries(database.columns.map(column => [column.name, pathFor(draft, list, column)])),
    ...(added.length && { columns: added }),
  }
}

function newDatabaseOf({ draft, list }: Choices, name: string): NonNullable<CollectBody['database']> {
  const primary_key = keysOf(draft, list)
  const { type, id } = draft.target
  return {
    name,
    rows_path: list.rows_path,
    columns: columnsOf(draft, list)
      .filter(({ isLeftOut }) => !isLeftOut)
      .map(({ isLeftOut: _, ...column }) => column),
    primary_key,
    ...(type === 'parser' && id && { from_parser: id }),
    ...(primary_key.length && {
      write_mode: 'upsert',
      on_missing: draft.keepsMissing ? 'keep' : 'mark_removed',
    }),
  }
}
