import { queryOptions } from '@tanstack/react-query'
import { call, type OutputOf } from '../../lib/service/client.ts'
import { numberText } from '../number-text.ts'

export type WorkflowRun = OutputOf<'workflow-run-get'>
export type RunStep = WorkflowRun['steps'][number]

export const runQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['workflow-runs', account, id],
    queryFn: ({ signal }) => call('workflow-run-get', { id }, { signal }),
  })

/** Whether a run has not ended yet. */
export const isRunOpen = ({ state }: Pick<WorkflowRun, 'state'>) =>
  state === 'pending' || state === 'running' || state === 'waiting'

/** Says how many items left a step, by branch if there are several: `1 out, 2 rejected`. */
export function leftText({ items_out, branches }: RunStep): string {
  const counts = Object.entries(branches ?? {})
  return counts.every(([branch]) => branch === 'out')
    ? numberText(items_out)
    : counts.map(([branch, count]) => `${numberText(count)} ${branch}`).join(', ')
}

/** Says why items are missing in a step that is incomplete; undefined if none are. */
export const missingReason = ({ incomplete }: RunStep): string | undefined =>
  incomplete
    ? 'Items are missing: a list or database has more than the node takes without a limit, a page or a list of an answer could not be read, or a sub-workflow lacked items.'
    : undefined
