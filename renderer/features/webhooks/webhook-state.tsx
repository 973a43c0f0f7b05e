import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import type { Webhook } from './api.ts'

/** Shows whether a webhook is on, and since when its deliveries have failed. */
export function WebhookState({ of: { enabled, failing_since } }: { of: Webhook }) {
  if (!enabled) return <StateDot state="quiet">Off</StateDot>
  if (!failing_since) return <StateDot state="good">On</StateDot>
  return (
    <StateDot state="bad">
      Failing since <Time at={failing_since} exact />
    </StateDot>
  )
}
