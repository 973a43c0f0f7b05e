import { type Outcome, OutcomeDot } from '../outcome.tsx'
import type { RunStep, WorkflowRun } from './records.ts'

/** The state of a run, with the number of failed items. */
export const RunStateDot = ({ run: { state, items_failed, error } }: { run: WorkflowRun }) => (
  <OutcomeDot state={state} failed={items_failed} note={error?.message} />
)

/** Returns the outcome of a step. If all of its items failed, the step has not succeeded. */
export const outcomeOfStep = ({ state, items_in, items_failed }: RunStep): Outcome => ({
  state,
  failed: items_failed,
  total: items_in,
})

const TRIGGERS: Record<WorkflowRun['trigger']['type'], string> = {
  manual: 'by hand',
  cron: 'by a cron',
  workflow: 'by another run',
  mcp: 'by an assistant',
}

/** Returns the kind of a run: a single node, up to a node, a dry run, or its trigger. */
export function kindOfRun(
  { only_node, to_node, dry_run, trigger }: WorkflowRun,
  nameOf = (node: string): string => node,
): string {
  if (only_node) return `only ${nameOf(only_node)}`
  if (to_node) return `up to ${nameOf(to_node)}`
  return dry_run ? 'dry run' : TRIGGERS[trigger.type]
}
