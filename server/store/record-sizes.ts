import { serviceStopping } from '../base/errors.ts'
import { storeUnreadable } from './file/disk-errors.ts'
import { askThreadOnCopy, type CopyableStore } from './file/on-copy.ts'

/** The tables that hold the records of each kind; a test fails for a table that is missing here. */
export const TABLES_BY_KIND = {
  parsers: ['parsers', 'parser_versions', 'parser_runs', 'parser_health', 'parser_choices'],
  saved_pages: ['parser_fixtures'],
  jobs: ['batches', 'job_specs', 'open_jobs', 'job_ends', 'list_pages'],
  job_pages: ['job_pages', 'page_dictionaries'],
  databases: [
    'databases',
    'database_rows',
    'row_lookups',
    'row_values',
    'row_texts',
    'row_texts_config',
    'row_texts_data',
    'row_texts_idx',
    'row_texts_due',
  ],
  changes: ['database_changes', 'database_runs', 'row_digests'],
  crons: ['crons', 'cron_runs'],
  workflows: ['workflows', 'workflow_versions'],
  workflow_runs: [
    'workflow_runs',
    'workflow_counts',
    'workflow_steps',
    'workflow_items',
    'workflow_values',
    'workflow_parts',
    'workflow_keys',
    'workflow_marks',
    'workflow_copies',
  ],
  webhooks: ['webhooks', 'deliveries', 'event_bodies'],
  calls: ['calls', 'traces', 'idempotency', 'usage_hours', 'usage_days', 'summed'],
  accounts: [
    'accounts',
    'keys',
    'key_days',
    'key_spending',
    'ledger',
    'balances',
    'sessions',
    'sign_ins',
    'variables',
    'saved_requests',
  ],
  kept_pages: ['cached_pages', 'cached_bytes'],
  own: ['settings', 'clock', 'store_state', 'applied_steps', 'sqlite_schema', 'sqlite_sequence'],
} as const

export type RecordKind = keyof typeof TABLES_BY_KIND

/** The bytes of each kind including its indexes, at a certain time. */
interface RecordSizes {
  at: number
  bytes: Record<RecordKind, number>
}

/** The sizes of records by kind: counted on request, and remembered until the service ends. */
export interface RecordCounter {
  /**
   * Counts now; a call during a count gets the result of that count. Throws 409 `conflict` if the disk has no room for a
   * copy, 503 for a damaged store.
   */
  count(): Promise<RecordSizes>
  /** Returns the last count; null before the first. */
  last(): RecordSizes | null
  isCounting(): boolean
  /** Aborts a running count. */
  stop(): Promise<void>
}

/** Counts the bytes that the records of a store take up on the disk, in a thread that reads a copy. */
export function createRecordCounter(store: CopyableStore, dataDir: string, now: () => number): RecordCounter {
  const stopping = new AbortController()
  let last: RecordSizes | null = null
  let counting: Promise<RecordSizes> | null = null

  async function read(): Promise<RecordSizes> {
    const at = now()
    const tables = await askThreadOnCopy<Record<string, number>>(store, dataDir, {
      program: 'size-worker',
      what: 'To count sizes while the store is in use',
      signal: stopping.signal,
    }).catch(error => {
      throw storeUnreadable(error) ?? error
    })
    last = { at, bytes: byKind(tables) }
    return last
  }

  return {
    count() {
      counting ??= read().finally(() => {
        counting = null
      })
      return counting
    },
    last: () => last,
    isCounting: () => counting !== null,
    async stop() {
      stopping.abort(serviceStopping('Count again after the next start.'))
      await counting?.catch(() => undefined)
    },
  }
}

function byKind(tables: Record<string, number>): Record<RecordKind, number> {
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (tables[name] ?? 0), 0)
  return Object.fromEntries(
    Object.entries(TABLES_BY_KIND).map(([kind, names]) => [kind, sumOf(names)]),
  ) as Record<RecordKind, number>
}
