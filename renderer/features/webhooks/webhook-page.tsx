import { Button, Group, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useDrawer, useDrawerParameter } from '../../lib/in-address.ts'
import { useAccount } from '../../lib/service/account.ts'
import { DeleteMenu } from '../../ui/actions/delete-menu.tsx'
import { Fact } from '../../ui/fact.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RecordPage } from '../../ui/page/record-page.tsx'
import { Time } from '../../ui/time.tsx'
import { useWebhookActions, type Webhook, webhookQuery } from './api.ts'
import { Deliveries } from './deliveries.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { useEventLabel } from './event-label.ts'
import { WebhookState } from './webhook-state.tsx'

const BACK = { to: '/webhooks', label: 'All webhooks' }

/** The page of a webhook: its events and its deliveries. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const query = useQuery(webhookQuery(useAccount(), id))
  return (
    <RecordPage title="Webhook" back={BACK} query={query} isRestorable>
      {webhook => <WebhookContent key={id} webhook={webhook} />}
    </RecordPage>
  )
}

function WebhookContent({ webhook }: { webhook: Webhook }) {
  const { test, remove } = useWebhookActions()
  const navigate = useNavigate()
  const [drawer, openDrawer] = useDrawer(['edit'])
  const [, openDelivery] = useDrawerParameter('delivery')
  const failed = test.error ?? remove.error
  return (
    <Page
      title={webhook.url}
      back={BACK}
      action={
        <>
          <Button variant="default" onClick={() => openDrawer('edit')}>
            Edit
          </Button>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate(webhook.id, { onSuccess: ({ id }) => openDelivery(id) })}
          >
            Send test
          </Button>
          <DeleteMenu
            what="webhook"
            loading={remove.isPending}
            onDelete={() => remove.mutate(webhook, { onSuccess: () => void navigate('/webhooks') })}
          />
        </>
      }
    >
      <Stack gap={24}>
        <Facts webhook={webhook} />
        {failed && <ErrorNotice error={failed} />}
        <Deliveries webhook={webhook} />
      </Stack>
      <EditWebhook webhook={webhook} opened={drawer === 'edit'} onClose={() => openDrawer(null)} />
    </Page>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { events, description, created_at } = webhook
  const eventLabel = useEventLabel()
  return (
    <Group gap="16px 32px" align="flex-start">
      <Fact name="State">
        <WebhookState of={webhook} />
      </Fact>
      <Fact name="Events" note={description}>
        <Text size="sm" title={events.join(', ')}>
          {events.map(eventLabel).join(', ')}
        </Text>
      </Fact>
      <Fact name="Created">
        <Time at={created_at} />
      </Fact>
    </Group>
  )
}
