import { Code, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LOG_LEVELS } from '../../../server/base/fields/log-levels.ts'
import { useDrawerParameter } from '../../lib/in-address.ts'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { useFilters } from '../../ui/lists/filters.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { type StateColour, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Level, type LogLine, logQuery } from './api.ts'

const LEVEL_STATES: Record<Level, StateColour> = { debug: 'quiet', info: 'quiet', warn: 'warn', error: 'bad' }

/** Formats the details of a line, the request id last. */
const factsOf = ({ facts: { requestId, ...facts } }: LogLine) =>
  Object.entries({ ...facts, ...(requestId !== undefined && { requestId }) })
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' · ')

const COLUMNS: Column<LogLine>[] = [
  { name: 'When', show: line => <Time at={line.at} /> },
  {
    name: 'Level',
    show: ({ level }) => <StateDot state={LEVEL_STATES[level]}>{LOG_LEVELS[level]}</StateDot>,
  },
  { name: 'Message', grow: 2, show: line => line.message },
  { name: 'Details', grow: 7, show: line => <span className="mono">{factsOf(line)}</span> },
]

/** Adds ids that stay the same while the log grows: the time of a line, and its position among lines of that time. */
function withIds(lines: readonly LogLine[]) {
  const countByTime = new Map<string, number>()
  const oldestFirst = lines.toReversed().map(line => {
    const position = (countByTime.get(line.at) ?? 0) + 1
    countByTime.set(line.at, position)
    return { ...line, id: `${line.at} ${position}` }
  })
  return oldestFirst.reverse()
}

/** Shows the end of the log, updated as it grows. */
export function Log() {
  const filters = useFilters<{ level?: Level }>(['level'])
  const level = filters.wanted.level ?? 'info'
  return (
    <Stack gap={16}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          The latest lines of <Code>winnow.log</Code>. Successful calls are not logged; the overview counts
          them.
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Minimum level"
          value={level}
          onChange={value => filters.want({ level: value })}
          data={Object.entries(LOG_LEVELS).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <Lines key={level} level={level} />
    </Stack>
  )
}

function Lines({ level }: { level: Level }) {
  const log = useQuery(logQuery(level))
  const [id, open] = useDrawerParameter('line')
  if (log.isPending) return <RowsSkeleton rows={8} />
  if (log.isError) return <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />
  const lines = withIds(log.data.data)
  const line = lines.find(one => one.id === id)
  if (!lines.length) return <Text c="dimmed">No lines at this level or above.</Text>
  return (
    <>
      <DataTable
        label="Log"
        rows={lines}
        idOf={one => one.id}
        columns={COLUMNS}
        onOpen={one => open(one.id)}
      />
      <Drawer opened={line !== undefined} onClose={() => open(null)} title={line?.message} size="lg">
        {line && <CodeBlock code={JSON.stringify(line.facts, null, 2)} what="the details" />}
      </Drawer>
    </>
  )
}
