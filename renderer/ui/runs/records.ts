import type { OutputOf } from '../../lib/client.ts'

export type Run = OutputOf<'workflow-run-get'>
export type Step = Run['steps'][number]

/** Items that failed in any step. */
export const failedIn = ({ steps }: Run) => steps.reduce((sum, { items_failed }) => sum + items_failed, 0)
