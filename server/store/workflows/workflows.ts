import type { Engine } from '../engine.ts'
import { createNamingSearch } from '../naming-search.ts'
import { createVersionedDocuments, type VersionFields } from '../versioned-documents.ts'

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
  /** Further attempts, if `on_error` is `retry`. */
  retries: number
  timeout_ms: number
  /** Items that the node emits instead of running, in a dry run or before the node of `to_node`. */
  pinned?: unknown[] | undefined
  position?: { x: number; y: number } | undefined
}

/** Items of `from` go to `to`: those of the branch `when`, or of `out` if it is absent. */
export interface WorkflowEdge {
  from: string
  to: string
  when?: string | undefined
}

/** The document that the owner of a workflow writes; every version has one. */
export interface WorkflowDocument {
  name: string
  description: string
  state: (typeof WORKFLOW_STATES)[number]
  nodes: WorkflowNode[]
  edges: WorkflowEdge[]
  /** The JSON Schema of a run's input. */
  input_schema: Record<string, unknown>
  settings: {
    concurrency: number
    /** Seconds. */
    max_duration: number
    /** Credits; null for no limit. */
    budget: number | null
  }
}

/** A workflow as stored. */
export type WorkflowRecord = WorkflowDocument & VersionFields

/** Stores workflows and their versions. */
export function createWorkflowStore(engine: Engine) {
  const naming = createNamingSearch(
    engine,
    'workflows',
    `SELECT 1 FROM workflows
    JOIN workflow_versions ON workflow_id = workflows.id AND workflow_versions.version = workflows.version
    WHERE workflows.id = @id AND deleted_at IS NULL AND @id <> @recordId AND instr(document, json_quote(@recordId))`,
  )

  return {
    ...createVersionedDocuments<WorkflowDocument>(engine, 'workflow'),
    /** Returns ids of workflows whose newest version names a record: a parser, a database, a webhook or another workflow. */
    naming,
  }
}
