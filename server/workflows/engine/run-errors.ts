import { counted, groupDigits } from '../../base/counted.ts'
import { AppError, serviceStopping } from '../../base/errors.ts'

/** Errors that end work on items early. */
export const itemTooLong = (node: string, ms: number) =>
  new AppError('timeout', `\`${node}\` took longer than ${ms} ms for an item.`, {
    hint: 'Raise `timeout_ms` of the node, or request less at once.',
  })

/** What to do after a limit of the workflow was raised: the version that ran keeps its own limits. */
export const RETRY_NEWEST = 'retry the run from what failed, with the newest version'

export const runTooLong = (seconds: number) =>
  new AppError('timeout', `The run took longer than ${counted(seconds, 'second')}.`, {
    hint: `Raise \`settings.max_duration\` of the workflow, then ${RETRY_NEWEST}.`,
  })

export const runCancelled = () => new AppError('cancelled', 'The run was cancelled.')

export const runStopping = () => serviceStopping('The run continues at the next start.')

export const itemsTooMany = (node: string, limit: number) =>
  new AppError(
    'run_too_large',
    `The run would have more than ${groupDigits(limit)} items with what \`${node}\` emitted.`,
    {
      hint: `Filter items before \`${node}\`, lower its \`limit\`, or split them over several runs. An item counts at each node that it reaches; the setting \`run_max_items\` is the bound.`,
    },
  )

/**
 * Whether an error means that no credits are left for further calls: of a budget, of the account, or under the monthly cap of
 * its key.
 */
export const isOutOfCredits = (code: string, field: string | undefined): boolean =>
  code === 'over_budget' || code === 'insufficient_credits' || field === 'monthly_cap'

/** Whether an error means that the store currently cannot be written. */
export const isUnwritable = (error: unknown) =>
  error instanceof AppError && error.code === 'unavailable_service'

/** Thrown by a node whose item must wait until a time (milliseconds), or until the run that it has started ends. */
export class ParkedError extends Error {
  override readonly name = 'ParkedError'
  readonly runAt: number | null

  constructor(runAt: number | null) {
    super('The item waits.')
    this.runAt = runAt
  }
}
