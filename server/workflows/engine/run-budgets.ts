import { counted, groupDigits } from '../../base/counted.ts'
import { AppError } from '../../base/errors.ts'
import type { RunRow } from '../../store/workflows/run-rows.ts'
import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import { RETRY_NEWEST } from './run-errors.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

/** The budget of a run: what it has spent, and what its running calls may cost at most. */
export interface RunBudget {
  seq: number
  budget: number | null
  used: number
  held: number
  /** Whether a call did not fit into what is left. */
  isSpent: boolean
  /** How to fix it if the budget is spent. */
  hint: string
  wakeSignal: WakeSignal
}

type BudgetRow = Pick<RunRow, 'seq' | 'budget' | 'used' | 'cron_id'>

export const budgetOf = (
  { seq, budget, used, cron_id }: BudgetRow,
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

/**
 * Hints for raising the budget, which comes from the workflow, or, if lower, from the cron or the call that started the run.
 */
const RAISE = {
  workflow: `Raise \`settings.budget\` of the workflow, then ${RETRY_NEWEST}`,
  cron: `Raise \`budget.per_run\` or \`budget.per_day\` of the cron for its next runs, or ${RETRY_NEWEST}`,
  call: `Start it with a larger \`budget\`, or ${RETRY_NEWEST}`,
}

/**
 * Holds credits in the budget of a run and those of its parent runs. If running calls may use up what is left, it waits for
 * them to end. Throws `over_budget` if the credits can never fit.
 */
export async function holdInBudgets(
  chain: readonly RunBudget[],
  credits: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const exhausted = chain.find(
      ({ budget, used, held }) => budget !== null && used + held + credits > budget,
    )
    if (!exhausted) break
    if (!exhausted.held || exhausted.used + credits > exhausted.budget!) {
      exhausted.isSpent = true
      throw overBudget(exhausted, credits, exhausted === chain[0] ? 'The run' : 'The parent run')
    }
    await exhausted.wakeSignal.wait()
  }
  for (const one of chain) one.held += credits
}

/** Settles a call: frees what it held and counts what it captured as spent. */
export function settleBudgets(chain: readonly RunBudget[], held: number, used: number): void {
  for (const one of chain) {
    one.held -= held
    one.used += used
    one.wakeSignal.notify()
  }
}

function overBudget({ budget, used, hint }: RunBudget, credits: number, whose: string): AppError {
  const spent = `${whose} has spent ${groupDigits(used)} of its budget of ${counted(budget!, 'credit')}`
  return new AppError(
    'over_budget',
    `${spent}${used < budget! ? `; the next call costs ${groupDigits(credits)}` : ''}.`,
    {
      hint,
    },
  )
}
