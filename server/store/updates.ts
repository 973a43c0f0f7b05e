import type Database from 'better-sqlite3'
import type { Engine } from './engine.ts'

type Verb = 'INSERT' | 'UPDATE' | 'DELETE'

/**
 * A table whose writes report an update, and on which statements. `id` and `account` are SQL expressions; `row` is the row
 * that was written.
 */
interface TableSource {
  table: string
  verbs?: Verb[]
  id: string
  /** The account of the record; null for a record of the machine. */
  account: string | null
  /** The condition for rows to report; if absent, all rows. */
  when?: string
}

const ownTable = (table: string, verbs?: Verb[]): TableSource => ({
  table,
  id: 'row.id',
  account: 'row.account_id',
  ...(verbs && { verbs }),
})

/** Returns the source for rows that belong to a record of another table, found by the column that names it. */
const partOf = (parent: string, table: string, column: string, key = 'id', verbs?: Verb[]): TableSource => {
  const find = (field: string) => `(SELECT ${field} FROM ${parent} WHERE ${key} = row.${column})`
  return { table, id: find('id'), account: find('account_id'), ...(verbs && { verbs }) }
}

/** Returns the source for a record of the machine itself, which no account owns. */
const machineTable = (table: string, id: string): TableSource => ({
  table,
  id,
  account: null,
  verbs: ['INSERT', 'UPDATE', 'DELETE'],
})

/**
 * The kinds of records in updates, by the tables that show their changes. Removals are not followed for rows that expire in
 * large numbers.
 */
const KINDS = {
  parser: [
    ownTable('parsers'),
    partOf('parsers', 'parser_health', 'parser_id'),
    partOf('parsers', 'parser_fixtures', 'parser_id', 'id', ['INSERT', 'UPDATE', 'DELETE']),
  ],
  job: [
    ownTable('job_specs', ['INSERT']),
    partOf('job_specs', 'open_jobs', 'seq', 'seq', ['UPDATE']),
    partOf('job_specs', 'job_ends', 'job', 'seq'),
  ],
  batch: [
    ownTable('batches'),
    { table: 'open_jobs', verbs: ['UPDATE'], id: 'row.batch_id', account: 'row.account_id' },
    partOf('batches', 'job_ends', 'batch_id'),
  ],
  database: [ownTable('databases')],
  cron: [ownTable('crons'), partOf('crons', 'cron_runs', 'cron_id')],
  workflow: [ownTable('workflows')],
  workflow_run: [
    ownTable('workflow_runs', ['INSERT', 'UPDATE', 'DELETE']),
    partOf('workflow_runs', 'workflow_steps', 'run', 'seq'),
  ],
  // Sessions of platforms belong to no account.
  session: [{ ...ownTable('sessions'), when: 'row.account_id IS NOT NULL' }],
  webhook: [ownTable('webhooks'), partOf('webhooks', 'deliveries', 'webhook_id')],
  // What the app reads to show calls is itself a call; an update of it would make the app read again.
  call: [{ ...ownTable('calls', ['INSERT']), when: "row.source <> 'app' OR row.credits > 0" }],
  credits: [{ table: 'ledger', verbs: ['INSERT'], id: 'NULL', account: 'row.account_id' }],
  variable: [{ ...ownTable('variables', ['INSERT', 'UPDATE', 'DELETE']), id: 'row.name' }],
  saved_request: [ownTable('saved_requests', ['INSERT', 'UPDATE', 'DELETE'])],
  key: [ownTable('keys')],
  account: [machineTable('accounts', 'row.id')],
  sign_in: [machineTable('sign_ins', 'row.id')],
  setting: [machineTable('settings', 'row.name')],
} satisfies Record<string, TableSource[]>

export type UpdateKind = keyof typeof KINDS
export const UPDATE_KINDS = Object.keys(KINDS) as [UpdateKind, ...UpdateKind[]]

/** A record that was created, changed or removed. */
export interface StoreUpdate {
  kind: UpdateKind
  /** null if the update is not about a single record: credits. */
  id: string | null
  /** null for a record of the machine. */
  account: string | null
}

type Listener = (updates: readonly StoreUpdate[]) => void

/**
 * Reports what each transaction has created, changed or removed, whatever wrote it, after the commit. Changes that were
 * rolled back may be reported too. Triggers of this connection record the changes, so that writers need not. The triggers
 * are not in the file, and exist only while there is a listener: without them, a paid call takes a fifth less time.
 */
export function createUpdateStore(db: Database.Database, engine: Engine) {
  const listeners = new Set<Listener>()
  let pendingUpdates: StoreUpdate[] = []

  db.function('note_update', (kind: UpdateKind, id: string | null, account: string | null) => {
    pendingUpdates.push({ kind, id, account })
    return null
  })
  engine.onCommit(() => {
    if (!pendingUpdates.length) return
    const updates = pendingUpdates
    pendingUpdates = []
    for (const listener of listeners) listener(updates)
  })

  return {
    /** Reports a change of a record outside of the store. */
    note(update: StoreUpdate): void {
      for (const listener of listeners) listener([update])
    },
    /** Calls the listener with the updates of each commit. Returns a function that removes the listener. */
    follow(listener: Listener): () => void {
      if (!listeners.size) db.exec(TRIGGERS.map(({ create }) => create).join('\n'))
      listeners.add(listener)
      return () => {
        const isLast = listeners.delete(listener) && !listeners.size
        if (isLast && db.open) db.exec(TRIGGERS.map(({ drop }) => drop).join('\n'))
      }
    },
  }
}

const verbsOf = ({ verbs }: TableSource): Verb[] => verbs ?? ['INSERT', 'UPDATE']

function triggerOf(kind: string, { table, id, account, when = 'TRUE' }: TableSource, verb: Verb) {
  const row = verb === 'DELETE' ? 'OLD' : 'NEW'
  const name = `update_${kind}_${table}_${verb}`
  const body = `WHEN ${when} BEGIN SELECT note_update('${kind}', ${id}, ${account}); END`
  return {
    create: `CREATE TEMP TRIGGER ${name} AFTER ${verb} ON main.${table} ${body.replaceAll('row.', `${row}.`)};`,
    drop: `DROP TRIGGER temp.${name};`,
  }
}

const TRIGGERS = Object.entries(KINDS).flatMap(([kind, sources]: [string, TableSource[]]) =>
  sources.flatMap(source => verbsOf(source).map(verb => triggerOf(kind, source, verb))),
)
