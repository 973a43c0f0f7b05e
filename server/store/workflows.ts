import { DAY, iso } from '../times.ts'
import type { Engine } from './engine.ts'
import { type Page, type PageQuery, pageOf, placeOfCursor } from './page-of.ts'

export const WORKFLOW_STATES = ['draft', 'active', 'archived'] as const
export const NODE_FAILURES = ['stop', 'continue', 'retry'] as const
export const MAX_NODES = 200

/** A step of a workflow. */
export interface WorkflowNode {
  id: string
  type: string
  name?: string | undefined
  config: Record<string, unknown>
  on_error: (typeof NODE_FAILURES)[number]
  /** Further attempts, with `on_error: retry`. */
  retries: number
  timeout_ms: number
  /** Items that it gives in a trial in place of running. */
  pinned?: unknown[] | undefined
  position?: { x: number; y: number } | undefined
}

/** Items of `from` go to `to`: those of the branch `when`, `out` where it is absent. */
export interface WorkflowEdge {
  from: string
  to: string
  when?: string | undefined
}

/** What the owner of a workflow writes; every version keeps one. */
export interface WorkflowDocument {
  name: string
  description: string
  state: (typeof WORKFLOW_STATES)[number]
  nodes: WorkflowNode[]
  edges: WorkflowEdge[]
  /** JSON Schema of a run's input. */
  input_schema: Record<string, unknown>
  settings: {
    concurrency: number
    /** Seconds. */
    max_duration: number
    /** Credits; null: any. */
    budget: number | null
  }
}

/** A workflow as it is stored. */
export interface WorkflowRecord extends WorkflowDocument {
  id: string
  version: number
  created_at: string
  updated_at: string
}

/** One version of a workflow. */
export interface WorkflowVersion extends WorkflowDocument {
  version: number
  created_at: string
}

interface Row {
  id: string
  version: number
  document: string
  created_at: number
  updated_at: number
}

const toRecord = ({ document, created_at, updated_at, ...row }: Row): WorkflowRecord => ({
  ...row,
  ...(JSON.parse(document) as WorkflowDocument),
  created_at: iso(created_at),
  updated_at: iso(updated_at),
})

/** Deleted workflows stay restorable for this long. */
const RESTORABLE = 7 * DAY

const SELECT = `
  SELECT workflows.id, workflows.version, document, workflows.created_at, updated_at
  FROM workflows JOIN workflow_versions ON workflow_id = workflows.id AND workflow_versions.version = workflows.version`

