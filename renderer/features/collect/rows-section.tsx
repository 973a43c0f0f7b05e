import { Loader, Select, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import type { List, Preview } from './api.ts'
import { ColumnsTable } from './columns-table.tsx'
import { AS_PROPOSED, listOf } from './draft.ts'
import type { SectionProps } from './parts.ts'

/** The choice of what becomes a row: the list, and for a new database its columns and key, with example values. */
export function RowsSection({
  draft,
  preview,
  set,
  errorAt,
}: SectionProps & { preview: UseQueryResult<Preview> }) {
  return (
    <Stack gap={16} component="section" aria-label="Rows" aria-busy={preview.isFetching}>
      <Title order={2}>
        Rows {preview.isFetching && <Loader size="xs" component="span" aria-label="Reading" />}
      </Title>
      {preview.isPending && <RowsSkeleton rows={4} />}
      {preview.isError && <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && <Rows {...{ draft, set, errorAt }} preview={preview.data} />}
    </Stack>
  )
}

function Rows({ draft, preview, set, errorAt }: SectionProps & { preview: Preview }) {
  const list = listOf(draft, preview)
  if (!list) return <Text size="sm">It yields nothing that can be a row.</Text>
  return (
    <>
      <Origin preview={preview} list={list} />
      {preview.lists.length > 1 && (
        <Select
          label="Each row is"
          data={preview.lists.map(one => ({ value: one.rows_path, label: labelOf(one) }))}
          value={list.rows_path}
          allowDeselect={false}
          onChange={rowsPath => set({ rowsPath: rowsPath ?? '', ...AS_PROPOSED })}
          maw={420}
        />
      )}
      {draft.into === null && <ColumnsTable {...{ draft, list, set, errorAt }} />}
    </>
  )
}

const labelOf = ({ rows_path, rows }: List) =>
  rows_path
    ? `an item of ${rows_path}${rows === null ? '' : `, ${counted(rows, 'row')} on this page`}`
    : 'the whole result'

/** Says where the example values come from, or why there are none. */
function Origin({ preview: { from, url, problem }, list }: { preview: Preview; list: List }) {
  if (problem)
    return (
      <Text size="sm" role="status">
        {`No values yet: ${problem.error} ${problem.hint ?? ''}`}
      </Text>
    )
  const text = {
    sent: 'Values of the result that you came from.',
    page: `Values of ${url}.`,
    example: 'Values of the offline example; all of them are invented.',
  }
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {from ? `${text[from]} ${counted(list.rows ?? 0, 'row')}.` : 'Name an address to see values.'}
    </Text>
  )
}
