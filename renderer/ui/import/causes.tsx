import { Stack, Title } from '@mantine/core'
import { DataTable } from '../lists/data-table.tsx'
import type { Column } from '../lists/table-options.ts'
import { Marked } from '../marked.tsx'
import { numberText } from '../number-text.ts'

/** A reason for which records of a file are left out, with the indexes of the first of them. */
interface Cause {
  error: string
  field?: string | undefined
  count: number
  first: number[]
}

const firstRows = ({ count, first }: Cause) =>
  first.map(index => numberText(index + 1)).join(', ') + (count > first.length ? ', …' : '')

const columnsFor = (what: string): Column<Cause>[] => [
  { name: what, right: true, grow: 0.5, show: ({ count }) => numberText(count) },
  { name: 'Field', grow: 1, show: ({ field }) => <span className="mono">{field}</span> },
  { name: 'Reason', grow: 3, show: ({ error }) => <Marked>{error}</Marked> },
  { name: 'First of them', grow: 1, show: firstRows },
]

/** The problems of a file, each listed once; `what` names its records. */
export const Causes = ({ title, what, causes }: { title: string; what: string; causes: Cause[] }) => (
  <Stack gap={8}>
    <Title order={2}>{title}</Title>
    <DataTable
      label={title}
      rows={causes}
      idOf={({ field, error }) => `${field} ${error}`}
      columns={columnsFor(what)}
    />
  </Stack>
)
