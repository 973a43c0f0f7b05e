import { Button, Group, NativeSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { call } from '../../lib/client.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { choiceOf, targetOf, useTargetChoices } from '../../ui/jobs/targets.ts'
import type { Wanted } from './api.ts'

/** The filters of the address: `?state=failed&batch_id=…`. */
export function useWanted() {
  const [params, setParams] = useSearchParams()
  const wanted = Object.fromEntries(params) as Wanted
  const want = (change: { [Field in keyof Wanted]: string | null }) => {
    const all = Object.entries({ ...wanted, ...change }).filter(([, value]) => value)
    setParams(all as [string, string][], { replace: true })
  }
  return { wanted, want, wantAll: () => setParams({}, { replace: true }) }
}

/** The choices of a field, as the operation names them. */
function useChoices(field: string): string[] {
  const list = useQuery(operationsQuery).data?.data.find(({ id }) => id === 'job-list')
  const { properties = {} } = (list?.input ?? {}) as { properties?: Record<string, { enum?: string[] }> }
  return properties[field]?.enum ?? []
}

const withAll = (choices: string[], all: string) => [{ value: '', label: all }, ...choices]

/** Which jobs are shown: by state, type, what they run, batch. */
export function JobFilters({ wanted, want, wantAll }: ReturnType<typeof useWanted>) {
  const batches = useQuery({
    queryKey: ['batches', useAccount(), 'choices'],
    queryFn: ({ signal }) => call('batch-list', { limit: 100 }, { signal }),
  })
  const run = (chosen: string | null) =>
    want({ parser_id: null, api_id: null, ...(chosen && targetOf(chosen)) })
  return (
    <Group gap={8}>
      <NativeSelect
        size="xs"
        aria-label="State"
        data={withAll(useChoices('state'), 'Any state')}
        value={wanted.state ?? ''}
        onChange={({ currentTarget }) => want({ state: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label="Type"
        data={withAll(useChoices('type'), 'Any type')}
        value={wanted.type ?? ''}
        onChange={({ currentTarget }) => want({ type: currentTarget.value })}
      />
      <Select
        size="xs"
        w={200}
        aria-label="Parser or API"
        placeholder="Any parser or API"
        data={useTargetChoices()}
        value={choiceOf(wanted) || null}
        onChange={run}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any parser or API' }}
      />
      <Select
        size="xs"
        w={200}
        aria-label="Batch"
        placeholder="In a batch or not"
        data={(batches.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name ?? id }))}
        value={wanted.batch_id ?? null}
        onChange={batch_id => want({ batch_id })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'In a batch or not' }}
      />
      {Object.keys(wanted).length > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={wantAll}>
          Show all
        </Button>
      )}
    </Group>
  )
}