/** Workflows and their versions. Every function carries the account: another account's workflow is absent. */
export function createWorkflowStore(engine: Engine) {
  const insert = engine.prepare(
    'INSERT INTO workflows (id, account_id, version, created_at, updated_at) VALUES (?, ?, 1, ?, ?)',
  )
  const insertVersion = engine.prepare(
    'INSERT INTO workflow_versions (workflow_id, version, document, created_at) VALUES (?, ?, ?, ?)',
  )
  const advance = engine.prepare<{ version: number }>(`
    UPDATE workflows SET version = version + 1, updated_at = ?
    WHERE id = ? AND account_id = ? AND deleted_at IS NULL RETURNING version
  `)
  const byId = engine.prepare<Row>(
    `${SELECT} WHERE workflows.id = ? AND account_id = ? AND deleted_at IS NULL`,
  )
  const byVersion = engine.prepare<Row>(`
    SELECT workflows.id, workflow_versions.version, document, workflows.created_at, updated_at
    FROM workflows JOIN workflow_versions ON workflow_id = workflows.id
    WHERE workflows.id = ? AND account_id = ? AND deleted_at IS NULL AND workflow_versions.version = ?
  `)
  const listed = engine.prepare<Row>(`
    ${SELECT} WHERE account_id = @accountId AND deleted_at IS NULL AND (workflows.created_at, workflows.id) < (@at, @id)
    ORDER BY workflows.created_at DESC, workflows.id DESC LIMIT @limit
  `)
  const remove = engine.prepare(
    'UPDATE workflows SET deleted_at = ? WHERE id = ? AND account_id = ? AND deleted_at IS NULL',
  )
  const restore = engine.prepare(
    'UPDATE workflows SET deleted_at = NULL WHERE id = ? AND account_id = ? AND deleted_at >= ?',
  )
  const versions = engine.prepare<{ version: number; document: string; created_at: number }>(
    'SELECT version, document, created_at FROM workflow_versions WHERE workflow_id = ? ORDER BY version DESC',
  )
  const expire = engine.prepare('DELETE FROM workflows WHERE deleted_at < ?')
  const naming = engine.prepare<{ id: string }>(`
    SELECT workflows.id FROM workflows
    JOIN workflow_versions ON workflow_id = workflows.id AND workflow_versions.version = workflows.version
    WHERE account_id = @accountId AND deleted_at IS NULL AND workflows.id <> @recordId
      AND instr(document, json_quote(@recordId)) LIMIT @limit
  `)

  const read = (accountId: string, id: string): WorkflowRecord | null => {
    const row = byId.get(id, accountId)
    return row ? toRecord(row) : null
  }

  return {
    /** At once, for use inside a transaction. */
    read,
    find: async (accountId: string, id: string) => read(accountId, id),
    /** The workflow as it was at a version. */
    at: async (accountId: string, id: string, version: number): Promise<WorkflowRecord | null> => {
      const row = byVersion.get(id, accountId, version)
      return row ? toRecord(row) : null
    },
    list: async (accountId: string, { limit, cursor }: PageQuery): Promise<Page<WorkflowRecord>> => {
      const rows = listed.all({ accountId, ...placeOfCursor(cursor), limit: limit + 1 })
      return pageOf(rows, limit, ({ created_at, id }) => ({ at: created_at, id }), toRecord)
    },
    /** A new workflow and what writes it, which belongs into the transaction of the call that makes it. */
    create(accountId: string, id: string, document: WorkflowDocument, now: number) {
      const text = JSON.stringify(document)
      const write = () => {
        insert.run(id, accountId, now, now)
        insertVersion.run(id, 1, text, now)
      }
      return { record: toRecord({ id, version: 1, document: text, created_at: now, updated_at: now }), write }
    },
    /** Writes the next version; null where the workflow is absent, 'stale' where it is no longer at `expected`. */
    replace: (accountId: string, id: string, document: WorkflowDocument, now: number, expected?: number) =>
      engine.write((): WorkflowRecord | null | 'stale' => {
        const current = read(accountId, id)
        if (!current) return null
        if (expected !== undefined && expected !== current.version) return 'stale'
        const { version } = advance.get(now, id, accountId)!
        insertVersion.run(id, version, JSON.stringify(document), now)
        return read(accountId, id)!
      }),
    remove: (accountId: string, id: string, now: number): Promise<boolean> =>
      engine.write(() => remove.run(now, id, accountId).changes === 1),
    /** Takes a deletion of the last 7 days back. */
    restore: (accountId: string, id: string, now: number): Promise<WorkflowRecord | null> =>
      engine.write(() => (restore.run(id, accountId, now - RESTORABLE).changes ? read(accountId, id) : null)),
    /** Newest first; the caller has found the workflow before. */
    versions: async (id: string): Promise<WorkflowVersion[]> =>
      versions.all(id).map(({ version, document, created_at }) => ({
        version,
        ...(JSON.parse(document) as WorkflowDocument),
        created_at: iso(created_at),
      })),
    /** Ids of workflows whose newest version names a record: a parser, a database, a webhook, another workflow. */
    naming: async (accountId: string, recordId: string, limit: number): Promise<string[]> =>
      naming.all({ accountId, recordId, limit }).map(({ id }) => id),
    /** Removes for good what was deleted more than 7 days before `now`. */
    expire: (now: number): Promise<void> => engine.write(() => void expire.run(now - RESTORABLE)),
  }
}

export type WorkflowStore = ReturnType<typeof createWorkflowStore>
