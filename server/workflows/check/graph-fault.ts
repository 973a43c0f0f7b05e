import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { SampleWorld } from '../node-type.ts'

/** What is wrong with a workflow, and where: `nodes[2].config.url`. */
export interface GraphFault {
  field: string
  error: string
  hint?: string | undefined
}

/** What a workflow is checked against. */
export interface GraphWorld extends SampleWorld {
  expressions: Expressions
  /** Whether the account has a record: of a parser, database, webhook or workflow. */
  has(noun: string, id: string): Promise<boolean>
  /** The newest version of a workflow of the account. */
  workflow(id: string): Promise<WorkflowDocument | null>
}
