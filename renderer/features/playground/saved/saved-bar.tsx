import { Group, Text } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { MASK } from '../../../../server/base/mask.ts'
import { hideSecrets } from '../../../lib/drafts/hide-secrets.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { ConfirmButton } from '../../../ui/actions/confirm-button.tsx'
import { ExplainedButton, unchangedReason } from '../../../ui/actions/explained-button.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { type SavedRequest, savedRequestsQuery, useSavedRequests } from '../../../ui/saved/saved-requests.ts'
import { changeDraft, type RequestDraft } from '../drafts.ts'
import type { Operation } from '../operations.ts'
import { NamePopover } from './name-popover.tsx'

/** Returns what is saved of a form: files are left out, and secrets are masked as in the history. */
function bodyOf({ id, files }: Operation, { input, method }: RequestDraft) {
  const fields = Object.entries(input).filter(([name, value]) => value !== undefined && !files.includes(name))
  const maskedInput = hideSecrets(Object.fromEntries(fields), () => MASK) as Record<string, unknown>
  return { operation: id, method: method === 'GET' || method === 'POST' ? method : null, input: maskedInput }
}

/** Saves the form under a name, or the changes to a saved request. */
export function SavedBar({ operation, draft }: { operation: Operation; draft: RequestDraft }) {
  const requests = useQuery(savedRequestsQuery(useAccount()))
  const saved = requests.data?.find(({ id }) => id === draft.saved)
  const { create } = useSavedRequests()
  if (saved) return <SavedRequestBar key={saved.id} request={saved} operation={operation} draft={draft} />
  // The form of a saved request could otherwise be saved once more.
  if (draft.saved && !requests.data) return null
  const save = (name: string) =>
    create.mutate(
      { name, ...bodyOf(operation, draft) },
      { onSuccess: ({ id }) => changeDraft(operation.id, { saved: id }) },
    )
  return (
    <Group gap={8} ml="auto">
      <NamePopover label="Save request" verb="Save" onName={save} />
      {create.error && <ErrorNotice error={create.error} />}
    </Group>
  )
}

function SavedRequestBar({
  request,
  operation,
  draft,
}: {
  request: SavedRequest
  operation: Operation
  draft: RequestDraft
}) {
  const { replace, remove } = useSavedRequests()
  const { id, name, method, input } = request
  const body = bodyOf(operation, draft)
  const isSame = JSON.stringify([body.method, body.input]) === JSON.stringify([method, input])
  return (
    <Group gap={8} w="100%">
      <IconBookmark size={16} aria-hidden />
      <Text size="sm" fw={600} truncate flex={1} title={name}>
        {name}
      </Text>
      <ExplainedButton
        size="compact-sm"
        variant="default"
        reason={unchangedReason({ canSave: !isSame, isSaving: replace.isPending })}
        loading={replace.isPending}
        onClick={() => replace.mutate({ id, name, ...body })}
      >
        Save changes
      </ExplainedButton>
      <NamePopover
        label="Rename"
        verb="Rename"
        name={name}
        onName={next => replace.mutate({ id, name: next, operation: request.operation, method, input })}
      />
      <ConfirmButton
        size="compact-sm"
        question={`Deletes the saved request “${name}”. The form stays as it is.`}
        verb="Delete request"
        loading={remove.isPending}
        onConfirm={() => remove.mutate(id)}
      >
        Delete
      </ConfirmButton>
      {(replace.error ?? remove.error) && <ErrorNotice error={replace.error ?? remove.error} />}
    </Group>
  )
}
