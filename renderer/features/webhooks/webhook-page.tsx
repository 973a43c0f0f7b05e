import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { type Delivery, useWebhookActions, type Webhook, webhookQuery } from './api.ts'
import { Deliveries } from './deliveries.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { WebhookState } from './webhook-state.tsx'

/** One webhook: what it is sent, and what came of it. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const webhook = useQuery(webhookQuery(useAccount(), id))
  if (webhook.data) return <Opened key={id} webhook={webhook.data} />
  return (
    <Page title="Webhook">
      {webhook.isPending ? (
        <RowsSkeleton />
      ) : (
        <ErrorNotice error={webhook.error} onRetry={() => void webhook.refetch()} />
      )}
    </Page>
  )
}

function Opened({ webhook }: { webhook: Webhook }) {
  const { test, remove } = useWebhookActions()
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const [open, setOpen] = useState<Delivery | null>(null)
  const failed = test.error ?? remove.error
  return (
    <Page
      title="Webhook"
      heading={<Heading url={webhook.url} />}
      action={
        <>
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button
            variant="default"
            onClick={() => remove.mutate(webhook, { onSuccess: () => void navigate('/webhooks') })}
          >
            Delete
          </Button>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate(webhook.id, { onSuccess: setOpen })}
          >
            Send test
          </Button>
        </>
      }
    >
      <Stack gap={24}>
        <Facts webhook={webhook} />
        {failed && <ErrorNotice error={failed} />}
        <Deliveries webhook={webhook} onOpen={setOpen} />
      </Stack>
      <EditWebhook webhook={webhook} opened={editing} onClose={() => setEditing(false)} />
      <DeliveryDrawer webhook={webhook} delivery={open} onOpen={setOpen} />
    </Page>
  )
}

const Heading = ({ url }: { url: string }) => (
  <Group gap={8} wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
    <ActionIcon
      component={Link}
      to="/webhooks"
      variant="subtle"
      color="gray"
      aria-label="All webhooks"
      title="All webhooks"
    >
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
    <Text fw={600} fz={16} truncate title={url}>
      {url}
    </Text>
  </Group>
)

const Facts = ({ webhook }: { webhook: Webhook }) => (
  <Stack gap={4}>
    <WebhookState of={webhook} />
    <Text size="sm" c="dimmed">
      {`Is sent ${webhook.events.join(', ')}.`}
    </Text>
    {webhook.description && <Text size="sm">{webhook.description}</Text>}
  </Stack>
)
