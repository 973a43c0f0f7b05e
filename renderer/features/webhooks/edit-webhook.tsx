import { Drawer, Stack } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { FormButtons } from '../../ui/actions/form-buttons.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
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
  // A version saved elsewhere meanwhile is not overwritten: the service answers 412.
  const [opened] = useState(webhook)
  const { id, version } = opened
  const { replace } = useWebhookActions()
  const [draft, setDraft, endDraft] = useDraft<WebhookDraft>(`webhook ${id} ${version}`, () => bodyOf(opened))
  const close = () => {
    endDraft()
    onClose()
  }
  return (
    <CallForm
      values={draft}
      error={replace.error}
      onSubmit={() => {
        replace.mutate({ id, version, body: draft as WebhookBody }, { onSuccess: close })
      }}
    >
      {error => (
        <Stack gap={16}>
          <WebhookForm draft={draft} onChange={setDraft} error={error} />
          {error && <ErrorNotice error={error} />}
          <FormButtons verb="Save" loading={replace.isPending} onCancel={close} />
          <SignatureCheck />
        </Stack>
      )}
    </CallForm>
  )
}
