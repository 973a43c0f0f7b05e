import { Button, Group, Stack } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useCronActions } from './api.ts'
import { CronForm } from './cron-form.tsx'
import { bodyOf, newDraft } from './draft.ts'

/** Creates a cron. */
export function NewCronPage() {
  const [draft, setDraft, endDraft] = useDraft('cron new', newDraft)
  const { create } = useCronActions()
  const navigate = useNavigate()
  return (
    <Page title="New cron" back={{ to: '/crons', label: 'All crons' }}>
      <form
        data-draft
        onSubmit={event => {
          event.preventDefault()
          create.mutate(bodyOf(draft), {
            onSuccess({ id }) {
              endDraft()
              void navigate(`/crons/${id}`)
            },
          })
        }}
      >
        <Stack gap={24} maw={720}>
          <CronForm draft={draft} onChange={setDraft} error={create.error} />
          {create.error && <ErrorNotice error={create.error} />}
          <Group gap={8}>
            <Button type="submit" loading={create.isPending}>
              Create cron
            </Button>
            <Button component={Link} to="/crons" variant="default" onClick={endDraft}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  )
}
