import { StateDot } from '../../ui/state-dot.tsx'
import type { Cron } from './api.ts'

/** Says why a cron is paused, as a sentence. */
export function pausedBecause({ paused_reason }: Cron): string {
  if (paused_reason === 'key_revoked') return 'Its key was revoked or has expired.'
  return paused_reason ?? 'Created paused.'
}

/** Shows whether a cron is active. If it is paused, the tooltip says why. */
export function CronState({ of: cron }: { of: Cron }) {
  if (cron.enabled) return <StateDot state="good">On</StateDot>
  return (
    <span title={pausedBecause(cron)}>
      <StateDot state="warn">Paused</StateDot>
    </span>
  )
}
