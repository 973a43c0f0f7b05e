import { Button } from '@mantine/core'
import { stateLabel } from '../../../server/base/fields/state-labels.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ClampedText } from '../../ui/lists/value-cell.tsx'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { useDrainWorker, type Worker } from './api.ts'

const WORKER_STATES = { ready: 'good', draining: 'quiet', silent: 'warn', refused: 'bad' } as const

const COLUMNS: Column<Worker>[] = [
  { name: 'Name', grow: 1.6, show: ({ name }) => name },
  {
    name: 'State',
    show: ({ state }) => <StateDot state={WORKER_STATES[state]}>{stateLabel(state)}</StateDot>,
  },
  { name: 'Pool', show: ({ pool }) => pool },
  {
    name: 'Reads now',
    right: true,
    show: ({ running, pages, browser_pages }) => `${running} of ${pages + browser_pages}`,
  },
  { name: 'Pages/s', right: true, show: ({ pages_per_second }) => numberText(pages_per_second) },
  { name: 'Pages', right: true, show: ({ completed }) => numberText(completed) },
  { name: 'Load', right: true, show: ({ load }) => `${Math.round(load * 100)}%` },
  { name: 'Version', show: ({ version }) => version },
  { name: 'Last heard', show: ({ seen_at }) => <Time at={seen_at} /> },
  {
    name: 'Last error',
    grow: 2.4,
    show: ({ refusal, last_error }) => <Problem text={refusal ?? last_error} />,
  },
]

const Problem = ({ text }: { text: string | null }) =>
  text === null ? '–' : <ClampedText title={text}>{text}</ClampedText>

/** A table of workers, with a button that drains a worker or ends that. */
export function WorkersTable({ workers }: { workers: readonly Worker[] }) {
  const drain = useDrainWorker()
  return (
    <>
      {drain.error && <ErrorNotice error={drain.error} />}
      <DataTable
        label="Workers"
        rows={workers}
        idOf={({ id }) => id}
        columns={COLUMNS}
        lines={2}
        actions={({ id, name, state }) =>
          (state === 'ready' || state === 'draining') && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={state === 'ready' ? `Drain ${name}` : `Go on: ${name}`}
              loading={drain.isPending && drain.variables.worker_id === id}
              onClick={() => drain.mutate({ worker_id: id, on: state === 'ready' })}
            >
              {state === 'ready' ? 'Drain' : 'Go on'}
            </Button>
          )
        }
      />
    </>
  )
}
