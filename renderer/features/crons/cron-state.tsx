import { StateDot } from '../../ui/state-dot.tsx'
import type { Cron } from './api.ts'

/** Why a cron is paused, as a sentence. */
export function pausedBecause({ paused_reason }: Cron): string {
  if (paused_reason === 'key_revoked') return 'The key that it runs as was revoked, or has expired.'
  return paused_reason ?? 'It was created paused.'
}

/** Whether a cron fires; why not, on hover. */
export function CronState({ of: cron }: { of: Cron }) {
  if (cron.enabled) return <StateDot state="good">on</StateDot>
  return (
    <span title={pausedBecause(cron)}>
      <StateDot state="warn">paused</StateDot>
    </span>
  )
}
