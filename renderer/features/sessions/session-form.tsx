import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { errorsOf } from '../../lib/service/call-error.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { FormButtons } from '../../ui/actions/form-buttons.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { EditForm } from '../../ui/form/edit-form.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { bodyOf, type Session, type SessionBody, useSessionActions } from './api.ts'

/** The form of a new session. The fields and hints come from the operation that creates a session. */
export function NewSession({ onClose }: { onClose: () => void }) {
  const { create } = useSessionActions()
  const [draft, setDraft, endDraft] = useDraft<Partial<SessionBody>>('session new', () => ({}))
  const close = () => {
    endDraft()
    onClose()
  }
  return (
    <CallForm
      values={draft}
      error={create.error}
      onSubmit={() => create.mutate(draft as SessionBody, { onSuccess: close })}
    >
      {error => (
        <Stack gap={16}>
          <SessionFields autoFocus draft={draft} onChange={setDraft} error={error} />
          {error && <ErrorNotice error={error} />}
          <FormButtons verb="Create session" loading={create.isPending} onCancel={close} />
        </Stack>
      )}
    </CallForm>
  )
}

/** The form that edits a session. */
export function EditSession({ session, onClose }: { session: Session; onClose: () => void }) {
  const { replace } = useSessionActions()
  return (
    <EditForm<Partial<SessionBody>, SessionBody>
      what="session"
      record={session}
      draftOf={() => bodyOf(session)}
      bodyOf={draft => draft as SessionBody}
      replace={replace}
      onClose={onClose}
      fields={form => <SessionFields {...form} />}
    />
  )
}

function SessionFields({
  draft,
  onChange,
  error,
  autoFocus = false,
}: {
  draft: Partial<SessionBody>
  onChange: (draft: Partial<SessionBody>) => void
  error: unknown
  autoFocus?: boolean
}) {
  const operations = useQuery(operationsQuery)
  if (operations.isPending) return <RowsSkeleton />
  if (operations.isError)
    return <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
  const schema = operations.data.data.find(({ id }) => id === 'session-create')!.input as JsonSchema
  return (
    <Fields
      schema={schema}
      values={draft}
      onChange={values => onChange(values as Partial<SessionBody>)}
      errorAt={errorsOf(error)}
      autoFocus={autoFocus}
    />
  )
}
