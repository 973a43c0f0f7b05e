import { Group, NativeSelect, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { BatchDraft } from '../../../lib/drafts/batch-draft.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { withChosen } from '../../../ui/form/list-choices.ts'
import { NameSelect } from '../../../ui/form/name-select.tsx'
import { nameSelectProps, useNameSearch } from '../../../ui/form/use-name-search.ts'
import { type ItemsFrom, sourceQuery } from '../api.ts'
import type { ItemField } from '../pasted-items.ts'

const DEBOUNCE_MS = 300

/** Without a choice, the field with the name of the column is used, or the first field. */
const BY_NAME = { value: '', label: 'Match the field automatically' }

type ColumnChoice = BatchDraft['column']

interface ColumnOptions {
  fields: readonly ItemField[]
  draft: BatchDraft
  onDraft: (changes: Pick<BatchDraft, 'column'>) => void
  onItems: (items: ItemsFrom | null) => void
}

/** Takes items from a column of a database: one for each row, named by the row. */
export function ColumnItems({ fields, draft: { column: choice }, onDraft, onItems }: ColumnOptions) {
  const databases = useNameSearch('database', choice.database_id)
  const { data: database } = useQuery(sourceQuery(useAccount(), choice.database_id))
  const setChoice = (column: ColumnChoice) => onDraft({ column })
  const [settledChoice] = useDebouncedValue(choice, DEBOUNCE_MS)
  const names = fields.map(({ name }) => name)
  const publish = useEffectEvent(() => onItems(itemsFromOf(settledChoice, names)))
  const all = names.join()
  useEffect(() => publish(), [settledChoice, all])
  const columns = (database?.columns ?? [])
    .filter(({ type }) => type !== 'json')
    .map(({ name }) => ({ value: name, label: name }))
  const change = (changes: ColumnChoice) => setChoice({ ...choice, ...changes })
  return (
    <>
      <Group gap={8} grow>
        <NameSelect
          aria-label="Database"
          placeholder="Database"
          {...nameSelectProps(databases, 'database', choice.database_id)}
          value={choice.database_id ?? null}
          onChange={id => setChoice(id === null ? {} : { database_id: id })}
        />
        <Select
          aria-label="Column"
          placeholder="Column"
          data={withChosen(columns, choice.column)}
          value={choice.column ?? null}
          onChange={column => change({ column: column ?? undefined })}
          disabled={!database}
        />
      </Group>
      <Group gap={8} grow>
        <TextInput
          size="xs"
          aria-label="Only rows that contain"
          placeholder="Only rows that contain…"
          value={choice.q ?? ''}
          onChange={({ currentTarget }) => change({ q: currentTarget.value || undefined })}
        />
        <NumberInput
          size="xs"
          aria-label="Maximum rows"
          placeholder="All rows"
          min={1}
          allowDecimal={false}
          value={choice.limit ?? ''}
          onChange={limit => change({ limit: Number(limit) || undefined })}
        />
        {fields.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Field of the values"
            data={[
              BY_NAME,
              ...fields.map(({ name, title }) => ({ value: name, label: `Use values as ${title}` })),
            ]}
            value={choice.field ?? ''}
            onChange={({ currentTarget }) => change({ field: currentTarget.value || undefined })}
          />
        )}
      </Group>
      <Text size="xs" c="dimmed">
        Rows without a value are left out. Each item is named by the id of its row.
      </Text>
    </>
  )
}

/** Returns the source of the items once a database and a column are chosen; null before. */
function itemsFromOf(
  { database_id, column, field, q, limit }: ColumnChoice,
  fields: readonly string[],
): ItemsFrom | null {
  if (!database_id || !column) return null
  const isOwnField = field !== undefined && fields.includes(field)
  return { database_id, column, ...(isOwnField && { field }), ...(q && { q }), ...(limit && { limit }) }
}
