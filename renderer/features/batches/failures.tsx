import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { inputText } from '../../ui/jobs/input-text.ts'
import type { Batch } from '../../ui/jobs/records.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ClampedText } from '../../ui/lists/value-cell.tsx'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { type Cause, failuresQuery } from './api.ts'

/** Fits the longest common codes on one line. */
const CODE_PX = 128

const COLUMNS: Column<Cause>[] = [
  { name: 'Items', right: true, grow: 0.5, show: ({ items }) => numberText(items) },
  { name: 'Cause', grow: 1.8, least: CODE_PX, show: ({ code }) => <span className="mono">{code}</span> },
  {
    name: 'What happened',
    grow: 3,
    show: ({ message }) => <ClampedText title={message}>{message}</ClampedText>,
  },
  {
    name: 'How to fix it',
    grow: 3,
    show: ({ hint }) => hint && <ClampedText title={hint}>{hint}</ClampedText>,
  },
  {
    name: 'Example',
    grow: 2.4,
    show: ({ example }) => (
      <span className="mono">
        <ClampedText title={inputText(example.input)}>{inputText(example.input)}</ClampedText>
      </span>
    ),
  },
]

/** Shows why items failed, grouped by cause, the most frequent first. */
export function Failures({
  batch,
  onRetry,
  retrying,
}: {
  batch: Batch
  onRetry: () => void
  retrying: boolean
}) {
  const { failed } = batch.counts
  const navigate = useNavigate()
  const failures = useQuery({
    ...failuresQuery(useAccount(), batch.id, failed),
    placeholderData: before => before,
  })
  return (
    <Stack gap={12} component="section">
      <Group justify="space-between">
        <Title order={2}>Why items failed</Title>
        <Button size="compact-sm" variant="default" loading={retrying} onClick={onRetry}>
          {`Retry ${numberText(failed)} failed`}
        </Button>
      </Group>
      {failures.isPending && <RowsSkeleton rows={3} />}
      {failures.isError && <ErrorNotice error={failures.error} onRetry={() => void failures.refetch()} />}
      {failures.data && (
        <DataTable
          label="Causes"
          rows={failures.data.data}
          onOpen={({ example }) => void navigate(`/jobs/${example.id}`)}
          idOf={({ example }) => example.id}
          columns={COLUMNS}
          lines={3}
        />
      )}
      <Text size="xs" c="dimmed">
        Failed items cost nothing. Retrying creates a new batch of them, with the current version of the
        parser.
      </Text>
    </Stack>
  )
}
