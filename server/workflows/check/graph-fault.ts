import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { SampleSources } from '../node-type.ts'

/** Maximum number of faults that an answer lists. Their hints may name many nodes, so more would make the answer large. */
export const MAX_FAULTS = 100

/** A fault of a workflow, and its field: `nodes[2].config.url`. */
export interface GraphFault {
  field: string
  error: string
  hint?: string | undefined
}

/** The data against which a workflow is checked. */
export interface GraphContext extends SampleSources {
  expressions: Expressions
  /** Whether the account has a parser, database, webhook or workflow with this id. */
  has(noun: string, id: string): Promise<boolean>
  /** Returns the newest version of a workflow of the account. Works inside a transaction. */
  workflow(id: string): WorkflowDocument | null
}
