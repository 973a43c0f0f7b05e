import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { errorsOf } from '../../lib/service/call-error.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { FormButtons } from '../../ui/actions/form-buttons.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { bodyOf, type Session, type SessionBody, useSessionActions } from './api.ts'

/** A new session, or a change of one; fields and hints are those of the operation that creates one. */
export function SessionForm({ of, onClose }: { of: Session | null; onClose: () => void }) {
  // A version saved elsewhere meanwhile is not overwritten: the service answers 412.
  const { create, replace } = useSessionActions()
  const [draft, setDraft, endDraft] = useDraft<Partial<SessionBody>>(
    of ? `session ${of.id} ${of.version}` : 'session new',
    () => (of ? bodyOf(of) : {}),
  )
  const close = () => {
    endDraft()
    onClose()
  }
  const save = () => {
    const body = draft as SessionBody
    if (of) replace.mutate({ id: of.id, version: of.version, body }, { onSuccess: close })
    else create.mutate(body, { onSuccess: close })
  }
  const { error, isPending } = of ? replace : create
  return (
    <CallForm values={draft} error={error} onSubmit={save}>
      {error => (
        <Stack gap={16}>
          <SessionFields draft={draft} onChange={setDraft} error={error} />
          {error && <ErrorNotice error={error} />}
          <FormButtons verb={of ? 'Save' : 'Create session'} loading={isPending} onCancel={close} />
        </Stack>
      )}
    </CallForm>
  )
}

function SessionFields({
  draft,
  onChange,
  error,
}: {
  draft: Partial<SessionBody>
  onChange: (draft: Partial<SessionBody>) => void
  error: unknown
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
    />
  )
}
