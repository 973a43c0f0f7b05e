import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import type { Webhook } from './api.ts'

/** Whether a webhook is on, and since when its deliveries fail. */
export function WebhookState({ of: { enabled, failing_since } }: { of: Webhook }) {
  if (!enabled) return <StateDot state="quiet">off</StateDot>
  if (!failing_since) return <StateDot state="good">on</StateDot>
  return (
    <StateDot state="bad">
      failing since <Time at={failing_since} />
    </StateDot>
  )
}
