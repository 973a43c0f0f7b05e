import { Button, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { useDrawer } from '../../lib/in-address.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RecordPage } from '../../ui/page/record-page.tsx'
import { type Delivery, useWebhookActions, type Webhook, webhookQuery } from './api.ts'
import { Deliveries } from './deliveries.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { eventWords } from './event-words.ts'
import { WebhookState } from './webhook-state.tsx'

const BACK = { to: '/webhooks', label: 'All webhooks' }

/** One webhook: its events and its deliveries. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const query = useQuery(webhookQuery(useAccount(), id))
  return (
    <RecordPage title="Webhook" back={BACK} query={query}>
      {webhook => <Opened key={id} webhook={webhook} />}
    </RecordPage>
  )
}

function Opened({ webhook }: { webhook: Webhook }) {
  const { test, remove } = useWebhookActions()
  const navigate = useNavigate()
  const [drawer, openDrawer] = useDrawer(['edit'])
  const [open, setOpen] = useState<Delivery | null>(null)
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
      <EditWebhook webhook={webhook} opened={drawer === 'edit'} onClose={() => openDrawer(null)} />
      <DeliveryDrawer webhook={webhook} delivery={open} onOpen={setOpen} />
    </Page>
  )
}

const Facts = ({ webhook }: { webhook: Webhook }) => (
  <Stack gap={4}>
    <WebhookState of={webhook} />
    <Text size="sm" c="dimmed">
      {`Receives ${eventWords(webhook.events)}`}
    </Text>
    {webhook.description && <Text size="sm">{webhook.description}</Text>}
  </Stack>
)
