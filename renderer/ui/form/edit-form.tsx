import { Alert, Button, Group, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEditDraft } from '../../lib/drafts/use-edit-draft.ts'
import { FormButtons } from '../actions/form-buttons.tsx'
import { ErrorNotice } from '../page/error-notice.tsx'
import { CallForm } from './call-form.tsx'

/** The new body of a record, and the version that it may replace. */
export interface Replacement<Body, Version> {
  id: string
  version: Version
  body: Body
}

interface EditFormOptions<Draft extends object, Body, Version> {
  /** The kind of record: `cron`. */
  what: string
  record: { id: string; version: Version }
  draftOf: () => Draft
  bodyOf: (draft: Draft) => Body
  replace: UseMutationResult<unknown, Error, Replacement<Body, Version>>
  onSaved?: (body: Body) => void
  onClose: () => void
  gap?: number
  /** Renders the fields; `error` is the error of the last call. */
  fields: (form: { draft: Draft; onChange: (next: Draft) => void; error: Error | null }) => ReactNode
  /** Says why the record was not saved. */
  refusal?: (error: Error) => ReactNode
  /** `notice` is shown below the refusal, `beside` next to the buttons. */
  notice?: ReactNode
  beside?: ReactNode
}

/**
 * The form of a saved record. Unsaved edits outlive a reload. If the record has meanwhile been changed elsewhere, the user
 * chooses one of the two changes.
 */
export function EditForm<Draft extends object, Body, Version extends number | string = number>({
  what,
  record,
  draftOf,
  bodyOf,
  replace,
  onSaved,
  onClose,
  gap = 16,
  fields,
  refusal = error => <ErrorNotice error={error} />,
  notice,
  beside,
}: EditFormOptions<Draft, Body, Version>) {
  const { id, version } = record
  const { draft, change, end, base, isStale } = useEditDraft(
    `${what} ${id}`,
    record,
    draftOf,
    replace.isPending,
  )
  const close = () => {
    end()
    onClose()
  }
  const save = () => {
    const body = bodyOf(draft)
    const onSuccess = () => {
      close()
      onSaved?.(body)
    }
    replace.mutate({ id, version, body }, { onSuccess })
  }
  const discard = () => {
    replace.reset()
    end()
  }
  const loading = replace.isPending
  const buttons = isStale ? (
    <StaleNotice what={what} loading={loading} onSaveMine={save} onDiscard={discard} />
  ) : (
    <FormButtons verb="Save" loading={loading} onCancel={close} />
  )
  return (
    <CallForm key={base} values={draft} error={replace.error} onSubmit={isStale ? () => undefined : save}>
      {error => (
        <Stack gap={gap}>
          {fields({ draft, onChange: change, error })}
          {error && !isStale && refusal(error)}
          {notice}
          {beside ? (
            <Group justify="space-between">
              {buttons}
              {beside}
            </Group>
          ) : (
            buttons
          )}
        </Stack>
      )}
    </CallForm>
  )
}

/** Lets the user choose between two changes of a record. */
const StaleNotice = ({
  what,
  loading,
  onSaveMine,
  onDiscard,
}: {
  what: string
  loading: boolean
  onSaveMine: () => void
  onDiscard: () => void
}) => (
  <Alert color="yellow" variant="light" role="status">
    {`This ${what} was changed elsewhere. If you save your changes, they replace those.`}
    <Group gap={8} mt={8}>
      <Button variant="default" onClick={onDiscard}>
        Discard my changes
      </Button>
      <Button
        loading={loading}
        onClick={({ currentTarget: { form } }) => {
          if (form?.reportValidity() ?? true) onSaveMine()
        }}
      >
        Save mine
      </Button>
    </Group>
  </Alert>
)
