import { Button, Group, Paper, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { FormButtons } from '../../ui/actions/form-buttons.tsx'
import { SecretOnce } from '../../ui/code/secret-once.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { useWebhookActions, type WebhookBody } from './api.ts'
import { SignatureCheck } from './signature-check.tsx'
import { type WebhookDraft, WebhookForm } from './webhook-form.tsx'

/** The slot of the form's draft. */
export const NEW_WEBHOOK = 'webhook new'

/** A form that creates a webhook and shows its secret once, with instructions for checking signatures. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const { create } = useWebhookActions()
  const [draft, setDraft, endDraft] = useDraft<WebhookDraft>(NEW_WEBHOOK, () => ({}))
  if (create.data)
    return (
      <Stack gap={16} align="stretch">
        <SecretOnce secret={create.data.secret ?? ''}>Copy the secret now. It is not shown again.</SecretOnce>
        <SignatureCheck />
        <Group gap={8}>
          <Button component={Link} to={`/webhooks/${create.data.id}`}>
            Open webhook
          </Button>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Paper withBorder p={16} maw={720} component="section" aria-label="New webhook">
      <CallForm
        values={draft}
        error={create.error}
        onSubmit={() => {
          create.mutate(draft as WebhookBody, { onSuccess: endDraft })
        }}
      >
        {error => (
          <Stack gap={16}>
            <WebhookForm autoFocus draft={draft} onChange={setDraft} error={error} />
            {error && <ErrorNotice error={error} />}
            <FormButtons
              verb="Create webhook"
              loading={create.isPending}
              onCancel={() => {
                endDraft()
                onClose()
              }}
            />
          </Stack>
        )}
      </CallForm>
    </Paper>
  )
}
