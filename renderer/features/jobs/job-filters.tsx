import { NameSelect } from '../../ui/form/name-select.tsx'
import { nameSelectProps, useNameSearch } from '../../ui/form/use-name-search.ts'
import { batchName } from '../../ui/jobs/batch-name.ts'
import { choiceOf, targetOf, useTargetChoices, useTargetName } from '../../ui/jobs/targets.ts'
import { ChoiceFilter, ClearFilters, FilterRow, type Filters } from '../../ui/lists/filters.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SavedViews } from '../../ui/saved/saved-views.tsx'
import type { JobFilterValues } from './api.ts'

/** How many batches are loaded at once. While one runs, they are loaded again each second. */
const MAX_BATCHES = 100

/** Filters jobs by state, type, parser or API, and batch. */
export function JobFilters({ filters }: { filters: Filters<JobFilterValues> }) {
  const { wanted, want } = filters
  const batches = useNameSearch('batch', wanted.batch_id, MAX_BATCHES)
  const nameOf = useTargetName(batches.records.flatMap(({ unnamedBatch }) => unnamedBatch?.target ?? []))
  const records = batches.records.map(({ unnamedBatch, ...record }) =>
    unnamedBatch ? { ...record, name: batchName(unnamedBatch, nameOf) } : record,
  )
  return (
    <FilterRow>
      <SearchField label="Search jobs" value={wanted.q ?? ''} onSeek={q => want({ q })} />
      <ChoiceFilter
        operation="job-list"
        field="state"
        label="State"
        any="Any state"
        value={wanted.state}
        onChange={state => want({ state })}
      />
      <ChoiceFilter
        operation="job-list"
        field="type"
        label="Kind of job"
        any="Any kind"
        value={wanted.type}
        onChange={type => want({ type })}
      />
      <NameSelect
        size="xs"
        w={200}
        aria-label="Parser or API"
        placeholder="Any parser or API"
        {...useTargetChoices(wanted)}
        value={choiceOf(wanted) || null}
        onChange={choice => want({ parser_id: null, api_id: null, ...(choice && targetOf(choice)) })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any parser or API' }}
      />
      <NameSelect
        size="xs"
        w={200}
        aria-label="Batch"
        placeholder="Any batch"
        {...nameSelectProps({ ...batches, records }, 'batch', wanted.batch_id)}
        value={wanted.batch_id ?? null}
        onChange={batch_id => want({ batch_id })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any batch' }}
      />
      <SavedViews operation="job-list" filters={filters} />
      <ClearFilters filters={filters} />
    </FilterRow>
  )
}
