import { Code, Group, Menu, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MASK } from '../../../server/base/mask.ts'
import { variablesQuery } from '../../lib/account-variables.ts'
import { useAccount } from '../../lib/service/account.ts'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import type { Variable } from '../../lib/variables.ts'
import { ExplainedButton } from '../actions/explained-button.tsx'
import { RowMenu } from '../actions/row-menu.tsx'
import { DataTable } from '../lists/data-table.tsx'
import type { Column } from '../lists/table-options.ts'
import { ErrorNotice } from '../page/error-notice.tsx'
import { RowsSkeleton } from '../page/skeletons.tsx'
import { useVariables } from './use-variables.ts'

const COLUMNS: Column<Variable>[] = [
  { name: 'Variable', grow: 2, show: ({ name }) => <span className="mono">{`{{${name}}}`}</span> },
  { name: 'Value', grow: 3, show: ({ value }) => <span title={value ?? 'Secret'}>{value ?? MASK}</span> },
]

interface VariableDraft {
  name: string
  value: string
  secret: boolean
}

const EMPTY: VariableDraft = { name: '', value: '', secret: false }

/** The variables of the account, and a form to set one. */
export function VariablesPanel() {
  const variables = useQuery(variablesQuery(useAccount()))
  const [draft, setDraft] = useState(EMPTY)
  const { remove } = useVariables()
  return (
    <Stack gap={24}>
      <Text size="sm">
        In a form of the Playground and in pasted items of a batch, <Code>{'{{name}}'}</Code> stands for the
        value of a variable. History and saved requests keep the name, never the value.
      </Text>
      <VariableForm draft={draft} known={variables.data ?? []} onChange={setDraft} />
      {variables.isPending && <RowsSkeleton rows={3} />}
      {variables.error && <ErrorNotice error={variables.error} onRetry={() => void variables.refetch()} />}
      {remove.error && <ErrorNotice error={remove.error} />}
      {variables.data && variables.data.length > 0 && (
        <DataTable
          label="Variables"
          rows={variables.data}
          idOf={({ name }) => name}
          columns={COLUMNS}
          actions={({ name, value, secret }) => (
            <RowMenu
              name={name}
              what="variable"
              loading={remove.isPending && remove.variables === name}
              question={`Deletes the variable “${name}” permanently.`}
              onDelete={() => remove.mutate(name)}
            >
              <Menu.Item
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={() => setDraft({ name, value: value ?? '', secret })}
              >
                Change
              </Menu.Item>
            </RowMenu>
          )}
        />
      )}
    </Stack>
  )
}

/** Says why a variable cannot be saved yet; null if it can. */
function reasonAgainst({ name, value }: VariableDraft, known: readonly Variable[]): string | null {
  if (!name) return 'Enter a name first.'
  const isSecret = known.some(one => one.name === name && one.secret)
  return isSecret && !value ? 'Enter its value again: the saved one is not shown.' : null
}

function VariableForm({
  draft,
  known,
  onChange,
}: {
  draft: VariableDraft
  known: readonly Variable[]
  onChange: (draft: VariableDraft) => void
}) {
  const { set } = useVariables()
  const reason = reasonAgainst(draft, known)
  const refusal = set.error ? errorBodyOf(set.error) : null
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        set.mutate(draft, { onSuccess: () => onChange(EMPTY) })
      }}
    >
      <Stack gap={12}>
        <Group gap={12} align="flex-start" grow>
          <TextInput
            label="Name"
            placeholder="token"
            classNames={{ input: 'mono' }}
            spellCheck={false}
            autoComplete="off"
            value={draft.name}
            error={refusal?.field === 'name' && refusal.error}
            onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
          />
          <TextInput
            label="Value"
            type={draft.secret ? 'password' : 'text'}
            spellCheck={false}
            autoComplete="off"
            value={draft.value}
            error={refusal?.field === 'value' && refusal.error}
            description={draft.name && reason}
            onChange={({ currentTarget }) => onChange({ ...draft, value: currentTarget.value })}
          />
        </Group>
        <Switch
          label="Secret"
          description="The value is not shown again."
          checked={draft.secret}
          onChange={({ currentTarget }) => onChange({ ...draft, secret: currentTarget.checked })}
        />
        {refusal && !refusal.field && <ErrorNotice error={set.error} />}
        <Group>
          <ExplainedButton type="submit" reason={reason} loading={set.isPending}>
            Save variable
          </ExplainedButton>
        </Group>
      </Stack>
    </form>
  )
}
