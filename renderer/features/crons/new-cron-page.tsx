import { Button, Group, Stack } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { CallForm } from '../../ui/form/call-form.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useCronActions } from './api.ts'
import { CronForm } from './cron-form.tsx'
import { bodyOf, newDraft } from './draft.ts'

/** The page that creates a cron. */
export function NewCronPage() {
  const [draft, setDraft, endDraft] = useDraft('cron new', newDraft)
  const { create } = useCronActions()
  const navigate = useNavigate()
  return (
    <Page title="New cron" back={{ to: '/crons', label: 'All crons' }}>
      <CallForm
        values={draft}
        error={create.error}
        onSubmit={() => {
          create.mutate(bodyOf(draft), {
            onSuccess({ id }) {
              endDraft()
              void navigate(`/crons/${id}`)
            },
          })
        }}
      >
        {error => (
          <Stack gap={24} maw={720}>
            <CronForm autoFocus draft={draft} onChange={setDraft} error={error} />
            {error && <ErrorNotice error={error} />}
            <Group gap={8}>
              <Button type="submit" loading={create.isPending}>
                Create cron
              </Button>
              <Button component={Link} to="/crons" variant="default" onClick={endDraft}>
                Cancel
              </Button>
            </Group>
          </Stack>
        )}
      </CallForm>
    </Page>
  )
}
