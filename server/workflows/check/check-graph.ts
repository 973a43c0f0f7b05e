import { AppError, shortProblem } from '../../base/errors.ts'
import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import { checkConfig } from './check-config.ts'
import { checkExpressions } from './check-expressions.ts'
import { inputSchemaFaults } from './check-input-schema.ts'
import { checkReferences } from './check-references.ts'
import { checkSamples, type GraphCheck } from './check-samples.ts'
import { checkStructure } from './check-structure.ts'
import { type GraphContext, type GraphFault, MAX_FAULTS } from './graph-fault.ts'

/**
 * Returns the first faults of a workflow within 2 s, and a sample of what reaches each node. `id` is the workflow's own id, if it
 * has one.
 */
export async function checkGraph(
  document: WorkflowDocument,
  context: GraphContext,
  id?: string,
): Promise<GraphCheck> {
  const faults = [
    ...checkStructure(document),
    ...inputSchemaFaults(document.input_schema),
    ...document.nodes.flatMap((node, index) => checkConfig(node, `nodes[${index}]`, context.operations)),
    ...(await checkExpressions(document, context.expressions)),
    ...(await checkReferences(document, context, id)),
  ]
  const sampleCheck = await checkSamples(document, context)
  const shown = [...faults, ...sampleCheck.faults].slice(0, MAX_FAULTS)
  return { faults: shown.map(shortProblem), samples: sampleCheck.samples }
}

/** Returns the 422 error for a workflow that cannot run: its first fault, and all of these in `problems`. */
export function invalidGraph(faults: readonly GraphFault[]): AppError {
  const { field, error, hint } = faults[0]!
  return new AppError('invalid_graph', error, { field, ...(hint && { hint }), extra: { problems: faults } })
}
