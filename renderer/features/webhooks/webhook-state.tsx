import { Group } from '@mantine/core'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import type { Webhook } from './api.ts'

/** Whether a webhook is sent to, and since when that fails. */
export function WebhookState({ of: { enabled, failing_since } }: { of: Webhook }) {
  if (!enabled) return <StateDot state="quiet">switched off</StateDot>
  if (!failing_since) return <StateDot state="good">on</StateDot>
  return (
    <Group gap={4} wrap="nowrap">
      <StateDot state="bad">failing since</StateDot>
      <Time at={failing_since} />
    </Group>
  )
}
