import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import type { Job } from '../../ui/jobs/records.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { ruleName } from '../../ui/rule-name.ts'
import { type Trace, traceQuery } from './api.ts'

type Row = Trace['trace'][number]

const displayText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) ?? ''

const cell = (field: string) => (row: Row) => (
  <span className="mono" title={displayText(row[field])}>
    {displayText(row[field])}
  </span>
)

const COLUMNS: Column<Row>[] = [
  { name: 'Field', grow: 1.4, show: cell('field') },
  {
    name: 'Rule',
    grow: 2,
    show: row => (
      <span className="mono" title={displayText(row.rule)}>
        {ruleName(displayText(row.rule))}
      </span>
    ),
  },
  { name: 'Matches', right: true, show: row => displayText(row.matched) },
  { name: 'Found', grow: 2.4, show: cell('raw') },
  { name: 'Value', grow: 2.4, show: cell('value') },
]

/** Shows how each field got its value: the stored page is read again with the version that the job ran. */
export function JobFields({ job }: { job: Job }) {
  const trace = useQuery(traceQuery(useAccount(), job.id))
  if (trace.isPending) return <RowsSkeleton rows={6} />
  if (trace.isError) return <ErrorNotice error={trace.error} onRetry={() => void trace.refetch()} />
  const { fault, nulls } = trace.data
  return (
    <Stack gap={12}>
      <Text size="sm" c="dimmed">
        The stored page, read again with v{job.parser_version}: the rule behind each value, and the reason for
        each null.
      </Text>
      {fault && (
        <Text size="sm" c="var(--winnow-bad)">
          Stopped here: {fault.message}
        </Text>
      )}
      <DataTable
        label="Trace"
        rows={trace.data.trace.map((row, index) => ({ ...row, index }))}
        idOf={row => String(row.index)}
        columns={COLUMNS}
      />
      {nulls.map(({ field, reason }) => (
        <Text key={field} size="sm">
          <span className="mono">{field}</span> is null: {reason}
        </Text>
      ))}
    </Stack>
  )
}
