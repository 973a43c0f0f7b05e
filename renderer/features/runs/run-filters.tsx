import { NameSelect } from '../../ui/form/name-select.tsx'
import { nameSelectProps, useNameSearch } from '../../ui/form/use-name-search.ts'
import { ChoiceFilter, ClearFilters, FilterRow, type Filters } from '../../ui/lists/filters.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SavedViews } from '../../ui/saved/saved-views.tsx'
import type { RunFilterValues } from './api.ts'

/** Filters runs by text, state and workflow. */
export function RunFilters({ filters }: { filters: Filters<RunFilterValues> }) {
  const { wanted, want } = filters
  const workflows = useNameSearch('workflow', wanted.workflow_id)
  return (
    <FilterRow>
      <SearchField label="Search runs" value={wanted.q ?? ''} onSeek={q => want({ q })} />
      <ChoiceFilter
        operation="workflow-run-list"
        field="state"
        label="State"
        any="Any state"
        value={wanted.state}
        onChange={state => want({ state })}
      />
      <NameSelect
        size="xs"
        w={240}
        aria-label="Workflow"
        placeholder="Any workflow"
        {...nameSelectProps(workflows, 'workflow', wanted.workflow_id)}
        value={wanted.workflow_id ?? null}
        onChange={workflow_id => want({ workflow_id })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any workflow' }}
      />
      <SavedViews operation="workflow-run-list" filters={filters} />
      <ClearFilters filters={filters} />
    </FilterRow>
  )
}
