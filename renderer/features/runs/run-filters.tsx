import { Button, Group, NativeSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { type Wanted, workflowsQuery } from './api.ts'

/** The filters of the address: `?state=failed&workflow_id=…`. */
export function useWanted() {
  const [params, setParams] = useSearchParams()
  const wanted = Object.fromEntries(params) as Wanted
  const want = (change: { [Field in keyof Wanted]: string | null }) => {
    const all = Object.entries({ ...wanted, ...change }).filter(([, value]) => value)
    setParams(all as [string, string][], { replace: true })
  }
  return { wanted, want, wantAll: () => setParams({}, { replace: true }) }
}

/** The states, as the operation names them. */
function useStates(): string[] {
  const list = useQuery(operationsQuery).data?.data.find(({ id }) => id === 'workflow-run-list')
  const { properties = {} } = (list?.input ?? {}) as { properties?: Record<string, { enum?: string[] }> }
  return properties.state?.enum ?? []
}

/** Which runs are shown: by state and workflow. */
export function RunFilters({ wanted, want, wantAll }: ReturnType<typeof useWanted>) {
  const workflows = useQuery(workflowsQuery(useAccount()))
  return (
    <Group gap={8}>
      <NativeSelect
        size="xs"
        aria-label="State"
        data={[{ value: '', label: 'Any state' }, ...useStates()]}
        value={wanted.state ?? ''}
        onChange={({ currentTarget }) => want({ state: currentTarget.value })}
      />
      <Select
        size="xs"
        w={240}
        aria-label="Workflow"
        placeholder="Any workflow"
        data={(workflows.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={wanted.workflow_id ?? null}
        onChange={workflow_id => want({ workflow_id })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any workflow' }}
      />
      {Object.keys(wanted).length > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={wantAll}>
          Show all
        </Button>
      )}
    </Group>
  )
}
