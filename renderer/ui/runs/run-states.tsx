import { type Outcome, OutcomeDot } from '../outcome.tsx'
import type { Run, Step } from './records.ts'

/** The state of a run, with the items that failed. */
export const RunStateDot = ({ run: { state, items_failed, error } }: { run: Run }) => (
  <OutcomeDot state={state} failed={items_failed} note={error?.message} />
)

/** How a step went; one whose items all failed has no success. */
export const outcomeOfStep = ({ state, items_in, items_failed }: Step): Outcome => ({
  state,
  failed: items_failed,
  total: items_in,
})

const TRIGGERS: Record<Run['trigger']['type'], string> = {
  manual: 'by hand',
  cron: 'by a cron',
  workflow: 'by another run',
  mcp: 'by an assistant',
}

/** The kind of a run: of one node only, up to a node, a dry run, or else what started it. */
export function kindOf(
  { only_node, to_node, dry_run, trigger }: Run,
  nameOf = (node: string): string => node,
): string {
  if (only_node) return `only ${nameOf(only_node)}`
  if (to_node) return `up to ${nameOf(to_node)}`
  return dry_run ? 'dry run' : TRIGGERS[trigger.type]
}
