import { Drawer, Stack } from '@mantine/core'
import { EditForm } from '../../ui/form/edit-form.tsx'
import { bodyOf, useWebhookActions, type Webhook, type WebhookBody } from './api.ts'
import { SignatureCheck } from './signature-check.tsx'
import { type WebhookDraft, WebhookForm } from './webhook-form.tsx'

/** The drawer that edits a webhook, with instructions for checking signatures. */
export const EditWebhook = ({
  webhook,
  opened,
  onClose,
}: {
  webhook: Webhook
  opened: boolean
  onClose: () => void
}) => (
  <Drawer opened={opened} onClose={onClose} title="Edit webhook" size="lg">
    <Stack gap={16}>
      <Edit webhook={webhook} onClose={onClose} />
      <SignatureCheck />
    </Stack>
  </Drawer>
)

function Edit({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { replace } = useWebhookActions()
  return (
    <EditForm<WebhookDraft, WebhookBody>
      what="webhook"
      record={webhook}
      draftOf={() => bodyOf(webhook)}
      bodyOf={draft => draft as WebhookBody}
      replace={replace}
      onClose={onClose}
      fields={form => <WebhookForm {...form} />}
    />
  )
}
