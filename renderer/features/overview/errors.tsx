import { Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDrawerParameter } from '../../lib/in-address.ts'
import { playgroundPath } from '../../lib/playground-path.ts'
import { useAccount } from '../../lib/service/account.ts'
import { SOURCES } from '../../ui/jobs/sources.ts'
import { TargetLink } from '../../ui/jobs/target-link.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { TextLink } from '../../ui/lists/links.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ClampedText } from '../../ui/lists/value-cell.tsx'
import { Marked } from '../../ui/marked.tsx'
import { numberText } from '../../ui/number-text.ts'
import { operationName } from '../../ui/operation-name.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { ID_PX, ShownId } from '../../ui/shown-id.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Cause, causesQuery, ERROR_DAYS, type Failure, failuresQuery } from './api.ts'

const MIN_SERVER_ERROR = 500

const ErrorDot = ({ of: { status, error } }: { of: Pick<Cause, 'status' | 'error'> }) => (
  <StateDot state={status >= MIN_SERVER_ERROR ? 'bad' : 'warn'}>
    {[status, error].filter(Boolean).join(' ')}
  </StateDot>
)

const keyOf = ({ operation, parser_id, status, error }: Cause) =>
  [operation, parser_id, status, error].join(' ')

/** Lists why calls failed in the last days: each cause with its count and its hint. */
export function Errors() {
  const causes = useQuery(causesQuery(useAccount()))
  return (
    <Stack gap={12} component="section" aria-label="Errors">
      <Title order={2}>Errors of the last {ERROR_DAYS} days</Title>
      {causes.isPending && <RowsSkeleton rows={3} />}
      {causes.isError && <ErrorNotice error={causes.error} onRetry={() => void causes.refetch()} />}
      {causes.data && <Causes causes={causes.data.data} />}
    </Stack>
  )
}

function Causes({ causes }: { causes: readonly Cause[] }) {
  const [causeKey, setCauseKey] = useDrawerParameter('error')
  const cause = causes.find(one => keyOf(one) === causeKey)
  if (!causes.length) return <Text c="dimmed">No errors.</Text>
  return (
    <>
      <DataTable
        label="Errors"
        rows={causes}
        idOf={keyOf}
        columns={COLUMNS}
        lines={2}
        onOpen={one => setCauseKey(keyOf(one))}
      />
      <Drawer opened={cause !== undefined} onClose={() => setCauseKey(null)} title="Error" size="xl">
        {cause && <CauseCalls cause={cause} />}
      </Drawer>
    </>
  )
}

const COLUMNS: Column<Cause>[] = [
  { name: 'Calls', right: true, grow: 0.6, show: ({ calls }) => numberText(calls) },
  { name: 'Error', grow: 2.4, least: 172, show: cause => <ErrorDot of={cause} /> },
  { name: 'Parser or API', grow: 2, show: cause => <Source of={cause} /> },
  { name: 'Last', show: ({ last }) => <Time at={last.created_at} /> },
  {
    name: 'How to fix it',
    grow: 5,
    show: ({ hint }) => (
      <ClampedText title={hint}>
        <Marked>{hint}</Marked>
      </ClampedText>
    ),
  },
]

/** Links to the parser that was run, or to the operation. */
const Source = ({ of: { parser_id, operation } }: { of: Pick<Failure, 'parser_id' | 'operation'> }) => (
  // A link opens its own page, not the row.
  // biome-ignore lint/a11y/noStaticElementInteractions: the link inside is what reacts
  // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside reacts to Enter by itself
  <span onClick={event => event.stopPropagation()}>
    {parser_id ? (
      <TargetLink target={{ parser_id }} />
    ) : (
      <TextLink to={playgroundPath(operation)}>{operationName(operation)}</TextLink>
    )}
  </span>
)

/** A cause: its hint, and its last calls with what they were for. */
function CauseCalls({ cause }: { cause: Cause }) {
  const failures = useQuery(failuresQuery(useAccount(), cause))
  return (
    <Stack gap={16}>
      <Group gap={16}>
        <ErrorDot of={cause} />
        <Source of={cause} />
      </Group>
      <Text size="sm">
        <Marked>{cause.hint}</Marked>
      </Text>
      {failures.isPending && <RowsSkeleton rows={3} />}
      {failures.isError && <ErrorNotice error={failures.error} onRetry={() => void failures.refetch()} />}
      {failures.data && (
        <DataTable
          label="Failed calls"
          rows={failures.data.data}
          idOf={({ id }) => id}
          columns={CALL_COLUMNS}
        />
      )}
    </Stack>
  )
}

const CALL_COLUMNS: Column<Failure>[] = [
  { name: 'When', show: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Called for', grow: 1.4, show: call => <CalledFor call={call} /> },
  { name: 'Sent', grow: 1.2, show: ({ source }) => SOURCES[source] },
  { name: 'Took', right: true, grow: 0.8, show: ({ ms }) => `${numberText(ms)} ms` },
  { name: 'Request ID', grow: 3, least: ID_PX, show: ({ id }) => <ShownId id={id} /> },
]

/** Links to the job or workflow run of a call. A direct call can be sent again in the playground. */
function CalledFor({ call: { job_id, run_id, operation, parser_id } }: { call: Failure }) {
  if (job_id) return <TextLink to={`/jobs/${job_id}`}>Open the job</TextLink>
  if (run_id) return <TextLink to={`/runs/${run_id}`}>Open the run</TextLink>
  const input = parser_id ? { parserId: parser_id } : undefined
  return <TextLink to={playgroundPath(operation, input)}>Try again</TextLink>
}
