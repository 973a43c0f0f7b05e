import { counted } from '../../base/counted.ts'
import { AppError } from '../../base/errors.ts'
import type { RunRow } from '../../store/workflows/run-rows.ts'
import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

/** What a run may still spend, and what calls under way may cost in the end. */
export interface RunBudget {
  seq: number
  budget: number | null
  used: number
  held: number
  /** A call did not fit into what is left. */
  isSpent: boolean
  /** What to do where it is spent. */
  hint: string
  wakeSignal: WakeSignal
}

type Budgeted = Pick<RunRow, 'seq' | 'budget' | 'used' | 'cron_id'>

export const budgetOf = (
  { seq, budget, used, cron_id }: Budgeted,
  { settings }: Pick<WorkflowDocument, 'settings'>,
): RunBudget => ({
  seq,
  budget,
  used,
  held: 0,
  isSpent: budget !== null && used >= budget,
  hint: `${budget === settings.budget ? RAISE.workflow : cron_id === null ? RAISE.call : RAISE.cron}.`,
  wakeSignal: createWakeSignal(Date.now),
})

const RETRY = 'retry the run from what failed, with the newest version'

/** A run is bound by its workflow, or more tightly by the cron or the call that started it. */
const RAISE = {
  workflow: `Raise \`settings.budget\` of the workflow, then ${RETRY}`,
  cron: `Raise \`budget.per_run\` or \`budget.per_day\` of the cron for its next runs, or ${RETRY}`,
  call: `Start it with a larger \`budget\`, or ${RETRY}`,
}

/**
 * Sets credits aside in the budget of a run and of those that it works for. Where calls under way may cost in the end what is
 * left, it waits for their end. Throws `over_budget` where the credits can never fit.
 */
export async function holdInBudgets(
  chain: readonly RunBudget[],
  credits: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const full = chain.find(({ budget, used, held }) => budget !== null && used + held + credits > budget)
    if (!full) break
    if (!full.held || full.used + credits > full.budget!) {
      full.isSpent = true
      throw overBudget(full, credits)
    }
    await full.wakeSignal.wait()
  }
  for (const one of chain) one.held += credits
}

/** After a call: what it held is free again, and what it captured is spent. */
export function settleBudgets(chain: readonly RunBudget[], held: number, used: number): void {
  for (const one of chain) {
    one.held -= held
    one.used += used
    one.wakeSignal.notify()
  }
}

function overBudget({ budget, used, hint }: RunBudget, credits: number): AppError {
  const spent = `The run has spent ${used} of its budget of ${counted(budget!, 'credit')}`
  return new AppError('over_budget', `${spent}${used < budget! ? `; the next call costs ${credits}` : ''}.`, {
    hint,
  })
}
