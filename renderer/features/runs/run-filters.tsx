import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { nothingFoundText, withChosen } from '../../ui/form/list-choices.ts'
import { NameSelect } from '../../ui/form/name-select.tsx'
import { ChoiceFilter, ClearFilters, FilterRow, type Filters } from '../../ui/lists/filters.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SavedViews } from '../../ui/saved/saved-views.tsx'
import { type RunFilterValues, workflowsQuery } from './api.ts'

/** Filters runs by text, state and workflow. */
export function RunFilters({ filters }: { filters: Filters<RunFilterValues> }) {
  const { wanted, want } = filters
  const workflows = useQuery(workflowsQuery(useAccount()))
  const choices = (workflows.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
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
        data={withChosen(choices, wanted.workflow_id)}
        nothingFoundMessage={nothingFoundText(workflows, 'No matching workflow')}
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
