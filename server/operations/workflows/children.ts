import { AppError, type ErrorCode } from '../../base/errors.ts'
import type { RunError } from '../../store/workflows/run-queue.ts'
import { isRunOpen, type RunRow } from '../../store/workflows/run-rows.ts'
import type { ActiveRun } from '../../workflows/engine/active-run.ts'
import type { ItemWork } from '../../workflows/engine/item-work.ts'
import { isOutOfCredits, ParkedError, runCancelled } from '../../workflows/engine/run-errors.ts'
import { readGraph } from '../../workflows/engine/run-graph.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { prepareRun } from './prepare-run.ts'
import { lacksItems } from './rows.ts'

/** Maximum output that a run returns to its parent. */
const MAX_HANDED_ON = { items: 10_000, characters: 67_108_864 }
/** Maximum depth of nested runs. */
const MAX_DEPTH = 10

/** Starts a run for an item, which then waits for it to end. An item starts only one run. */
export async function startChild(
  services: Services,
  { run, items }: ItemWork,
  workflowId: string,
  input: unknown,
): Promise<never> {
  const { store } = services
  const { seq } = items[0]!
  if (run.budgets.length >= MAX_DEPTH) throw tooDeep()
  found(await store.workflows.find(run.row.account_id, workflowId), 'workflow_id')
  const child = await prepareRun(services, run.caller, workflowId, {
    input,
    trigger: { type: 'workflow' },
    parent: { run_id: run.row.id, item: seq },
  })
  await store.write(() => {
    if (!store.workflowItems.setChild(seq, child.run.id)) throw runCancelled()
    child.write()
  })
  throw new ParkedError(null)
}

/**
 * Returns the output of an ended run, for the item that waits for it. If the output is incomplete, the item's node is marked
 * as incomplete too. Throws `ParkedError` while the run is open.
 */
export async function outputOf(
  { store }: Services,
  { run: { row: parent, budgets }, node }: Pick<ItemWork, 'run' | 'node'>,
  runId: string,
): Promise<unknown[]> {
  const row = store.workflowRuns.row(parent.account_id, runId)
  if (!row) throw new AppError('gone', 'The run of the sub-workflow was deleted.')
  if (isRunOpen(row.state)) throw new ParkedError(null)
  if (row.state !== 'completed') throw childFailed(row, budgets)
  const { ends } = readGraph(JSON.parse(row.graph), row.only_node)
  const { items, total } = store.workflowValues.leftBy(row.seq, ends, MAX_HANDED_ON)
  if (items.length < total) throw tooMuch(total)
  if (lacksItems(store, row.seq))
    await store.write(() => store.workflowItems.noteIncomplete(parent.seq, node.node))
  return items
}

/** How the error of an item begins whose sub-workflow did not complete. */
const NOT_COMPLETED = {
  failed: 'The sub-workflow failed: ',
  cancelled: 'The sub-workflow was cancelled: ',
}

/** Returns the error of the innermost sub-workflow in that of a run: the levels between only say that the next one failed. */
function innermost(message: string): string | null {
  const start = Math.max(...Object.values(NOT_COMPLETED).map(beginning => message.lastIndexOf(beginning)))
  return start < 0 ? null : message.slice(start)
}

/**
 * Returns the error of a failed or cancelled run for the waiting item. The item may be retried if the failure may pass, but
 * not if the run was cancelled. If the parent is out of credits too, the error keeps its code and becomes the reason why the
 * parent fails.
 */
function childFailed({ id, state, error }: RunRow, budgets: ActiveRun['budgets']): AppError {
  const found: Partial<RunError> = error === null ? {} : JSON.parse(error)
  const { code = 'conflict', message = '', hint, retryable = false, field } = found
  const isOwnBudget = code === 'over_budget' && !budgets.some(({ isSpent }) => isSpent)
  const isOut = isOutOfCredits(code, field) && !isOwnBudget
  return new AppError(
    isOut ? (code as ErrorCode) : 'conflict',
    innermost(message) ?? NOT_COMPLETED[state === 'failed' ? 'failed' : 'cancelled'] + message,
    {
      mayPass: state === 'failed' && retryable,
      hint: hint ?? `GET /v1/workflow-runs/${id} says more.`,
      ...(isOut && { field }),
    },
  )
}

const tooMuch = (total: number) =>
  new AppError('invalid_input', `The sub-workflow returned ${total} items, which is too much for one item.`, {
    hint: 'Let it write them into a database, and read them from there.',
  })

const tooDeep = () =>
  new AppError('invalid_input', `Runs within runs can be nested ${MAX_DEPTH} deep at most.`, {
    hint: 'Nest fewer workflows.',
  })
