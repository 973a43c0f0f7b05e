import type { CollectDraft, CollectedColumn } from '../../lib/collect-start.ts'
import { newSchedule, type Schedule } from '../../ui/crons/schedule.ts'
import type { CollectBody, Database, List, Preview } from './api.ts'
import { runOf } from './source.ts'

/** Follows the preview's proposal of columns and keys. */
export const AS_PROPOSED: Pick<CollectDraft, 'columns' | 'keys' | 'paths' | 'added'> = {
  columns: undefined,
  keys: undefined,
  paths: {},
  added: undefined,
}

/** Returns the list to collect: the chosen one, or the most likely one. */
export const listOf = ({ rowsPath }: CollectDraft, { lists }: Preview): List | undefined =>
  lists.find(({ rows_path }) => rows_path === rowsPath) ?? lists[0]

/** Returns the columns of a new database: the proposed ones, until the user changes one. */
export const columnsOf = ({ columns }: CollectDraft, list: List): CollectedColumn[] => columns ?? list.columns

/** Returns the key columns, without those that are left out. */
export function keysOf(draft: CollectDraft, list: List): string[] {
  const names = columnsOf(draft, list).flatMap(({ name, isLeftOut }) => (isLeftOut ? [] : [name]))
  return (draft.keys ?? list.primary_key).filter(name => names.includes(name))
}

export const scheduleOf = ({ expression, timezone }: CollectDraft): Schedule => {
  const defaultSchedule = newSchedule()
  return {
    expression: expression ?? defaultSchedule.expression,
    timezone: timezone ?? defaultSchedule.timezone,
  }
}

const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns the field of the result that a column of a database reads: the chosen one, the one with the column's own path, or
 * the one with its name.
 */
export function pathFor(
  draft: CollectDraft,
  list: List,
  { name, path }: Database['columns'][number],
): string {
  const chosenPath = draft.paths[name]
  if (chosenPath !== undefined) return chosenPath
  const proposedColumn = list.columns.find(column => column.path === path)
  return (proposedColumn ?? list.columns.find(column => bare(column.name) === bare(name)))?.path ?? path
}

/** Returns the fields of the result that no column of a database reads, as proposals for new columns with unused names. */
export function spareColumns(draft: CollectDraft, list: List, { columns }: Database): CollectedColumn[] {
  const usedPaths = new Set(columns.map(column => pathFor(draft, list, column)))
  const usedNames = new Set(columns.map(({ name }) => name))
  return list.columns
    .filter(({ path }) => !usedPaths.has(path))
    .map(column => ({ ...column, name: freeName(column.name, usedNames), nullable: true }))
}

function freeName(name: string, usedNames: ReadonlySet<string>): string {
  for (let n = 2, free = name; ; n++) {
    if (!usedNames.has(free)) return free
    free = `${name} ${n}`
  }
}

/** Returns the name of a new database: the chosen one, or that of the source. */
export const nameOf = ({ name }: CollectDraft, source: string) => name ?? source

interface Choices {
  draft: CollectDraft
  list: List
  /** The existing database; null for a new one. */
  database: Database | null
  /** The name of the parser or API. */
  source: string
}

/** Builds the body of the call that creates everything. */
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
