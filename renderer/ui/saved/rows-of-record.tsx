import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OperationId } from '../../lib/service/client.ts'
import { ChoiceFilter, type Filters } from '../lists/filters.tsx'
import { SavedViews } from './saved-views.tsx'

/** A list on the page of a record, such as the items of a batch, with its title, a filter by state, and saved views. */
export function RowsOfRecord({
  title,
  what,
  operation,
  id,
  filters,
  countOf,
  children,
}: {
  title: string
  /** The noun of the rows that are filtered by state: “items”. */
  what: string
  /** The operation that lists the rows of the record. */
  operation: OperationId
  id: string
  filters: Filters<{ state?: string | undefined }>
  countOf?: (state: string) => number
  children: ReactNode
}) {
  return (
    <Stack gap={12} component="section">
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        <Group gap={8}>
          <ChoiceFilter
            operation={operation}
            field="state"
            label={`State of ${what}`}
            any="Any state"
            value={filters.wanted.state}
            {...(countOf && { countOf })}
            onChange={state => filters.want({ state })}
          />
          <SavedViews operation={operation} of={{ id }} isShared filters={filters} />
        </Group>
      </Group>
      {children}
    </Stack>
  )
}
