import { Drawer, Stack } from '@mantine/core'
import { useEditDraft } from '../../lib/drafts/use-edit-draft.ts'
import { CallForm } from '../../ui/form/call-form.tsx'
import { EditButtons } from '../../ui/form/edit-buttons.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { bodyOf, useWebhookActions, type Webhook, type WebhookBody } from './api.ts'
import { SignatureCheck } from './signature-check.tsx'
import { type WebhookDraft, WebhookForm } from './webhook-form.tsx'

/** Edits a webhook, with instructions to check signatures. */
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
    <Edit webhook={webhook} onClose={onClose} />
  </Drawer>
)

function Edit({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, version } = webhook
  const { replace } = useWebhookActions()
  const { draft, change, end, base, isStale } = useEditDraft<WebhookDraft>(
    `webhook ${id}`,
    webhook,
    () => bodyOf(webhook),
    replace.isPending,
  )
  const close = () => {
    end()
    onClose()
  }
  const save = () => replace.mutate({ id, version, body: draft as WebhookBody }, { onSuccess: close })
  const discard = () => {
    replace.reset()
    end()
  }
  return (
    <CallForm key={base} values={draft} error={replace.error} onSubmit={isStale ? () => undefined : save}>
      {error => (
        <Stack gap={16}>
          <WebhookForm draft={draft} onChange={change} error={error} />
          {error && !isStale && <ErrorNotice error={error} />}
          <EditButtons
            what="webhook"
            isStale={isStale}
            loading={replace.isPending}
            onSaveMine={save}
            onDiscard={discard}
            onCancel={close}
          />
          <SignatureCheck />
        </Stack>
      )}
    </CallForm>
  )
}
