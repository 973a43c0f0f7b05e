import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { type Delivery, useWebhookActions, type Webhook } from './api.ts'
import { DeliveryState, outcomeOf } from './delivery-state.tsx'
import { TEST_EVENT } from './event-label.ts'

/** A drawer with a delivery: the answer to each attempt, the event, and a button that sends it again. */
export const DeliveryDrawer = ({
  webhook,
  delivery,
  onOpen,
}: {
  webhook: Webhook
  delivery: Delivery | null
  /** Opens another delivery; null closes the drawer. */
  onOpen: (id: string | null) => void
}) => (
  <Drawer opened={delivery !== null} onClose={() => onOpen(null)} title="Delivery" size="lg">
    {delivery && <Content key={delivery.id} webhook={webhook} delivery={delivery} onOpen={onOpen} />}
  </Drawer>
)

function Content({
  webhook,
  delivery,
  onOpen,
}: {
  webhook: Webhook
  delivery: Delivery
  onOpen: (id: string) => void
}) {
  const { resend } = useWebhookActions()
  const { id, state, event, attempts, next_attempt_at } = delivery
  return (
    <Stack gap={16}>
      <Group justify="space-between">
        <DeliveryState state={state} />
        {event.type !== TEST_EVENT && (
          <Button
            size="compact-sm"
            variant="default"
            loading={resend.isPending}
            onClick={() =>
              resend.mutate({ id: webhook.id, delivery_id: id }, { onSuccess: sent => onOpen(sent.id) })
            }
          >
            Send again
          </Button>
        )}
      </Group>
      {resend.error && <ErrorNotice error={resend.error} />}
      <section aria-label="Attempts">
        <Title order={2}>Attempts</Title>
        {attempts.map((attempt, index) => (
          <Group key={attempt.at} gap={8} py={4}>
            <Text size="sm">{`${index + 1}.`}</Text>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {outcomeOf(attempt)}
            </Text>
            <Text size="sm" c="dimmed">
              {`${numberText(attempt.ms)} ms · `}
              <Time at={attempt.at} />
            </Text>
          </Group>
        ))}
        {next_attempt_at && (
          <Text size="sm" c="dimmed">
            {'The next attempt: '}
            <Time at={next_attempt_at} />
          </Text>
        )}
      </section>
      <section aria-label="Event">
        <Title order={2} mb={8}>
          Event
        </Title>
        <CodeBlock code={JSON.stringify(event, null, 2)} what="the event" />
      </section>
    </Stack>
  )
}
