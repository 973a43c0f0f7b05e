import { Button, Group, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { OperationId } from '../../lib/service/client.ts'
import { withChosen } from '../form/list-choices.ts'
import { useChoices } from '../form/use-choices.ts'
import { numberText } from '../number-text.ts'
import classes from './filters.module.css'
import { type PagedQuery, rowsOf } from './paged-rows.tsx'

/** The filters of a list in the page's address, such as `?state=failed&batch_id=…`, and functions that change them. */
export interface Filters<FilterValues extends object> {
  wanted: FilterValues
  /** Sets some filters; null or an empty text removes one. */
  want: (change: { [Field in keyof FilterValues]?: string | null }) => void
  /** Sets these filters and removes all others. */
  replace: (filters: object) => void
  clear: () => void
}

/** Reads the filters of a list from the page's address, which may have other query parameters as well. */
export function useFilters<FilterValues extends object>(
  names: readonly (keyof FilterValues & string)[],
): Filters<FilterValues> {
  const [params, setParams] = useSearchParams()
  const wanted = Object.fromEntries(
    names.filter(name => params.has(name)).map(name => [name, params.get(name)]),
  ) as FilterValues
  const set = (next: Record<string, unknown>) =>
    setParams(
      before => {
        for (const name of names)
          if (next[name]) before.set(name, String(next[name]))
          else before.delete(name)
        return new URLSearchParams(before)
      },
      { replace: true },
    )
  return {
    wanted,
    want: change => set({ ...wanted, ...change }),
    replace: next => set({ ...next }),
    clear: () => set({}),
  }
}

/** Whether any filter is set. */
export const isFiltered = (filters: object) => Object.keys(filters).length > 0

/** Whether a list is known to be empty without filters, so that there is nothing to filter. */
export const isEmptyUnfiltered = (query: PagedQuery<unknown>, filters: object) =>
  query.isSuccess && !isFiltered(filters) && rowsOf(query).length === 0

/** The filters above a list. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <Group gap={8} className={classes.row!}>
    {children}
  </Group>
)

/**
 * A filter for a field with fixed values, which come from the operation that lists the rows. A tooltip shows the value that
 * the API uses. The chosen value is offered even if it is not known, or has no rows.
 */
export function ChoiceFilter({
  operation,
  field,
  label,
  any,
  value,
  countOf,
  onChange,
}: {
  operation: OperationId
  field: string
  label: string
  /** The label of the option without a filter: "Any state". */
  any: string
  value: string | undefined
  /** Returns how many rows have a value. Values without rows are not offered. */
  countOf?: (value: string) => number
  onChange: (value: string) => void
}) {
  const offered = useChoices(operation, field).filter(
    choice => !countOf || choice.value === value || countOf(choice.value) > 0,
  )
  const choices = withChosen(offered, value)
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      title={value}
      classNames={value ? {} : { input: classes.any! }}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{any}</option>
      {choices.map(choice => (
        <option key={choice.value} value={choice.value} title={choice.value}>
          {countOf ? `${choice.label} (${numberText(countOf(choice.value))})` : choice.label}
        </option>
      ))}
    </NativeSelect>
  )
}

/** A button that clears all filters; hidden while none is set. */
export const ClearFilters = ({ filters }: { filters: Pick<Filters<object>, 'wanted' | 'clear'> }) =>
  isFiltered(filters.wanted) && (
    <Button size="compact-xs" variant="subtle" onClick={filters.clear}>
      Clear filters
    </Button>
  )
