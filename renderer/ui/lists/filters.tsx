import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { OperationId } from '../../lib/client.ts'
import { operationsQuery } from '../../lib/machine.ts'

/** Filters in the address, such as `?state=failed&batch_id=…`, and functions that change or clear them. */
export interface Filters<Wanted> {
  wanted: Wanted
  /** Sets some filters; null or an empty text removes one. */
  want: (change: { [Field in keyof Wanted]?: string | null }) => void
  /** Sets these filters and no others. */
  replace: (wanted: Wanted) => void
  clear: () => void
}

/** Reads the filters of a list from the address of the page. */
export function useFilters<Wanted extends object>(): Filters<Wanted> {
  const [params, setParams] = useSearchParams()
  const wanted = Object.fromEntries(params) as Wanted
  return {
    wanted,
    want(change) {
      const all = Object.entries({ ...wanted, ...change }).filter(([, value]) => value)
      setParams(all as [string, string][], { replace: true })
    },
    replace: next => setParams(next as Record<string, string>, { replace: true }),
    clear: () => setParams({}, { replace: true }),
  }
}

/** Whether any filter is set. */
export const isFiltered = (wanted: object) => Object.keys(wanted).length > 0

/** A filter by a field with fixed values, which the listing operation names. */
export function ChoiceFilter({
  operation,
  field,
  label,
  any,
  value,
  onChange,
}: {
  operation: OperationId
  field: string
  label: string
  /** The option for no filter: "Any state". */
  any: string
  value: string | undefined
  onChange: (value: string) => void
}) {
  const input = useQuery(operationsQuery).data?.data.find(({ id }) => id === operation)?.input
  const { properties = {} } = (input ?? {}) as { properties?: Record<string, { enum?: string[] }> }
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={[{ value: '', label: any }, ...(properties[field]?.enum ?? [])]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Clears all filters; hidden while none is set. */
export const ClearFilters = ({ filters }: { filters: Pick<Filters<object>, 'wanted' | 'clear'> }) =>
  isFiltered(filters.wanted) && (
    <Button size="compact-xs" variant="subtle" onClick={filters.clear}>
      Clear filters
    </Button>
  )
