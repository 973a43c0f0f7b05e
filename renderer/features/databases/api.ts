import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { CallError } from '../../lib/service/call-error.ts'
import { type CallOptions, call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { invalidatePresent, useDeletion } from '../../lib/service/deletion.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { RESTORE_HINT, useUndoableDeletion } from '../../ui/actions/use-undoable-deletion.ts'
import type { Mapping } from '../../ui/import/column-map.tsx'
import type { SearchValues } from '../../ui/lists/searched-rows.tsx'
import type { RowFilterValues } from './rows/filters.ts'

export type Database = OutputOf<'database-get'>
export type DatabaseBody = InputOf<'database-create'>
export type Column = Database['columns'][number]
export type Row = OutputOf<'database-rows'>['data'][number]
export type Change = OutputOf<'database-changes'>['data'][number]
export type RowSource = OutputOf<'database-sources'>['sources'][number]
/** The filters of changes. */
export const CHANGE_FILTERS = ['kind', 'since'] as const
export type ChangeFilterValues = Pick<InputOf<'database-changes'>, (typeof CHANGE_FILTERS)[number]>
/** The changes of the last 30 days, summed up by field. */
export type ChangeSummary = OutputOf<'database-change-summary'>
export type ImportResult = OutputOf<'database-import'>
export type ImportPreview = OutputOf<'database-import-preview'>

const PAGE_SIZE = 100

/** The query for the databases of an account, newest first, page by page. */
export const databasesQuery = (account: string, search: SearchValues) =>
  infiniteQueryOptions({
    queryKey: ['databases', account, 'list', search],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'database-list',
        { limit: PAGE_SIZE, ...search, ...(cursor ? { cursor } : { count: true }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const databaseQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['databases', account, id],
    queryFn: ({ signal }) => call('database-get', { id }, { signal }),
  })

const POLL_MS = 2_000
const IDLE_MS = 30_000

const isOpen = ({ last_run }: RowSource) =>
  last_run !== null && ['pending', 'queued', 'running'].includes(last_run.state)

/** The query for the sources of the rows. It polls, since a run may end without a change of the database. */
export const sourcesQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['databases', account, id, 'sources'],
    queryFn: ({ signal }) => call('database-sources', { id, account }, { signal }),
    refetchInterval: ({ state }) => (state.data?.sources.some(isOpen) ? POLL_MS : IDLE_MS),
  })

export const rowQuery = (account: string, id: string, row_id: string) =>
  queryOptions({
    queryKey: ['databases', account, id, 'row', row_id],
    queryFn: ({ signal }) => call('database-row-get', { id, row_id }, { signal }),
  })

/** The query for the matching rows, page by page. */
export const rowsQuery = (account: string, id: string, filters: RowFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['databases', account, id, 'rows', filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('database-rows', { id, limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/**
 * The query for the changes of the rows, newest first. An answer always has a cursor; only `has_more` says whether there is
 * another page.
 */
export const changesQuery = (account: string, id: string, filters: ChangeFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['databases', account, id, 'changes', filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'database-changes',
        { id, limit: PAGE_SIZE, order: 'desc', ...filters, ...(cursor && { cursor }) },
        {
          signal,
        },
      ),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
  })

/** The query for the changes of the last 30 days, summed up by field. */
export const summaryQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['databases', account, id, 'change-summary'],
    queryFn: ({ signal }) => call('database-change-summary', { id }, { signal }),
  })

/** The query for the changes of a row, newest first. */
export const historyQuery = (account: string, id: string, row_id: string) =>
  infiniteQueryOptions({
    queryKey: ['databases', account, id, 'history', row_id],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'database-row-history',
        { id, row_id, limit: PAGE_SIZE, ...(cursor && { cursor }) },
        {
          signal,
        },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** A file of rows for a database, and the mapping of its columns. Without a mapping, columns go by their names. */
interface RowsFile {
  id: string
  file: File
  mapping?: Mapping | undefined
}

/**
 * The query for a preview of what a file would write. `version` is that of the database, whose columns the file is matched
 * against.
 */
export const importPreviewQuery = (account: string, rowsFile: RowsFile | null, version: number) =>
  queryOptions({
    queryKey: [
      'import-preview',
      account,
      rowsFile?.id,
      version,
      rowsFile?.file.name,
      rowsFile?.file.lastModified,
      rowsFile?.mapping,
    ],
    queryFn: ({ signal }) => {
      const { id, file, mapping } = rowsFile!
      return call('database-import-preview', { id, file, account, ...(mapping && { mapping }) }, { signal })
    },
    // While the user maps columns, the previous table of columns stays on screen.
    placeholderData: before => (rowsFile?.mapping ? before : undefined),
    enabled: rowsFile !== null,
    gcTime: 0,
  })

/** Ignores the 404 of a row that was already deleted elsewhere. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof CallError) || error.status !== 404) throw error
}

/** Mutations that change databases or their rows. Each invalidates the queries that it makes stale. */
export function useDatabaseActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['databases', account] })
  const create = useMutation({ mutationFn: (body: DatabaseBody) => call('database-create', body), onSuccess })
  const replace = useMutation({
    mutationFn: ({ id, version, body }: { id: string; version: number; body: DatabaseBody }) =>
      call('database-replace', { id, ...body }, { headers: { 'if-match': `"${version}"` } }),
    onSuccess,
  })
  const remove = useUndoableDeletion({
    of: ['databases', account],
    remove: ({ id }: Database) => call('database-delete', { id }),
    restore: ({ id }) => call('database-restore', { id }),
    notice: ({ name }) => `“${name}” was deleted with its rows. ${RESTORE_HINT}`,
  })
  const removeRow = useDeletion(
    ({ id: row_id, database }: { id: string; database: string }) =>
      call('database-row-delete', { id: database, row_id }),
    () => void invalidatePresent(queries, ['databases', account]),
  )
  const removeRows = useMutation({
    async mutationFn({ id, rows }: { id: string; rows: readonly string[] }) {
      for (const row_id of rows) await call('database-row-delete', { id, row_id }).catch(ignoreGone)
    },
    onSettled: onSuccess,
    onError: notifyError,
  })
  const importFile = useMutation({
    mutationFn: ({ id, file, mapping, ...options }: RowsFile & CallOptions) =>
      call('database-import', { id, file, ...(mapping && { mapping }) }, options),
    onSuccess,
  })
  return { create, replace, remove, removeRow, removeRows, importFile }
}
