import type { RunError } from '../../store/workflows/run-queue.ts'
import type { StepRow, StepState } from '../../store/workflows/run-rows.ts'
import type { RunGraph } from './run-graph.ts'

/** The consequences of items having ended. */
interface SettledSteps {
  /** Nodes of kind `list` that now have all their items. */
  ready: string[]
  ended: { node: string; state: StepState }[]
  /** Whether nothing is left to do. */
  isOver: boolean
}

type StepCounts = Pick<StepRow, 'node' | 'state' | 'items_in' | 'items_open'>

const isOpen = (state: StepState) => state === 'pending' || state === 'running'

/**
 * Determines which steps have ended: those that no item can reach any more, whose items have all ended and whose output has
 * been passed on (they are not in `emitting`). Steps that no item reached are skipped.
 */
export function settleSteps(
  graph: RunGraph,
  steps: readonly StepCounts[],
  emitting: readonly string[] = [],
): SettledSteps {
  const byNode = new Map(steps.map(step => [step.node, step]))
  const open = new Set(steps.filter(({ state }) => isOpen(state)).map(({ node }) => node))
  const settled: SettledSteps = { ready: [], ended: [], isOver: false }
  for (const { node, isList, before } of graph.nodes) {
    if (!open.has(node) || before.some(id => open.has(id))) continue
    const { state, items_in, items_open } = byNode.get(node)!
    if (items_open && isList && state === 'pending') settled.ready.push(node)
    if (items_open || emitting.includes(node)) continue
    settled.ended.push({ node, state: items_in ? 'completed' : 'skipped' })
    open.delete(node)
  }
  settled.isOver = open.size === 0
  return settled
}

type StepFailures = Pick<StepRow, 'node' | 'items_in' | 'items_open' | 'items_failed' | 'error'>

/** Whether an item reached an end of the workflow without failing. */
export function hasReachedEnd({ ends }: Pick<RunGraph, 'ends'>, steps: readonly StepFailures[]): boolean {
  const last = new Set(ends.map(({ node }) => node))
  return steps.some(step => last.has(step.node) && step.items_in > step.items_open + step.items_failed)
}

/** Returns the error of a run whose items all failed at some node, so that none reached an end; null for any other run. */
export function allFailed(graph: Pick<RunGraph, 'ends'>, steps: readonly StepFailures[]): RunError | null {
  const failedStep = steps.find(step => step.items_failed > 0 && step.items_failed === step.items_in)
  if (hasReachedEnd(graph, steps) || !failedStep?.error) return null
  const error = JSON.parse(failedStep.error) as RunError
  const all = failedStep.items_failed === 1 ? 'The only item' : `All ${failedStep.items_failed} items`
  return {
    ...error,
    message: `${all} failed at \`${failedStep.node}\`: ${error.message}`,
    node_id: failedStep.node,
  }
}
