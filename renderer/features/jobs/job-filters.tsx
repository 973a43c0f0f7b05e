import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call } from '../../lib/service/client.ts'
import { nothingFoundText, withChosen } from '../../ui/form/list-choices.ts'
import { NameSelect } from '../../ui/form/name-select.tsx'
import { batchName } from '../../ui/jobs/batch-name.ts'
import { choiceOf, targetOf, useTargetChoices, useTargetName } from '../../ui/jobs/targets.ts'
import { ChoiceFilter, ClearFilters, FilterRow, type Filters } from '../../ui/lists/filters.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SavedViews } from '../../ui/saved/saved-views.tsx'
import type { JobFilterValues } from './api.ts'

const MAX_BATCHES = 100

/** Filters jobs by state, type, parser or API, and batch. */
export function JobFilters({ filters }: { filters: Filters<JobFilterValues> }) {
  const { wanted, want } = filters
  const batches = useQuery({
    queryKey: ['batches', useAccount(), 'choices'],
    queryFn: ({ signal }) => call('batch-list', { limit: MAX_BATCHES }, { signal }),
  })
  const nameOf = useTargetName()
  const newest = (batches.data?.data ?? []).map(batch => ({
    value: batch.id,
    label: batchName(batch, nameOf),
  }))
  const batchChoices = withChosen(newest, wanted.batch_id)
  const isCut = batches.data?.has_more === true
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
        data={isCut ? [{ group: `The newest ${MAX_BATCHES}`, items: batchChoices }] : batchChoices}
        nothingFoundMessage={nothingFoundText(
          batches,
          isCut ? `No match among the newest ${MAX_BATCHES}` : 'No matching batch',
        )}
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
