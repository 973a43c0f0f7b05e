import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconPin, IconPinFilled } from '@tabler/icons-react'
import { use } from 'react'
import { ExampleNames } from '../../lib/example-names.ts'
import { ExplainedIcon } from '../actions/explained-button.tsx'
import { type LayoutColumn, moveColumn, type TableLayout } from './table-layout.ts'

/** Shows, hides, moves and pins the columns of a table. */
export function ColumnsMenu({ layout }: { layout: TableLayout }) {
  const isExample = use(ExampleNames) !== null
  const columns = layout.getAllLeafColumns()
  const reset = () => {
    layout.resetColumnOrder(true)
    layout.resetColumnPinning(true)
    layout.resetColumnSizing(true)
    layout.resetColumnVisibility(true)
  }
  if (isExample) return null
  return (
    <Popover position="bottom-end" withinPortal shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Columns" title="Columns">
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap={4} mah={400} style={{ overflow: 'auto' }}>
          {columns.map((column, at) => (
            <ColumnLine
              key={column.id}
              layout={layout}
              column={column}
              before={columns[at - 1]?.id}
              after={columns[at + 1]?.id}
            />
          ))}
          <Button variant="subtle" size="compact-xs" onClick={reset}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnLine({
  layout,
  column,
  before,
  after,
}: {
  layout: TableLayout
  column: LayoutColumn
  before: string | undefined
  after: string | undefined
}) {
  const isPinned = column.getIsPinned() !== false
  const isLast = column.getIsVisible() && layout.getVisibleLeafColumns().length === 1
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Checkbox
        size="xs"
        label={column.id}
        checked={column.getIsVisible()}
        disabled={isLast}
        title={isLast ? 'A table shows at least one column.' : undefined}
        onChange={() => column.toggleVisibility()}
      />
      <Group gap={0} wrap="nowrap">
        <ExplainedIcon
          size="sm"
          label={`Move ${column.id} to the left`}
          reason={before === undefined ? 'This column is the first one.' : null}
          onClick={() => moveColumn(layout, column.id, before!)}
        >
          <IconArrowUp size={14} aria-hidden />
        </ExplainedIcon>
        <ExplainedIcon
          size="sm"
          label={`Move ${column.id} to the right`}
          reason={after === undefined ? 'This column is the last one.' : null}
          onClick={() => moveColumn(layout, column.id, after!)}
        >
          <IconArrowDown size={14} aria-hidden />
        </ExplainedIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={isPinned ? `Unpin ${column.id}` : `Pin ${column.id}`}
          aria-pressed={isPinned}
          onClick={() => column.pin(isPinned ? false : 'start')}
        >
          {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
        </ActionIcon>
      </Group>
    </Group>
  )
}
