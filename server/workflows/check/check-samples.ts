import type { AppError } from '../../base/errors.ts'
import { fieldPath } from '../../base/fields/field-path.ts'
import type { WorkflowDocument, WorkflowNode } from '../../store/workflows/workflows.ts'
import { templateOf } from '../expressions/expression-field.ts'
import type { Variables } from '../expressions/expressions.ts'
import { nodeType } from '../node-types/index.ts'
import { resolveConfigs } from '../resolve-configs.ts'
import { textsOf } from './check-expressions.ts'
import type { GraphContext, GraphFault } from './graph-fault.ts'
import { predecessorsOf, topologicalOrder } from './graph-order.ts'
import { sampleOfSchema } from './sample-of-schema.ts'

/**
 * Time limits in milliseconds: for the expressions of one node on one sample, and for those of all nodes. The rest is not
 * tried.
 */
const NODE_TIMEOUT_MS = 400
const TOTAL_TIMEOUT_MS = 900
/**
 * Maximum number of nodes whose stopped expressions are tried once more, even after the total limit: on a busy machine they
 * may not get a processor in time.
 */
const MAX_RETRIES = 2

/** The first item that a node emits for the sample, or the error. */
type SampleOutcome = { value: unknown } | { error: AppError }

const SAMPLE_RUN: Variables['run'] = {
  id: 'run_sample',
  workflow_id: 'wf_sample',
  trigger: 'manual',
  started_at: '2026-01-15T09:30:00.000Z',
}

/** Expressions that do not end, found by trying each on a sample; and the sample that reaches each node. */
export interface GraphCheck {
  faults: GraphFault[]
  samples: Record<string, unknown>
}

/** Tries the expressions of each node on a sample of what reaches it. */
export async function checkSamples(document: WorkflowDocument, context: GraphContext): Promise<GraphCheck> {
  const input = sampleOfSchema(document.input_schema)
  const before = predecessorsOf(document)
  const seen = new Map<string, Variables>()
  const samples = new Map<string, unknown>()
  const faults: GraphFault[] = []
  const end = performance.now() + TOTAL_TIMEOUT_MS
  let retries = 0
  for (const id of topologicalOrder(document)) {
    const index = document.nodes.findIndex(node => node.id === id)
    const variables = variablesAt(before.get(id)!, { input, seen, samples })
    seen.set(id, variables)
    const leftMs = end - performance.now()
    if (leftMs <= 0) break
    const tryNode = (ms: number) => trySample(document.nodes[index]!, variables, context, ms)
    let outcome = await tryNode(Math.min(NODE_TIMEOUT_MS, leftMs))
    if (isStopped(outcome) && retries++ < MAX_RETRIES) outcome = await tryNode(NODE_TIMEOUT_MS)
    if ('error' in outcome && isEndless(outcome.error))
      faults.push(endless(outcome.error, document.nodes[index]!, index))
    samples.set(id, 'value' in outcome ? outcome.value : {})
  }
  return { faults, samples: Object.fromEntries([...seen].map(([id, { item }]) => [id, item])) }
}

/** Returns the variables of a node, with the sample of its first predecessor. */
function variablesAt(
  [predecessor]: string[],
  { input, seen, samples }: { input: unknown; seen: Map<string, Variables>; samples: Map<string, unknown> },
): Variables {
  const base = { input, index: 0, run: SAMPLE_RUN }
  if (predecessor === undefined) return { ...base, item: input, nodes: {} }
  const item = samples.get(predecessor)
  return { ...base, item, nodes: { ...seen.get(predecessor)?.nodes, [predecessor]: item } }
}

async function trySample(
  node: WorkflowNode,
  variables: Variables,
  context: GraphContext,
  timeoutMs: number,
): Promise<SampleOutcome> {
  const type = nodeType(node.type)
  if (!type) return { value: {} }
  const [resolved] = await resolveConfigs(context.expressions, type, node.config, [variables], { timeoutMs })
  if (node.pinned?.length) return { value: node.pinned[0] }
  if ('error' in resolved!) return resolved
  const { item } = variables
  return { value: type.sample ? await type.sample({ item, config: resolved!.config }, context) : item }
}

const STOPPED = 'An expression was stopped after'
/** At the start of a message, which may end with the expression itself. */
const ENDLESS = new RegExp(`^(${STOPPED}|An expression needed more memory|Stack overflow)`)

const isEndless = ({ message }: AppError) => ENDLESS.test(message)

const isStopped = (outcome: SampleOutcome) => 'error' in outcome && outcome.error.message.startsWith(STOPPED)

const endless = ({ message, facts }: AppError, node: WorkflowNode, index: number): GraphFault => ({
  field: `nodes[${index}].${facts.field ?? onlyField(node)}`,
  error: message,
  hint: 'It was tried on sample input and did not finish.',
})

/**
 * Returns the field of the only expression, or `config` if there are several: a terminated thread cannot report where it was.
 */
function onlyField({ type, config }: WorkflowNode): string {
  const [text, ...others] = textsOf(templateOf(nodeType(type)!.config, config))
  return fieldPath(['config', ...(others.length ? [] : text!.path)])
}
