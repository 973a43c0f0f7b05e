import type Database from 'better-sqlite3'
import { allSteps, type MigrationStep } from './migration-steps.ts'

type Db = Database.Database

const hasTable = (db: Db, table: string) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined

const hasColumn = (db: Db, table: string, column: string) =>
  db.prepare('SELECT 1 FROM pragma_table_xinfo(?) WHERE name = ?').get(table, column) !== undefined

/** Stores up to this version may have been created while steps still changed their numbers. */
const LAST_RENUMBERED = 20

/**
 * The table or column that shows that a step was applied. Steps that only rewrite documents leave no trace, and may be
 * applied again.
 */
const STEP_TRACES: Record<number, [table: string, column?: string]> = {
  4: ['parser_runs'],
  6: ['batches'],
  7: ['jobs'],
  8: ['databases'],
  9: ['webhooks'],
  10: ['database_runs'],
  11: ['batches', 'webhook'],
  12: ['jobs', 'attempts'],
  13: ['jobs', 'sources'],
  14: ['workflows'],
  15: ['workflow_runs'],
  16: ['crons'],
  17: ['parser_fixtures'],
  18: ['parser_health'],
  20: ['parser_choices'],
}

function isApplied(db: Db, { number }: MigrationStep, version: number): boolean {
  const mark = version <= LAST_RENUMBERED && STEP_TRACES[number]
  if (!mark) return number <= version
  const [table, column] = mark
  return column ? hasColumn(db, table, column) : hasTable(db, table)
}

/**
 * Returns the steps that created a store which does not list them itself, because it is older than the table of applied
 * steps.
 */
export const inferAppliedSteps = (db: Db, version: number): number[] =>
  allSteps()
    .filter(step => isApplied(db, step, version))
    .map(({ number }) => number)

/**
 * Something that a step once created differently, before steps were frozen, and the SQL that brings it to the current form.
 */
interface Repair {
  isNeeded(db: Db): boolean
  sql: string
}

const REPAIRS: Repair[] = [
  {
    // Entries had ids of their own. An adjustment could be repeated under one subject, which now counts once.
    isNeeded: db => hasTable(db, 'ledger') && !hasColumn(db, 'ledger', 'seq'),
    sql: `
      DROP INDEX ledger_grants;
      ALTER TABLE ledger RENAME TO earlier_ledger;
      CREATE TABLE ledger (
        seq INTEGER PRIMARY KEY,
        account_id TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('grant', 'capture', 'adjust')),
        delta INTEGER NOT NULL,
        subject TEXT NOT NULL,
        key_id TEXT,
        created_at INTEGER NOT NULL
      ) STRICT;
      INSERT INTO ledger (account_id, kind, delta, subject, key_id, created_at)
      SELECT account_id, kind, delta, iif(nth = 1, subject, subject || ' (' || nth || ')'), key_id, created_at FROM (
        SELECT *, row_number() OVER (PARTITION BY account_id, kind, subject ORDER BY created_at, id) AS nth
        FROM earlier_ledger
      ) ORDER BY created_at, id;
      DROP TABLE earlier_ledger;
      CREATE UNIQUE INDEX ledger_once ON ledger (account_id, kind, subject) WHERE substr(subject, 1, 4) <> 'req_';
    `,
  },
  {
    isNeeded: db => hasTable(db, 'calls') && !hasColumn(db, 'calls', 'seq'),
    sql: `
      DROP INDEX calls_of_key;
      DROP INDEX calls_of_parser;
      ALTER TABLE calls RENAME TO earlier_calls;
      CREATE TABLE calls (
        seq INTEGER PRIMARY KEY,
        account_id TEXT NOT NULL,
        id TEXT NOT NULL,
        operation TEXT NOT NULL,
        key_id TEXT NOT NULL,
        source TEXT NOT NULL,
        status INTEGER NOT NULL,
        error TEXT,
        credits INTEGER NOT NULL,
        sources TEXT,
        ms INTEGER NOT NULL,
        parser_id TEXT,
        created_at INTEGER NOT NULL
      ) STRICT;
      INSERT INTO calls (account_id, id, operation, key_id, source, status, error, credits, sources, ms, parser_id, created_at)
      SELECT account_id, id, operation, key_id, source, status, error, credits, sources, ms, parser_id, created_at
      FROM earlier_calls ORDER BY created_at, id;
      DROP TABLE earlier_calls;
      CREATE INDEX calls_of_parser ON calls (parser_id, created_at) WHERE parser_id IS NOT NULL;
    `,
  },
  {
    // Numbers of purged changes could be reused; a number that a reader of the feed has seen must never be.
    isNeeded: db => hasTable(db, 'database_changes') && !hasAutoincrement(db),
    sql: `
      DROP INDEX database_changes_in_order;
      DROP INDEX database_changes_of_row;
      ALTER TABLE database_changes RENAME TO earlier_changes;
      CREATE TABLE database_changes (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        database_id TEXT NOT NULL REFERENCES databases (id) ON DELETE CASCADE,
        row_id TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'removed', 'returned')),
        fields TEXT NOT NULL,
        data TEXT NOT NULL,
        source TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;
      INSERT INTO database_changes SELECT * FROM earlier_changes;
      DROP TABLE earlier_changes;
      CREATE INDEX database_changes_in_order ON database_changes (database_id, seq);
      CREATE INDEX database_changes_of_row ON database_changes (row_id, seq);
    `,
  },
  {
    isNeeded: db => hasTable(db, 'workflows') && !hasColumn(db, 'workflows', 'name'),
    sql: `
      ALTER TABLE workflows ADD COLUMN name TEXT NOT NULL DEFAULT '';
      UPDATE workflows SET name = coalesce(json_extract(document, '$.name'), '') FROM workflow_versions
      WHERE workflow_id = id AND workflow_versions.version = workflows.version;
    `,
  },
]

const hasAutoincrement = (db: Db) =>
  /AUTOINCREMENT/.test(
    String(db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'database_changes'").pluck().get()),
  )

/**
 * Brings a store that was created before steps were frozen to what the steps create now, as far as the differences are
 * known.
 */
export function repairOlder(db: Db): void {
  for (const { isNeeded, sql } of REPAIRS) if (isNeeded(db)) db.exec(sql)
}
