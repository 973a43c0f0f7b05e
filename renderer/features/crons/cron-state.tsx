import { StateDot } from '../../ui/state-dot.tsx'
import type { Cron } from './api.ts'

/** Whether a cron fires; why not, on hover. */
export function CronState({ of: { enabled, paused_reason } }: { of: Cron }) {
  if (enabled) return <StateDot state="good">on</StateDot>
  return (
    <span title={paused_reason ?? undefined}>
      <StateDot state="warn">paused</StateDot>
    </span>
  )
}
