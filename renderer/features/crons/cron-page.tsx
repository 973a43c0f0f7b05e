import { Alert, Button, Drawer, Stack, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useDrawer } from '../../lib/in-address.ts'
import { useAccount } from '../../lib/service/account.ts'
import { DeleteMenu } from '../../ui/actions/delete-menu.tsx'
import { EditForm } from '../../ui/form/edit-form.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RecordPage } from '../../ui/page/record-page.tsx'
import { type Cron, cronQuery, useCronActions } from './api.ts'
import { CronFacts } from './cron-facts.tsx'
import { CronForm } from './cron-form.tsx'
import { CronHistory } from './cron-history.tsx'
import { pausedBecause } from './cron-state.tsx'
import { bodyOf, draftOf } from './draft.ts'

const BACK = { to: '/crons', label: 'All crons' }

/** The page of a cron: what it runs and when, and the outcome of each tick. */
export function CronPage() {
  const { id = '' } = useParams()
  const query = useQuery(cronQuery(useAccount(), id))
  return (
    <RecordPage title="Cron" back={BACK} query={query} isRestorable>
      {cron => <CronContent key={id} cron={cron} />}
    </RecordPage>
  )
}

function CronContent({ cron }: { cron: Cron }) {
  const { run, toggle, remove } = useCronActions()
  const navigate = useNavigate()
  const [drawer, open] = useDrawer(['edit'])
  const failed = run.error ?? toggle.error ?? remove.error
  return (
    <Page
      title={cron.name}
      back={BACK}
      action={
        <>
          <Button variant="default" onClick={() => open('edit')}>
            Edit
          </Button>
          <Button
            variant="default"
            leftSection={cron.enabled ? <IconPlayerPause size={16} aria-hidden /> : null}
            loading={toggle.isPending}
            onClick={() => toggle.mutate(cron)}
          >
            {cron.enabled ? 'Pause' : 'Resume'}
          </Button>
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={run.isPending}
            onClick={() => run.mutate(cron)}
          >
            Run now
          </Button>
          <DeleteMenu
            what="cron"
            loading={remove.isPending}
            onDelete={() => remove.mutate(cron, { onSuccess: () => void navigate('/crons') })}
          />
        </>
      }
    >
      <Stack gap={24}>
        {!cron.enabled && (
          <Alert color="yellow" variant="light" role="alert">
            <Text fw={600}>This cron is paused</Text>
            <Text size="sm">{`${pausedBecause(cron)} Resume it to run at the next scheduled time.`}</Text>
          </Alert>
        )}
        {failed && <ErrorNotice error={failed} />}
        <CronFacts cron={cron} />
        <CronHistory cron={cron} />
      </Stack>
      <EditCron cron={cron} opened={drawer === 'edit'} onClose={() => open(null)} />
    </Page>
  )
}

/** The drawer that edits a cron. */
const EditCron = ({ cron, opened, onClose }: { cron: Cron; opened: boolean; onClose: () => void }) => (
  <Drawer opened={opened} onClose={onClose} title="Edit cron" size="xl">
    <Edit cron={cron} onClose={onClose} />
  </Drawer>
)

function Edit({ cron, onClose }: { cron: Cron; onClose: () => void }) {
  const { replace } = useCronActions()
  return (
    <EditForm
      what="cron"
      record={cron}
      draftOf={() => draftOf(cron)}
      bodyOf={bodyOf}
      replace={replace}
      onClose={onClose}
      gap={24}
      fields={form => <CronForm {...form} />}
    />
  )
}
