import { Drawer, Stack } from '@mantine/core'
import { useState } from 'react'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { type Cron, useCronActions } from './api.ts'
import { CronForm } from './cron-form.tsx'
import { bodyOf, draftOf } from './draft.ts'

/** Changes a cron. */
export const EditCron = ({ cron, opened, onClose }: { cron: Cron; opened: boolean; onClose: () => void }) => (
  <Drawer opened={opened} onClose={onClose} title="Edit cron" size="xl">
    <Edit cron={cron} onClose={onClose} />
  </Drawer>
)

function Edit({ cron, onClose }: { cron: Cron; onClose: () => void }) {
  // A version that someone else saves meanwhile is not overwritten: the answer is then a 412.
  const [{ id, version }] = useState(cron)
  const [draft, setDraft] = useState(() => draftOf(cron))
  const { replace } = useCronActions()
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        replace.mutate({ id, version, body: bodyOf(draft) }, { onSuccess: onClose })
      }}
    >
      <Stack gap={24}>
        <CronForm draft={draft} onChange={setDraft} error={replace.error} />
        {replace.error && <ErrorNotice error={replace.error} />}
        <FormButtons verb="Save" loading={replace.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}
