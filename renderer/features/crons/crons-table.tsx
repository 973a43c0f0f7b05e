import { Button, Group } from '@mantine/core'
import { useNavigate } from 'react-router'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { RowLink } from '../../ui/lists/links.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ClampedText } from '../../ui/lists/value-cell.tsx'
import { OUTCOME_PX } from '../../ui/outcome.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { type Cron, useCronActions } from './api.ts'
import { CronState } from './cron-state.tsx'
import classes from './crons.module.css'
import { RunState } from './run-state.tsx'

const COLUMNS: Column<Cron>[] = [
  {
    name: 'Name',
    grow: 2.6,
    show: ({ id, name }) => <RowLink to={`/crons/${id}`} name={name} />,
  },
  {
    name: 'When',
    grow: 2.6,
    show: ({ reading, expression, timezone }) => (
      <ClampedText title={`${expression} · ${timezone}`}>
        {reading} <span className={classes.dim}>{timezone}</span>
      </ClampedText>
    ),
  },
  { name: 'State', show: cron => <CronState of={cron} /> },
  { name: 'Next', show: ({ next_run_at }) => (next_run_at ? <Time at={next_run_at} /> : '–') },
  { name: 'Last', grow: 1.6, least: OUTCOME_PX, show: cron => <LastRun of={cron} /> },
]

function LastRun({ of: { last_run } }: { of: Cron }) {
  if (!last_run) return <span className={classes.dim}>never</span>
  return (
    <Group gap="0 8px">
      <RunState run={last_run} />
      <Time at={last_run.started_at!} />
    </Group>
  )
}

/** A table of crons, newest first, with their states. */
export function CronsTable({ crons, onEnd }: { crons: readonly Cron[]; onEnd: () => void }) {
  const navigate = useNavigate()
  const { run, toggle } = useCronActions()
  const failed = run.error ?? toggle.error
  return (
    <>
      {failed && <ErrorNotice error={failed} />}
      <DataTable
        label="Crons"
        keep="crons"
        lines={2}
        rows={crons}
        idOf={({ id }) => id}
        columns={COLUMNS}
        onEnd={onEnd}
        onOpen={({ id }) => void navigate(`/crons/${id}`)}
        actionsPx={168}
        actions={cron => (
          // Clicks on the buttons must not also open the row.
          <Group gap={4} wrap="nowrap" onClick={event => event.stopPropagation()}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Run now: ${cron.name}`}
              loading={run.isPending && run.variables.id === cron.id}
              onClick={() => run.mutate(cron)}
            >
              Run now
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${cron.enabled ? 'Pause' : 'Resume'} ${cron.name}`}
              loading={toggle.isPending && toggle.variables.id === cron.id}
              onClick={() => toggle.mutate(cron)}
            >
              {cron.enabled ? 'Pause' : 'Resume'}
            </Button>
          </Group>
        )}
      />
    </>
  )
}
