import { Code, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { type State, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Level, type LogLine, logQuery } from './api.ts'

const LEVELS: Record<Level, State> = { debug: 'quiet', info: 'quiet', warn: 'warn', error: 'bad' }

/** The details of a line, the request id last. */
const factsOf = ({ facts: { requestId, ...facts } }: LogLine) =>
  Object.entries({ ...facts, ...(requestId !== undefined && { requestId }) })
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' · ')

const COLUMNS: Column<LogLine>[] = [
  { name: 'When', show: line => <Time at={line.at} /> },
  { name: 'Level', show: line => <StateDot state={LEVELS[line.level]}>{line.level}</StateDot> },
  { name: 'Message', grow: 2, show: line => line.message },
  { name: 'Details', grow: 7, show: line => <span className="mono">{factsOf(line)}</span> },
]

/** The end of the log, updated as it grows. */
export function Log() {
  const [level, setLevel] = useState<Level>('info')
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
          onChange={value => setLevel(value as Level)}
          data={Object.keys(LEVELS)}
        />
      </Group>
      <Lines key={level} level={level} />
    </Stack>
  )
}

function Lines({ level }: { level: Level }) {
  const log = useQuery(logQuery(level))
  const [open, setOpen] = useState<LogLine | null>(null)
  if (log.isPending) return <RowsSkeleton rows={8} />
  if (log.isError) return <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />
  const lines = log.data.data.map((line, index, all) => ({ ...line, id: `${line.at} ${all.length - index}` }))
  if (!lines.length) return <Text c="dimmed">No lines at this level or above.</Text>
  return (
    <>
      <DataTable label="Log" rows={lines} idOf={line => line.id} columns={COLUMNS} onOpen={setOpen} />
      <Drawer opened={open !== null} onClose={() => setOpen(null)} title={open?.message} size="lg">
        {open && <CodeBlock code={JSON.stringify(open.facts, null, 2)} what="the details" />}
      </Drawer>
    </>
  )
}
